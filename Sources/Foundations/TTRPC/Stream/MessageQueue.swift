import Locking

/// Messages between an event loop, which appends them, and a task, which takes them.
///
/// It asks the loop to wait from 64 messages or 256 KiB on, and lets it go on once half of that
/// has been taken: what is not read stays in the socket.
final class MessageQueue: Sendable {
    private let state = Mutex(State())

    fileprivate static let countMax = 64
    fileprivate static let byteCountMax = 256 << 10

    /// How much room is left.
    enum Room { case some, full }

    /// What a taker gets: a message, or nil at the end.
    typealias Element = Result<[UInt8]?, RPCError>

    fileprivate struct State {
        var messages: [[UInt8]] = []
        var headIndex = 0
        var byteCount = 0
        var end: Element?
        var waiter: CheckedContinuation<Element, Never>?
        var drained: (@Sendable () -> Void)?

        var count: Int { messages.count - headIndex }
    }

    /// Adds a message behind the others.
    func append(_ message: [UInt8]) -> Room {
        let (waiter, room): (CheckedContinuation<Element, Never>?, Room) = state.withLock { state in
            guard state.end == nil else { return (nil, .some) }
            if let waiter = state.waiter.take() { return (waiter, .some) }
            state.messages.append(message)
            state.byteCount += message.count
            let isFull = state.count >= Self.countMax || state.byteCount >= Self.byteCountMax
            return (nil, isFull ? .full : .some)
        }
        waiter?.resume(returning: .success(message))
        return room
    }

    /// Ends the messages, well or with an error; the first end counts.
    func finish(_ error: RPCError?) {
        let end: Element = error.map { .failure($0) } ?? .success(nil)
        let waiter = state.withLock { state in
            guard state.end == nil else { return nil as CheckedContinuation<Element, Never>? }
            state.end = end
            return state.waiter.take()
        }
        waiter?.resume(returning: end)
    }

    /// Calls `action` once, as soon as half of the room is free.
    func whenDrained(_ action: @escaping @Sendable () -> Void) {
        let isDrained = state.withLock { state in
            guard !state.hasRoom else { return true }
            state.drained = action
            return false
        }
        if isDrained { action() }
    }

    /// Takes the next message: nil at the end, and an error if the call failed or was cancelled.
    ///
    /// One task takes at a time; a second that waits is refused.
    func next() async throws(RPCError) -> [UInt8]? {
        let element = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in take(continuation) }
        } onCancel: {
            cancelWaiter()
        }
        return try element.get()
    }

    private func take(_ continuation: CheckedContinuation<Element, Never>) {
        let (element, drained): (Element?, (@Sendable () -> Void)?) = state.withLock { state in
            if let message = state.takeFirst() {
                return (.success(message), state.hasRoom ? state.drained.take() : nil)
            }
            if let end = state.end { return (end, nil) }
            // Asked under the lock: a cancellation that comes later waits for it, and finds who
            // waits here.
            if Task.isCancelled { return (.failure(RPCError(.cancelledByCaller)), nil) }
            guard state.waiter == nil else {
                let message = "two tasks cannot wait for the same messages"
                return (.failure(RPCError(.failedPrecondition, message)), nil)
            }
            state.waiter = continuation
            return (nil, nil)
        }
        drained?()
        if let element { continuation.resume(returning: element) }
    }

    private func cancelWaiter() {
        let waiter = state.withLock { $0.waiter.take() }
        waiter?.resume(returning: .failure(RPCError(.cancelledByCaller)))
    }
}

extension MessageQueue.State {
    fileprivate var hasRoom: Bool {
        count <= MessageQueue.countMax / 2 && byteCount <= MessageQueue.byteCountMax / 2
    }

    fileprivate mutating func takeFirst() -> [UInt8]? {
        guard headIndex < messages.count else { return nil }
        let message = messages[headIndex]
        messages[headIndex] = []
        headIndex += 1
        byteCount -= message.count
        if headIndex == messages.count {
            messages.removeAll(keepingCapacity: true)
            headIndex = 0
        } else if headIndex >= 64 {
            messages.removeFirst(headIndex)
            headIndex = 0
        }
        return message
    }
}
