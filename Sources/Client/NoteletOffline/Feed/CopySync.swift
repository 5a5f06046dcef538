internal import ClientTransport
internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote
internal import SQLite

/// Keeps a copy as the service is, by the change feed.
final class CopySync: Sendable {
    private let copy: CopyStore
    private let caller: RemoteCaller
    private let configuration: OfflineConfiguration
    private let box: SyncStateBox
    private let pulls = SharedRun()

    init(
        _ copy: CopyStore,
        caller: RemoteCaller,
        configuration: OfflineConfiguration
    ) {
        self.copy = copy
        self.caller = caller
        self.configuration = configuration
        box = SyncStateBox(.connecting, hub: copy.hub)
    }

    /// How the copy stands to the service.
    var state: SyncState { box.state }

    /// Notes how the copy stands while it is not kept here.
    func note(_ state: SyncState) { box.set(state) }

    /// Follows the feed until the task is cancelled or the session is over.
    func run() async {
        var failureCount = 0
        while !Task.isCancelled {
            do throws(SyncFailure) {
                if try await follow(afterPage: { failureCount = 0 }) { continue }
                configuration.log("The feed is over.")
            } catch {
                switch error {
                case .signedOut: return box.set(.signedOut)
                case .cancelled: return
                case .cursorLost(let cursor):
                    do throws(AppError) {
                        try await beginAnew(after: cursor)
                    } catch {
                        noteUnkept(error)
                    }
                case .unreachable(let error):
                    configuration.log("The feed is not followed: \(error)")
                    if error.isUnreached { noteUnreached() } else { box.set(.failed("\(error)")) }
                case .copy(let error): noteUnkept(error)
                }
            }
            failureCount += 1
            await pause(afterFailures: failureCount)
        }
    }

    private func noteUnkept(_ error: AppError) {
        configuration.log("The copy is not kept: \(error)")
        box.set(.failed("\(error)"))
    }

    /// Fetches all that has come until now; calls of the same time are served at once.
    ///
    /// - Throws: `AppError`; `CancellationError` where the task was cancelled.
    func refresh() async throws {
        try await pulls.run { try await self.pull() }
    }

    /// Follows the feed from the cursor of the copy on, until something is wrong.
    ///
    /// - Parameter noteSuccess: Is called for each page that was taken in.
    /// - Returns: Whether the copy has moved on by itself, and is to be followed from there.
    /// - Throws: `SyncFailure`.
    private func follow(
        afterPage noteSuccess: () -> Void
    ) async throws(SyncFailure) -> Bool {
        var progress = try await read { (tables) throws(SQLiteError) in try tables.progress() }
        let connection = FollowedConnection(progress.state(isUpToDate: false))
        if !box.state.isOffline, !box.state.isConnected { box.set(.connecting) }
        let monitor = configuration.networkMonitor
        let watch = caller.notelet.watch(from: progress.cursor) { [box, configuration] report in
            switch report {
            case .lost:
                box.setOffline(at: configuration.dateClient.now())
                monitor.noteAttempt(isReached: false)
            case .restored:
                monitor.noteAttempt(isReached: true)
                // A page that has nothing new is not shown.
                box.set(connection.noteRestored())
            }
        }
        var pages = watch.makeAsyncIterator()
        while let page = try await next(&pages, after: progress.cursor) {
            monitor.noteAttempt(isReached: true)
            let cursor = progress.cursor
            // What was not read is no reading of the feed.
            let isNewSession = connection.takeBegun()
            try checked(page)
            let taken = try await write { (tables) throws(SQLiteError) in
                if isNewSession { try tables.beginSession() }
                return try tables.take(page, after: cursor)
            }
            guard let taken else {
                // Another process, or a refresh, was faster: go on from there. A copy that was left
                // has gone nowhere.
                return try await read { (tables) throws(SQLiteError) in
                    try tables.progress().cursor != cursor
                }
            }
            progress = taken
            noteSuccess()
            box.set(connection.note(progress.state(isUpToDate: page.isUpToDate)))
        }
        return false
    }

    /// Reads the feed to its end; one that is followed, and not yet to its end, is waited for.
    private func pull() async throws {
        while true {
            try await waitUntilFollowed()
            let progress = try await copy.read { (tables) throws(SQLiteError) in
                try tables.progress()
            }
            let page: ChangePage
            do {
                page = try await caller.call { (notelet) throws(NoteletError) in
                    try await notelet.pull(from: progress.cursor, pageSize: 500)
                }
            } catch let error as AppError {
                // A feed that is followed has a connection of its own, which tells more.
                if error.isUnreached, !box.state.isConnected { noteUnreached() }
                let reason = RefusalReason.invalidCursor.nameInContract
                guard error.refusal?.reason == reason, !progress.cursor.isEmpty else {
                    throw error
                }
                try await beginAnew(after: progress.cursor)
                continue
            }
            configuration.networkMonitor.noteAttempt(isReached: true)
            try page.check(for: copy.userId)
            let taken = try await copy.write { (tables) throws(SQLiteError) in
                try tables.take(page, after: progress.cursor)
            }
            if page.isUpToDate, taken != nil { return }
            if taken == nil, try await isLeft() { throw AppError.auth(.unauthorized) }
            // A feed that goes on has another cursor.
            if taken != nil, page.cursor == progress.cursor { throw AppError.network(.unknown) }
        }
    }

    private func isLeft() async throws(AppError) -> Bool {
        try await copy.read { (tables) throws(SQLiteError) in try tables.isLeft() }
    }

