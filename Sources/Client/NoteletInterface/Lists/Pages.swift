/// A part of a list.
public struct ListPage<Item: Sendable>: Sendable {
    /// The items, in the order of the list.
    public let items: [Item]
    /// Where the next page begins; nil after the last one.
    public let next: PageCursor?

    /// Joins items and what follows them.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - next: Where the next page begins.
    public init(items: [Item], next: PageCursor?) {
        self.items = items
        self.next = next
    }
}

/// A place in a list: only who gave it can read it.
public struct PageCursor: Hashable, Sendable {
    /// What the list keeps in it.
    public let bytes: [UInt8]

    /// Makes a place.
    ///
    /// - Parameter bytes: What the list keeps in it.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// A list, page by page, each fetched when it is asked for.
public struct Pages<Item: Sendable>: AsyncSequence, Sendable {
    /// What the sequence gives.
    public typealias Element = [Item]

    private let fetch: @Sendable (PageCursor?) async throws -> ListPage<Item>

    /// Makes a list of what fetches its pages.
    ///
    /// - Parameter fetch: Fetches the page at a place; nil is the beginning.
    public init(fetch: @escaping @Sendable (PageCursor?) async throws -> ListPage<Item>) {
        self.fetch = fetch
    }

    /// Takes the pages one by one.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let fetch: @Sendable (PageCursor?) async throws -> ListPage<Item>
        fileprivate var cursor: PageCursor?
        fileprivate var isOver = false

        /// Fetches the next page.
        ///
        /// - Returns: The items; nil after the last page. A page that has none is passed over.
        /// - Throws: `AppError`; the same page can be asked for again then.
        public mutating func next() async throws -> [Item]? {
            while !isOver {
                let page = try await fetch(cursor)
                cursor = page.next
                isOver = page.next == nil
                if !page.items.isEmpty { return page.items }
            }
            return nil
        }
    }

    /// Begins at the beginning.
    ///
    /// - Returns: What takes the pages.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(fetch: fetch)
    }
}
