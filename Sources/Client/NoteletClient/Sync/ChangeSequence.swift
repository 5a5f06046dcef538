/// The pages of one or several change feeds, live and without end.
///
/// Each page is of the feed that it names. One without changes comes once, when the reader has
/// caught up with that feed, and when the feed is over, for the reader may not read it any more;
/// the server's signs of life are not shown. Each iterator begins at the same cursors, on a
/// connection of its own that closes when the iterator is let go.
public struct ChangeSequence: AsyncSequence, Sendable {
    /// What the sequence gives.
    public typealias Element = ChangePage
    /// What ends it.
    public typealias Failure = NoteletError

    let notelet: Notelet
    /// The feeds and their cursors; that of the caller alone has no name.
    let feeds: [WatchedFeed]
    /// What is told how the connection is.
    let report: @Sendable (WatchConnection) -> Void

    /// Takes the pages one by one.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// The connection, for the log-in alone in which the first page was asked for.
        private var notelet: Notelet
        /// The feeds that are not over, each with the cursor of its last page.
        private var feeds: [WatchedFeed]
        private var stream: OpenStream<ChangePage>?
        private var attempts: Attempts
        /// The token that the server took no longer, until another has served.
        private var spentToken: AccessToken?
        /// The names of the feeds of which all was read.
        private var caughtUp: Set<String> = []
        private var isOver = false
        private let report: @Sendable (WatchConnection) -> Void
        private var isLost = false

        fileprivate init(_ sequence: ChangeSequence) {
            notelet = sequence.notelet
            feeds = sequence.feeds
            report = sequence.report
            // Before the first page, a watch gives up like a call.
            let caller = notelet.caller
            attempts = Attempts(
                countMax: caller.configuration.retry.attemptCountMax,
                timeout: caller.configuration.callTimeout,
                caller.sources
            )
        }

        /// Waits for the next page, through any number of lost connections.
        ///
        /// - Returns: The page; nil only after an error, or when all feeds are over.
        /// - Throws: `NoteletError`: `notAuthenticated` when the session has ended, `cancelled`,
        ///   `refused` when a cursor is not of its feed or there is no such feed, and if not one
        ///   page came, `timedOut` after as long as a call may take, or `unreachable`.
        public mutating func next() async throws(NoteletError) -> ChangePage? {
            while !isOver, !feeds.isEmpty {
                do throws(NoteletError) {
                    let page = try await receive()
                    if try take(page) { return page }
                } catch {
                    try await recover(from: error)
                }
            }
            return nil
        }

        /// Waits for the next page, through any number of lost connections.
        ///
        /// - Parameter actor: The actor on which the caller runs.
        /// - Returns: The page; nil only after an error, or when all feeds are over.
        /// - Throws: `NoteletError` as `next()` does.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(NoteletError) -> ChangePage? {
            try await next()
        }
    }

    /// Begins at the cursor; the first page is asked for when it is wanted.
    ///
    /// - Returns: What takes the pages.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(self)
    }
}

extension ChangeSequence.AsyncIterator {
    private mutating func receive() async throws(NoteletError) -> ChangePage {
        let stream: OpenStream<ChangePage>
        if let open = self.stream {
            stream = open
        } else {
            let token = try await notelet.token(for: SyncAPI.watch.summary)
            if let token { notelet = notelet.bound(to: token.label) }
            stream = try await notelet.caller.open(
                SyncAPI.watch,
                request,
                token: token
            )
            self.stream = stream
        }
        let caller = notelet.caller
        let silence = attempts.timeout(caller.configuration.watchSilenceMax, caller.sources)
        guard let page = try await stream.next(within: silence) else {
            throw NoteletError(.unreachable, "the server ended the watch")
        }
        return page
    }

    /// What is asked for; the caller's own feed as servers of all versions understand it.
    private var request: WatchRequest {
        if feeds.count == 1, feeds[0].feed.isEmpty { return WatchRequest(cursor: feeds[0].cursor) }
        return WatchRequest(feeds: feeds)
    }

    /// Moves on to the page, and tells whether it is to be shown.
    ///
    /// - Throws: `incomplete` for a page of no feed that was asked for, as of a server that knows
    ///   the caller's own alone.
    private mutating func take(_ page: ChangePage) throws(NoteletError) -> Bool {
        guard let index = feeds.firstIndex(where: { $0.feed == page.feed }) else {
            throw .incomplete(SyncAPI.watch.summary)
        }
        attempts = Attempts()
        if isLost { report(.restored) }
        isLost = false
        spentToken = nil
        if page.isOver {
            feeds.remove(at: index)
            return true
        }
        if !page.cursor.isEmpty { feeds[index].cursor = page.cursor }
        let wasCaughtUp = caughtUp.contains(page.feed)
        if page.isUpToDate { caughtUp.insert(page.feed) } else { caughtUp.remove(page.feed) }
        return !page.changes.isEmpty || (page.isUpToDate && !wasCaughtUp)
    }

    private mutating func recover(from error: NoteletError) async throws(NoteletError) {
        let token = stream?.token
        stream = nil
        // Before the first page, a failure is that of a call.
        if error.isTransient, attempts.countMax == nil, !isLost {
            isLost = true
            report(.lost(error))
        }
        do throws(NoteletError) {
            if error.code == .notAuthenticated, let token, spentToken == nil {
                spentToken = token
                try await refresh(spent: token)
            } else {
                try await pause(after: error)
            }
        } catch {
            isOver = true
            throw error
        }
    }

    private mutating func refresh(spent token: AccessToken) async throws(NoteletError) {
        do throws(NoteletError) {
            _ = try await notelet.sessions.refresh(spent: token)
        } catch {
            // The refresh of a watch that was running is as patient as the watch itself.
            guard error.isTransient, attempts.countMax == nil else { throw error }
            spentToken = nil
        }
    }

    private mutating func pause(after error: NoteletError) async throws(NoteletError) {
        let caller = notelet.caller
        let policy = caller.configuration.retry
        guard let pause = attempts.pause(after: error, policy, caller.sources) else {
            let isLate = attempts.timeout(.seconds(1), caller.sources) <= .zero
            throw isLate && error.isTransient ? NoteletError(.timedOut, error.message) : error
        }
        try await caller.sources.pause(pause)
    }
}

/// What becomes known about the connection of a watch while it goes on.
public enum WatchConnection: Hashable, Sendable {
    /// It was lost, for this reason, and is being made anew; no change is missed by that.
    case lost(NoteletError)
    /// It is there again.
    case restored
}
