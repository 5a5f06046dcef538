internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote
internal import SQLite

/// Sends what waits in an outbox: the writes of one conversation in their order, and several
/// conversations at a time.
actor OutboxSender {
    private let copy: CopyStore
    private let caller: RemoteCaller
    private let sync: CopySync
    private let configuration: OfflineConfiguration
    /// The lanes whose first entry is on its way.
    private var busyLanes: Set<[UInt8]> = []
    /// How long lanes rest of which the service wants less.
    private var laneRests: [[UInt8]: LaneRest] = [:]
    /// Until when all rest, since the service was not reached; a network that comes back ends it.
    private var rest: ContinuousClock.Instant?
    private var failureCount = 0
    private var isSignedOut = false

    /// The rest of a lane, until it is no more crowded.
    private struct LaneRest {
        var end: ContinuousClock.Instant
        var failureCount: Int
    }

    /// How many conversations are sent at a time: more would crowd out what a screen asks for.
    private static let busyLaneCountMax = 4

    init(
        _ copy: CopyStore,
        caller: RemoteCaller,
        sync: CopySync,
        configuration: OfflineConfiguration
    ) {
        self.copy = copy
        self.caller = caller
        self.sync = sync
        self.configuration = configuration
    }

    /// Sends until the task is cancelled or the session is over.
    func run() async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled, !isSignedOut {
                let hub = copy.hub
                let version = hub.version(of: [.outbox, .sending])
                for entry in await nextEntries() {
                    busyLanes.insert(entry.lane)
                    group.addTask { await self.send(entry) }
                }
                await hub.wait(for: [.outbox, .sending], after: version, atMost: pause)
            }
        }
    }

    /// Ends the rest of all: there is a network again.
    func wake() {
        rest = nil
        copy.hub.tell(.sending)
    }

    /// How long there is nothing to do but for what is told.
    private var pause: Duration {
        let now = ContinuousClock.now
        let ends = laneRests.values.map(\.end) + (rest.map { [$0] } ?? [])
        let next = ends.filter { $0 > now }.min()
        return next.map { now.duration(to: $0) } ?? .seconds(60)
    }

    private func nextEntries() async -> [OutboxEntry] {
        let now = ContinuousClock.now
        // Its word saves the first attempt; later ones go by their pauses, since it may be wrong.
        if failureCount == 0, !configuration.networkMonitor.isConnected { restAll() }
        if let rest, rest > now { return [] }
        rest = nil
        let unavailable = busyLanes.union(laneRests.filter { $0.value.end > now }.keys)
        let room = Self.busyLaneCountMax - busyLanes.count
        guard room > 0 else { return [] }
        do {
            let first = try await copy.read { (tables) throws(SQLiteError) in
                try tables.firstEntries(countMax: unavailable.count + room)
            }
            return Array(first.filter { !unavailable.contains($0.lane) }.prefix(room))
        } catch {
            configuration.log("The outbox cannot be read: \(error)")
            return []
        }
    }

    private func send(_ entry: OutboxEntry) async {
        do {
            if entry.isStale(at: configuration.dateClient.now()) {
                try await settle(entry)
            } else if let (entry, cursor) = try await noteTry(entry) {
                try await finish(entry, with: await attempt(entry), asOf: cursor)
            }
        } catch {
            // What cannot be noted is found out by the next try, under the same key.
            configuration.log("A write was not settled: \(error)")
            restAll()
        }
        busyLanes.remove(entry.lane)
        copy.hub.tell(.sending)
    }

    private func attempt(_ entry: OutboxEntry) async -> Result<Reply, NoteletError> {
        do throws(NoteletError) {
            return .success(try await entry.write.send(by: caller.notelet, key: .of(entry.id)))
        } catch {
            return .failure(error)
        }
    }

    /// Notes the try; it may have been changed or given up since it was read.
    ///
    /// - Returns: What is to be sent, and the cursor of the copy at that moment.
    private func noteTry(
        _ entry: OutboxEntry
    ) async throws -> (entry: OutboxEntry, cursor: [UInt8])? {
        let now = configuration.dateClient.now()
        return try await copy.write { (tables) throws(SQLiteError) in
            guard let entry = try tables.noteTry(entry.id, at: now) else { return nil }
            return (entry, try tables.progress().cursor)
        }
    }

    private func finish(
        _ entry: OutboxEntry,
        with result: Result<Reply, NoteletError>,
        asOf cursor: [UInt8]
    ) async throws {
        switch result {
        case .success(let reply):
            noteReached()
            laneRests[entry.lane] = nil
            try await copy.write { (tables) throws(SQLiteError) in
                try tables.take(reply, to: entry.write, intention: entry.id, asOf: cursor)
            }
        case .failure(let error):
            try await finish(entry, after: SendFailure(error), error)
        }
    }

    private func finish(
        _ entry: OutboxEntry,
        after failure: SendFailure,
        _ error: NoteletError
    ) async throws {
        switch failure {
        case .refused:
            noteReached()
            laneRests[entry.lane] = nil
            try await copy.write { (tables) throws(SQLiteError) in
                // What is gone already is what was asked for.
                guard let reply = entry.write.replyWhereGone(error) else {
                    return try tables.fail(entry.id, with: error)
                }
                try tables.take(reply, to: entry.write, intention: entry.id)
            }
        case .crowded(let pause):
            let failureCount = (laneRests[entry.lane]?.failureCount ?? 0) + 1
            let rest = max(pause, configuration.pause(afterFailures: failureCount))
            noteReached()
            laneRests[entry.lane] = LaneRest(end: .now + rest, failureCount: failureCount)
            if !error.mayBeDone { try await forgetTry(entry) }
        case .unreached:
            configuration.networkMonitor.noteAttempt(isReached: false)
            restAll()
            if !error.mayBeDone { try await forgetTry(entry) }
        case .signedOut:
            isSignedOut = true
            if !error.mayBeDone { try await forgetTry(entry) }
        case .cancelled: break
        }
    }

    /// The service has done nothing, this time; what became of an earlier try is not known.
    private func forgetTry(_ entry: OutboxEntry) async throws {
        guard entry.triedAt == nil else { return }
        try await copy.write { (tables) throws(SQLiteError) in
            try tables.forgetTry(entry.id)
        }
    }

    /// Finds out by reading what became of an entry whose key the service may have forgotten.
    private func settle(_ entry: OutboxEntry) async throws {
        try await sync.refresh()
        noteReached()
        try await copy.write { (tables) throws(SQLiteError) in try tables.settle(entry) }
    }

    private func noteReached() {
        failureCount = 0
        rest = nil
        configuration.networkMonitor.noteAttempt(isReached: true)
    }

    private func restAll() {
        // What fails at the same time in several lanes is one failure.
        if let rest, rest > .now { return }
        failureCount += 1
        rest = .now + configuration.pause(afterFailures: failureCount)
    }
}

