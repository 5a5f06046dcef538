internal import TTRPC

/// The pages of a change feed, live and without end.
///
/// A page without changes comes once, when the reader has caught up with the feed; the server's
/// signs of life are not shown. Each iterator begins at the same cursor, on a connection of its own
/// that closes when the iterator is let go.
public struct ChangeSequence: AsyncSequence, Sendable {
    /// What the sequence gives.
    public typealias Element = ChangePage
    /// What ends it.
    public typealias Failure = NoteletError

    let notelet: Notelet
    let cursor: [UInt8]
    /// What is told how the connection is.
    let report: @Sendable (WatchConnection) -> Void

    /// Takes the pages one by one.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let notelet: Notelet
        private var cursor: [UInt8]
        private var stream: OpenStream<ChangePage>?
        private var attempts: Attempts
        /// The token that the server took no longer, until another has served.
        private var spentToken: String?
        private var isCaughtUp = false
        private var isOver = false
        private let report: @Sendable (WatchConnection) -> Void
        private var isLost = false

        fileprivate init(_ sequence: ChangeSequence) {
            notelet = sequence.notelet
            cursor = sequence.cursor
            report = sequence.report
            // Before the first page, a watch gives up like a call.
            let caller = notelet.caller
            attempts = Attempts(
                countMax: caller.configuration.retry.attemptCountMax,
                deadline: caller.sources.uptime() + caller.configuration.callTimeout
            )
        }

        /// Waits for the next page, through any number of lost connections.
        ///
        /// - Returns: The page; nil only after an error.
        /// - Throws: `NoteletError`: `notAuthenticated` when the session has ended, `cancelled`,
        ///   `refused` when the cursor is not of this feed, and if not one page came, `timedOut`
        ///   after as long as a call may take, or `unreachable`.
        public mutating func next() async throws(NoteletError) -> ChangePage? {
            while !isOver {
                do throws(NoteletError) {
                    let page = try await receive()
                    if take(page) { return page }
                } catch {
                    try await recover(from: error)
                }
            }
            return nil
        }

        /// Waits for the next page, through any number of lost connections.
        ///
        /// - Parameter actor: The actor on which the caller runs.
        /// - Returns: The page; nil only after an error.
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
            stream = try await notelet.caller.open(
                SyncAPI.watch,
                WatchRequest(cursor: cursor),
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

    /// Moves on to the page, and tells whether it is to be shown.
    private mutating func take(_ page: ChangePage) -> Bool {
        attempts = Attempts(countMax: nil, deadline: nil)
        if isLost { report(.restored) }
        isLost = false
        spentToken = nil
        if !page.cursor.isEmpty { cursor = page.cursor }
        defer { isCaughtUp = page.isUpToDate }
        return !page.changes.isEmpty || (page.isUpToDate && !isCaughtUp)
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
                _ = try await notelet.sessions.refresh(spent: token)
                return
            }
            let caller = notelet.caller
            guard error.isTransient else { throw error }
            guard
                let pause = attempts.pauseAfterFailure(caller.configuration.retry, caller.sources)
            else {
                let isLate = attempts.timeout(.seconds(1), caller.sources) <= .zero
                throw isLate ? NoteletError(.timedOut, error.message) : error
            }
            try await caller.sources.pause(pause)
        } catch {
            // The refresh of a watch that was running is as patient as the watch itself.
            if error.isTransient, attempts.countMax == nil {
                spentToken = nil
                return
            }
            isOver = true
            throw error
        }
    }
}

extension OpenStream {
    /// Waits for the next message.
    ///
    /// - Parameter silenceMax: After how long without any message the connection counts as lost.
    /// - Returns: The message, or nil when the stream has ended well.
    /// - Throws: `unreachable` after too long a silence, and as the call failed.
    func next(within silenceMax: Duration) async throws(NoteletError) -> Response? {
        do throws(RPCError) {
            return try await messages.next(within: silenceMax)
        } catch {
            throw Task.isCancelled ? .cancelledByCaller : NoteletError(error)
        }
    }
}

/// What becomes known about the connection of a watch while it goes on.
public enum WatchConnection: Hashable, Sendable {
    /// It was lost, for this reason, and is being made anew; no change is missed by that.
    case lost(NoteletError)
    /// It is there again.
    case restored
}
