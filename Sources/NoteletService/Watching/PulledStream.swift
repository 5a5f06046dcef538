internal import Domain
internal import Locking

/// What a source of messages has at a moment.
enum Pull {
    /// One encoded message; there may be more.
    case message([UInt8])
    /// Nothing until the stream is woken.
    case wait
    /// Nothing any more.
    case end
}

/// Makes messages one at a time, as many as the client takes.
protocol PullSource: Sendable {
    /// The next message.
    mutating func pull() throws(DomainError) -> Pull
    /// A message that says nothing but that the stream lives; nil when there is none.
    func heartbeat() -> [UInt8]?
}

/// Sends what a source gives whenever the client can take more.
///
/// Nothing is queued here: a client that does not read makes the source wait, and costs the memory
/// of one message. One message is pulled a turn, so that a long stream leaves the thread to others.
final class PulledStream<Source: PullSource>: StreamSession {
    private let stream: any OutboundStream
    private let state: Mutex<State>

    private struct State {
        var source: Source
        var phase = Phase.notStarted
        /// Whether it was woken while pulling.
        var isWokenAgain = false
        var sentCount: UInt64 = 0
    }

    private enum Phase {
        /// Not to send anything yet, whatever wakes it.
        case notStarted
        /// Waiting to be woken: by news, or by the client's taking more.
        case idle
        /// A turn is due or under way.
        case pulling
        case finished
    }

    /// Connects a source to a stream; nothing happens until `start`.
    init(stream: any OutboundStream, source: Source) {
        self.stream = stream
        state = Mutex(State(source: source))
    }

    /// Begins to send; again, and after the end, it is no change.
    func start() {
        state.withLock { if $0.phase == .notStarted { $0.phase = .idle } }
        wake()
    }

    func clientCanTakeMore() { wake() }

    func stop() { state.withLock { $0.phase = .finished } }

    /// How many messages were sent.
    var sentCount: UInt64 { state.withLock { $0.sentCount } }

    /// Lets the stream look whether there is something to send; from any thread.
    func wake() {
        let isDue = state.withLock { state in
            switch state.phase {
            case .idle:
                state.phase = .pulling
                return true
            case .pulling:
                state.isWokenAgain = true
                return false
            case .notStarted, .finished:
                return false
            }
        }
        if isDue { stream.execute { self.takeTurn() } }
    }

    /// Sends a sign of life, unless the stream is busy sending or its client does not read.
    func sendHeartbeat() {
        stream.execute {
            guard self.stream.isWritable else { return }
            let message = self.state.withLock { $0.phase == .idle ? $0.source.heartbeat() : nil }
            if let message { self.stream.send(message) }
        }
    }

    /// Ends the stream; again is no change.
    func finish(_ error: DomainError?) {
        let isFirst = state.withLock { state in
            defer { state.phase = .finished }
            return state.phase != .finished
        }
        if isFirst { stream.finish(error) }
    }

    private func takeTurn() {
        guard stream.isWritable else { return rest() }
        let outcome = state.withLock { state -> Result<Pull, DomainError>? in
            guard state.phase == .pulling else { return nil }
            state.isWokenAgain = false
            return Result { () throws(DomainError) in try state.source.pull() }
        }
        switch outcome {
        case nil: break
        case .success(.message(let message)):
            state.withLock { $0.sentCount += 1 }
            stream.send(message)
            stream.execute { self.takeTurn() }
        case .success(.wait): rest()
        case .success(.end): finish(nil)
        case .failure(let error): finish(error)
        }
    }

    /// Goes idle, unless it was woken meanwhile.
    private func rest() {
        let isDue = state.withLock { state in
            guard state.phase == .pulling else { return false }
            let isDue = state.isWokenAgain && stream.isWritable
            state.phase = isDue ? .pulling : .idle
            state.isWokenAgain = false
            return isDue
        }
        if isDue { stream.execute { self.takeTurn() } }
    }
}
