import Domain
import Locking
import NoteletAPI
import ProtobufCoding
import TTRPC
import TestSupport

@testable import Serving
import NoteRules

/// The far side of a stream: keeps what it is sent, and runs the connection's jobs when told to.
final class RecordingStream: OutboundStream {
    private let state = Mutex(State())

    private struct State {
        var isWritable = true
        /// What one message uses up; nil for a client that takes everything.
        var room: Int?
        var messages: [[UInt8]] = []
        var jobs: [@Sendable () -> Void] = []
        var status: Status?
        /// What is told of the end, as a connection tells it.
        var session: (any StreamSession)?
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    var isWritable: Bool { state.withLock { $0.isWritable && $0.room != 0 } }

    func send(_ message: [UInt8]) {
        change { state in
            state.messages.append(message)
            if let room = state.room { state.room = room - 1 }
        }
    }

    func finish(_ error: DomainError?) {
        let status = error.map { Status($0) } ?? .ok
        change { $0.status = $0.status ?? status }
        state.withLock { $0.session.take() }?.stop()
    }

    /// Joins the stream to what goes on behind it.
    func join(_ session: any StreamSession) { state.withLock { $0.session = session } }

    func execute(_ job: @escaping @Sendable () -> Void) { change { $0.jobs.append(job) } }

    /// Lets the client take so many messages more; nil for all.
    func setRoom(_ count: Int?) { state.withLock { $0.room = count } }

    /// What was sent so far.
    var messages: [[UInt8]] { state.withLock { $0.messages } }

    /// How the stream ended; nil while it goes on.
    var status: Status? { state.withLock { $0.status } }

    /// Why the stream was refused; nil while it goes on and when it ended in good order.
    var reason: RefusalReason? { status.flatMap { try? Refusal(of: $0).reason } }

    /// Runs what waits for the thread of the connection; answers how many jobs there were.
    @discardableResult
    func runJobs() -> Int {
        var count = 0
        while let job = state.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) {
            job()
            count += 1
        }
        return count
    }

    /// Runs jobs until the stream has ended; why it was refused, if it was.
    @discardableResult
    func runUntilFinished() async -> RefusalReason? {
        while status == nil {
            if runJobs() == 0 { await waitForChange() }
        }
        return reason
    }

    /// Waits until there is a job to run or the stream has ended, as it does when neither comes.
    func waitForChange() async {
        let impatience = Task { [self] in
            try await Task.sleep(for: Patience.limit)
            finish(.storeUnavailable("A test waited for a change in vain."))
        }
        defer { impatience.cancel() }
        await withCheckedContinuation { continuation in
            let isDue = state.withLock { state in
                if state.jobs.isEmpty && state.status == nil {
                    state.waiters.append(continuation)
                    return false
                }
                return true
            }
            if isDue { continuation.resume() }
        }
    }

    /// The messages, decoded.
    func decoded<Message: Decodable>(_ type: Message.Type = Message.self) throws -> [Message] {
        try messages.map { try ProtobufDecoder().decode(Message.self, from: $0) }
    }

    private func change(_ body: (inout sending State) -> Void) {
        let waiters = state.withLock { state in
            body(&state)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