    /// Fetches everything anew: the service was restored to what it was before the copy.
    ///
    /// - Parameter cursor: Which one the service does not know; a copy that stands elsewhere by now
    ///   has begun anew already.
    /// - Throws: `AppError`, where the copy cannot be written.
    private func beginAnew(after cursor: [UInt8]) async throws(AppError) {
        configuration.log("The cursor of the copy is none of the service's: it is fetched anew.")
        try await copy.write { (tables) throws(SQLiteError) in
            if try tables.progress().cursor == cursor { try tables.reset() }
        }
    }

    /// Two readers of one feed would be in each other's way.
    private func waitUntilFollowed() async throws(AppError) {
        let deadline = ContinuousClock.now + Self.refreshTimeout
        while box.state.isUnderWay {
            let rest = ContinuousClock.now.duration(to: deadline)
            guard rest > .zero else {
                if box.state == .connecting { return }
                throw .network(.timeout)
            }
            let version = copy.hub.version(of: .sync)
            guard box.state.isUnderWay else { return }
            await copy.hub.wait(for: .sync, after: version, atMost: rest)
        }
    }

    /// How long a refresh waits for the copy to be complete, as the calls of the client do.
    private static let refreshTimeout: Duration = .seconds(30)

    private func noteUnreached() {
        box.setOffline(at: configuration.dateClient.now())
        configuration.networkMonitor.noteAttempt(isReached: false)
    }

    /// Waits before the next attempt; a network that comes back ends that.
    private func pause(afterFailures count: Int) async {
        let hub = copy.hub
        let pause = configuration.pause(afterFailures: count)
        await hub.wait(for: .network, after: hub.version(of: .network), atMost: pause)
    }

    private func next(
        _ pages: inout ChangeSequence.AsyncIterator,
        after cursor: [UInt8]
    ) async throws(SyncFailure) -> ChangePage? {
        do throws(NoteletError) {
            return try await pages.next()
        } catch {
            throw Task.isCancelled ? .cancelled : SyncFailure(error, after: cursor)
        }
    }

    private func checked(_ page: ChangePage) throws(SyncFailure) {
        do throws(AppError) {
            try page.check(for: copy.userId)
        } catch {
            throw .unreachable(.invalidReply)
        }
    }

    private func read<Value: Sendable>(
        _ body: @Sendable (CopyTables) throws(SQLiteError) -> Value
    ) async throws(SyncFailure) -> Value {
        do throws(AppError) {
            return try await copy.read(body)
        } catch {
            throw .copy(error)
        }
    }

    private func write<Value: Sendable>(
        _ body: @Sendable (CopyTables) throws(SQLiteError) -> Value
    ) async throws(SyncFailure) -> Value {
        do throws(AppError) {
            return try await copy.write(body)
        } catch {
            throw .copy(error)
        }
    }
}

/// Why the feed is not followed.
private enum SyncFailure: Error {
    /// The session is over.
    case signedOut
    /// Nobody wants it any more.
    case cancelled
    /// The service does not know where the copy stands.
    case cursorLost([UInt8])
    /// The service cannot be reached, or does not do it.
    case unreachable(NoteletError)
    /// The copy cannot be written.
    case copy(AppError)

    init(_ error: NoteletError, after cursor: [UInt8]) {
        if error.code == .notAuthenticated {
            self = .signedOut
        } else if error.refusal?.reason == .invalidCursor {
            self = .cursorLost(cursor)
        } else {
            self = .unreachable(error)
        }
    }
}

/// Whether the connection of a watch was made since the last page, and how far the copy was by
/// that.
private final class FollowedConnection: Sendable {
    private let facts: Guarded<(state: SyncState, hasBegun: Bool)>

    init(_ state: SyncState) {
        facts = Guarded((state, true))
    }

    /// Notes how far the copy is, and gives it back.
    func note(_ state: SyncState) -> SyncState {
        facts.withLock { $0.state = state }
        return state
    }

    /// Notes that there is a new connection; how far the copy was is how far it is.
    func noteRestored() -> SyncState {
        facts.withLock { facts in
            facts.hasBegun = true
            return facts.state
        }
    }

    func takeBegun() -> Bool {
        facts.withLock { facts in
            defer { facts.hasBegun = false }
            return facts.hasBegun
        }
    }
}

extension CopyProgress {
    fileprivate func state(isUpToDate: Bool) -> SyncState {
        if isUpToDate { return .upToDate }
        return isComplete ? .catchingUp : .firstCopy(changeCount: changeCount)
    }
}

extension SyncState {
    fileprivate var isOffline: Bool {
        if case .offline = self { true } else { false }
    }

    /// Whether the feed is followed, or about to be, and not yet to its end.
    fileprivate var isUnderWay: Bool {
        switch self {
        case .connecting, .firstCopy, .catchingUp: true
        case .signedOut, .upToDate, .keptByAnother, .offline, .failed: false
        }
    }

    /// Whether a process follows the feed, or is about to.
    var isFollowed: Bool { isConnected || self == .connecting || self == .keptByAnother }
}

extension NoteletError {
    /// Whether the service was not reached.
    fileprivate var isUnreached: Bool {
        code == .unreachable || code == .timedOut || code == .handshakeFailed
    }
}

extension AppError {
    /// Whether the service was not reached, so that what is here has to do.
    var isUnreached: Bool {
        kind == .network(.noConnection) || kind == .network(.timeout)
    }
}
