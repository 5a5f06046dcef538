/// One page of a list.
public struct Page<Item: Sendable>: Sendable {
    /// What is on the page.
    public let items: [Item]
    /// Where the next page begins; empty after the last.
    public let nextCursor: [UInt8]

    /// Makes a page of what a response has.
    package init(items: [Item], nextCursor: [UInt8]) {
        self.items = items
        self.nextCursor = nextCursor
    }
}

/// The pages of a list, each asked for when it is wanted.
///
/// A cursor stays right while new items arrive: nothing is skipped and nothing comes twice.
public struct PageSequence<Item: Sendable>: AsyncSequence, Sendable {
    /// What the sequence gives.
    public typealias Element = Page<Item>
    /// What ends it early.
    public typealias Failure = NoteletError

    /// Asks for the page at a cursor.
    let load: @Sendable ([UInt8]) async throws(NoteletError) -> Page<Item>

    /// Makes a sequence of what asks for the page at a cursor.
    package init(load: @escaping @Sendable ([UInt8]) async throws(NoteletError) -> Page<Item>) {
        self.load = load
    }

    /// Takes the pages one by one.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let load: @Sendable ([UInt8]) async throws(NoteletError) -> Page<Item>
        fileprivate var cursor: [UInt8]? = []

        /// Asks for the next page.
        ///
        /// - Returns: The page, or nil after the last one.
        /// - Throws: `NoteletError`.
        public mutating func next() async throws(NoteletError) -> Page<Item>? {
            guard let cursor else { return nil }
            let page = try await load(cursor)
            self.cursor = page.nextCursor.isEmpty ? nil : page.nextCursor
            return page
        }

        /// Asks for the next page.
        ///
        /// - Parameter actor: The actor on which the caller runs.
        /// - Returns: The page, or nil after the last one.
        /// - Throws: `NoteletError`.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(NoteletError) -> Page<Item>? {
            try await next()
        }
    }

    /// Begins with the first page.
    ///
    /// - Returns: What takes the pages.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(load: load)
    }

    /// The items of all pages, one by one.
    public var items: PagedItems<Item> { PagedItems(pages: self) }
}
