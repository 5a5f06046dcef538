/// The items of a list one by one, asked for page by page.
public struct PagedItems<Item: Sendable>: AsyncSequence, Sendable {
    /// What the sequence gives.
    public typealias Element = Item
    /// What ends it early.
    public typealias Failure = NoteletError

    let pages: PageSequence<Item>

    /// Takes the items one by one.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var pages: PageSequence<Item>.AsyncIterator
        fileprivate var items: [Item] = []
        fileprivate var index = 0

        /// Gives the next item, and asks for a page where it is the first of one.
        ///
        /// - Returns: The item, or nil after the last one.
        /// - Throws: `NoteletError`.
        public mutating func next() async throws(NoteletError) -> Item? {
            while index == items.count {
                guard let page = try await pages.next() else { return nil }
                items = page.items
                index = 0
            }
            defer { index += 1 }
            return items[index]
        }

        /// Gives the next item, and asks for a page where it is the first of one.
        ///
        /// - Parameter actor: The actor on which the caller runs.
        /// - Returns: The item, or nil after the last one.
        /// - Throws: `NoteletError`.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(NoteletError) -> Item? {
            try await next()
        }
    }

    /// Begins with the first item.
    ///
    /// - Returns: What takes the items.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(pages: pages.makeAsyncIterator())
    }
}
