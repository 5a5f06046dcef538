extension Notelet {
    /// One page of the change feed.
    ///
    /// - Parameters:
    ///   - cursor: The cursor of the page before; empty for the beginning.
    ///   - pageSize: 1 to 500 changes.
    /// - Returns: The changes after the cursor, and the next cursor.
    /// - Throws: `NoteletError`.
    public func pull(
        from cursor: [UInt8] = [],
        pageSize: Int32 = 100
    ) async throws(NoteletError) -> ChangePage {
        try await call(SyncAPI.pull, PullRequest(cursor: cursor, pageSize: pageSize))
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
        ChangeSequence(notelet: self, cursor: cursor, report: report)
    }
}
