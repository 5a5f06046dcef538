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
        let outcome: Outcome? = state.withLock { state in
            if let part = state.takeFirst() {
                state.resumeIfRead(task)
                return .success(part)
            }
            if let end = state.end { return end }
            // Asked under the lock: a cancellation that comes later waits for it, and finds who
            // waits here.
            if Task.isCancelled { return .failure(.cancelled) }
            precondition(state.waiter == nil, "One task at a time reads a response.")
            state.waiter = waiter
            return nil
        }
        if let outcome { waiter.resume(returning: outcome) }
    }

    /// Lets whoever waits go without a part.
    func cancelWaiter() {
        let waiter = state.withLock { $0.waiter.take() }
        waiter?.resume(returning: .failure(.cancelled))
    }

    /// Takes a part; true where it is the one too many, so that the task has to end.
    func put(_ part: Exchange.Part, byteCount: Int, from task: URLSessionTask) -> Bool {
        let (waiter, isTooMuch): (CheckedContinuation<Outcome, Never>?, Bool) = state.withLock {
            state in
            guard state.end == nil else { return (nil, false) }
            if let waiter = state.waiter.take() { return (waiter, false) }
            state.parts.append(part)
            state.unreadByteCount += byteCount
            guard state.unreadByteCount <= unreadByteCountMax else {
                state.end = .failure(.overrun)
                return (nil, true)
            }
            state.suspendIfUnread(task)
            return (nil, false)
        }
        waiter?.resume(returning: .success(part))
        return isTooMuch
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

    // Under the lock, so that the last word is that of the last count.
    #if canImport(FoundationNetworking)
        /// A task that is suspended here loses its connection, and begins anew when it goes on.
        fileprivate mutating func suspendIfUnread(_ task: URLSessionTask) {}
        fileprivate mutating func resumeIfRead(_ task: URLSessionTask) {}
    #else
        /// Lets the server wait while much is unread.
        fileprivate mutating func suspendIfUnread(_ task: URLSessionTask) {
            guard !isPaused, unreadByteCount >= WebLimits.unreadPauseByteCount else { return }
            isPaused = true
            task.suspend()
        }

        /// Lets the server go on once half of that has been read.
        fileprivate mutating func resumeIfRead(_ task: URLSessionTask) {
            guard isPaused, unreadByteCount < WebLimits.unreadPauseByteCount / 2 else { return }
            isPaused = false
            task.resume()
        }
    #endif
}