/// What became of an attempt that had no good end; whether an earlier one of the same call was
/// carried out, its error tells.
private enum SendFailure {
    /// A rule said no, or the service failed by itself, at which the client tried once more.
    case refused
    /// The service wants to be asked later.
    case crowded(Duration)
    /// There was no reply.
    case unreached
    /// The session is over.
    case signedOut
    /// Nobody wants it sent any more.
    case cancelled

    /// How long a lane rests where what refuses is not the service.
    private static let strangersRest: Duration = .seconds(60)

    init(_ error: NoteletError) {
        switch error.code {
        // Somebody between here and the service said no, in whatever words, or made something else
        // of its reply.
        case .refused where error.refusal == nil, .protocolViolation:
            self = .crowded(Self.strangersRest)
        case .refused:
            let isCrowded =
                error.reason.flatMap { RefusalCatalogue.entry(for: $0) }?.code == .resourceExhausted
            let seconds = error.fields["retry_after_seconds"].flatMap { Int64($0) } ?? 0
            self = isCrowded ? .crowded(.seconds(min(max(0, seconds), 86_400))) : .refused
        case .notAuthenticated: self = .signedOut
        case .unreachable, .timedOut, .handshakeFailed, .sessionStore: self = .unreached
        // What the service calls so is a failure of its own.
        case .cancelled: self = Task.isCancelled ? .cancelled : .unreached
        default: self = .refused
        }
    }
}
