internal import ClientTransport
internal import Foundation

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// The parts of a response between URLSession, which brings them, and a task, which takes them.
final class Inbox: Sendable {
    typealias Outcome = Result<Exchange.Part?, Exchange.Failure>

    private let unreadByteCountMax: Int
    private let state = Guarded(State())

    fileprivate struct State: Sendable {
        var parts: [Exchange.Part] = []
        var unreadByteCount = 0
        var end: Outcome?
        var waiter: CheckedContinuation<Outcome, Never>?
        /// Whether the server is to wait until somebody has read.
        var isPaused = false
    }

    /// Holds as many bytes that nobody has read yet.
    init(unreadByteCountMax: Int) {
        self.unreadByteCountMax = unreadByteCountMax
    }

    /// Hands over the next part, now or when it comes.
    func take(_ waiter: CheckedContinuation<Outcome, Never>, from task: URLSessionTask) {
        let (outcome, isGoingOn): (Outcome?, Bool) = state.withLock { state in
            if let part = state.takeFirst() { return (.success(part), state.stopPausing()) }
            if let end = state.end { return (end, false) }
            // Asked under the lock: a cancellation that comes later waits for it, and finds who
            // waits here.
            if Task.isCancelled { return (.failure(.cancelled), false) }
            precondition(state.waiter == nil, "One task at a time reads a response.")
            state.waiter = waiter
            return (nil, false)
        }
        if isGoingOn { task.resume() }
        if let outcome { waiter.resume(returning: outcome) }
    }

    /// Lets whoever waits go without a part.
    func cancelWaiter() {
        let waiter = state.withLock { $0.waiter.take() }
        waiter?.resume(returning: .failure(.cancelled))
    }

    /// Takes a part, and tells what the task has to do now.
    func put(_ part: Exchange.Part, byteCount: Int) -> Action {
        let (waiter, action): (CheckedContinuation<Outcome, Never>?, Action) = state.withLock {
            state in
            guard state.end == nil else { return (nil, .goOn) }
            if let waiter = state.waiter.take() { return (waiter, .goOn) }
            state.parts.append(part)
            state.unreadByteCount += byteCount
            guard state.unreadByteCount <= unreadByteCountMax else {
                state.end = .failure(.overrun)
                return (nil, .end)
            }
            return (nil, state.startPausing() ? .pause : .goOn)
        }
        waiter?.resume(returning: .success(part))
        return action
    }

    /// What a task has to do.
    enum Action {
        /// To bring more.
        case goOn
        /// To let the server wait.
        case pause
        /// To end.
        case end
    }

    /// Takes the end; the first one counts.
    func finish(_ end: Outcome) {
        let waiter = state.withLock { state in
            guard state.end == nil else { return nil as CheckedContinuation<Outcome, Never>? }
            state.end = end
            return state.waiter.take()
        }
        waiter?.resume(returning: end)
    }
}

extension Inbox.State {
    fileprivate mutating func takeFirst() -> Exchange.Part? {
        guard !parts.isEmpty else { return nil }
        let part = parts.removeFirst()
        if case .bytes(let bytes) = part { unreadByteCount -= bytes.count }
        return part
    }

    #if canImport(FoundationNetworking)
        /// A task that is suspended here loses its connection, and begins anew when it goes on.
        fileprivate mutating func startPausing() -> Bool { false }
        fileprivate mutating func stopPausing() -> Bool { false }
    #else
        /// Whether the task is to be suspended now.
        fileprivate mutating func startPausing() -> Bool {
            guard !isPaused, unreadByteCount >= WebLimits.unreadPauseByteCount else { return false }
            isPaused = true
            return true
        }

        /// Whether the task is to go on now.
        fileprivate mutating func stopPausing() -> Bool {
            guard isPaused, unreadByteCount < WebLimits.unreadPauseByteCount / 2 else {
                return false
            }
            isPaused = false
            return true
        }
    #endif
}
