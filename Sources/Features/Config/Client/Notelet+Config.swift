public import NoteletClient

extension Notelet {
    /// The published configuration, as it is and anew after each publication.
    ///
    /// Who follows it is signed in, as a guest at least; who is not asks again with
    /// ``fetchConfig(knownVersion:knownPublishedAt:)``.
    ///
    /// - Parameter report: What is told when the connection was lost, and when it is there again.
    /// - Returns: The versions, each whole; none comes before one was published.
    public func observeConfig(
        reporting report: @escaping @Sendable (WatchConnection) -> Void = { _ in }
    ) -> ConfigSequence {
        ConfigSequence(pages: watch([WatchedFeed(feed: "config/published")], reporting: report))
    }
}

/// The versions of the published configuration, the newest one at first and then each that comes.
///
/// It goes on through lost connections as a watch does.
public struct ConfigSequence: AsyncSequence, Sendable {
    /// What the sequence gives.
    public typealias Element = ConfigChange
    /// What ends it early.
    public typealias Failure = NoteletError

    let pages: ChangeSequence

    /// Takes the versions one by one.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var pages: ChangeSequence.AsyncIterator

        /// Waits for the next version.
        ///
        /// - Returns: The version; nil when the feed is over.
        /// - Throws: `NoteletError` as a watch does.
        public mutating func next() async throws(NoteletError) -> ConfigChange? {
            while let page = try await pages.next(), !page.isOver {
                // Of those that came together the last one counts.
                for case .shared(let change)? in page.changes.reversed().map(\.kind) {
                    if let config = try change.read(ConfigChange.self) { return config }
                }
            }
            return nil
        }

        /// Waits for the next version.
        ///
        /// - Parameter actor: The actor on which the caller runs.
        /// - Returns: The version; nil when the feed is over.
        /// - Throws: `NoteletError` as a watch does.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(NoteletError) -> ConfigChange? {
            try await next()
        }
    }

    /// Begins with the newest version, which is asked for when it is wanted.
    ///
    /// - Returns: What takes the versions.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(pages: pages.makeAsyncIterator())
    }
}
