extension Notelet {
    /// One page of a change feed.
    ///
    /// - Parameters:
    ///   - feed: The name of something shared, such as `items/news`; empty for the caller's own.
    ///   - cursor: The cursor of the page before; empty for the beginning.
    ///   - pageSize: 1 to 500 changes.
    /// - Returns: The changes after the cursor, and the next cursor.
    /// - Throws: `NoteletError`.
    public func pull(
        _ feed: String = "",
        from cursor: [UInt8] = [],
        pageSize: Int32 = 100
    ) async throws(NoteletError) -> ChangePage {
        try await call(SyncAPI.pull, PullRequest(cursor: cursor, pageSize: pageSize, feed: feed))
    }

    /// All changes after a cursor, page by page, and then each new one as it happens.
    ///
    /// Keep the cursor of each page together with what its changes did: whoever resumes there
    /// loses nothing and gets nothing twice. Lost connections are made good by themselves in the
    /// same way. Pages are fetched as they are taken, so that a slow reader costs no memory.
    ///
    /// - Parameters:
    ///   - cursor: The cursor of the last page that was taken in; empty for a first copy.
    ///   - report: What is told when the connection was lost, and when it is there again.
    /// - Returns: The pages, without end; the sequence throws when the session has ended.
    public func watch(
        from cursor: [UInt8] = [],
        reporting report: @escaping @Sendable (WatchConnection) -> Void = { _ in }
    ) -> ChangeSequence {
        watch([WatchedFeed(cursor: cursor)], reporting: report)
    }

    /// The changes of several feeds, as ``watch(from:reporting:)`` gives those of the caller's own:
    /// each page names its feed, and each feed has a cursor of its own.
    ///
    /// - Parameters:
    ///   - feeds: At most 32, each with the cursor of its last page that was taken in; the caller's
    ///     own has the empty name.
    ///   - report: What is told when the connection was lost, and when it is there again.
    /// - Returns: The pages; the sequence ends when none of the feeds is the caller's to read any
    ///   more, and throws when the session has ended.
    public func watch(
        _ feeds: [WatchedFeed],
        reporting report: @escaping @Sendable (WatchConnection) -> Void = { _ in }
    ) -> ChangeSequence {
        ChangeSequence(notelet: self, feeds: feeds, report: report)
    }
}
