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
    ) -> LatestSequence<ConfigChange> {
        LatestSequence(watch([WatchedFeed(feed: "config/published")], reporting: report))
    }
}
