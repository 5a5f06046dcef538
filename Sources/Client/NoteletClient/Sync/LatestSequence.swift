/// What a feed told last, where each change has all that counts: as it is, and anew after each
/// change.
///
/// The sequence ends when the feed is over, and goes on through lost connections as a watch does.
public struct LatestSequence<Message: NamedMessage & Sendable>: AsyncSequence, Sendable {
    /// What the sequence gives.
    public typealias Element = Message
    /// What ends it early.
    public typealias Failure = NoteletError

    private let pages: ChangeSequence

    /// Makes a sequence of the changes of one feed.
    ///
    /// - Parameter pages: The changes from the beginning.
    package init(_ pages: ChangeSequence) {
        self.pages = pages
    }

    /// Takes the changes one by one.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var pages: ChangeSequence.AsyncIterator

        /// Waits for the next change; of those that came together the last one counts.
        ///
        /// - Returns: The change; nil when the feed is over.
        /// - Throws: `NoteletError` as a watch does.
        public mutating func next() async throws(NoteletError) -> Message? {
            while let page = try await pages.next(), !page.isOver {
                for case .shared(let change)? in page.changes.reversed().map(\.kind) {
                    if let message = try change.read(Message.self) { return message }
                }
            }
            return nil
        }

        /// Waits for the next change.
        ///
        /// - Parameter actor: The actor on which the caller runs.
        /// - Returns: The change; nil when the feed is over.
        /// - Throws: `NoteletError` as a watch does.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(NoteletError) -> Message? {
            try await next()
        }
    }

    /// Begins with what was told last, which is asked for when it is wanted.
    ///
    /// - Returns: What takes the changes.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(pages: pages.makeAsyncIterator())
    }
}
