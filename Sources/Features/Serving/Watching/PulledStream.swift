package import Domain
internal import Locking

/// What a source of messages has at a moment.
package enum Pull {
    /// One encoded message; there may be more.
    case message([UInt8])
    /// Nothing until the stream is woken.
    case wait
    /// Nothing any more.
    case end
}

/// Makes messages one at a time, as many as the client takes.
package protocol PullSource: Sendable {
    /// The next message.
    mutating func pull() throws(DomainError) -> Pull
    /// A message that says nothing but that the stream lives; nil when there is none.
    func heartbeat() -> [UInt8]?
}

/// Sends what a source gives whenever the client can take more.
///
/// Nothing is queued here: a client that does not read makes the source wait, and costs the memory
/// of one message. One message is pulled a turn, so that a long stream leaves the thread to others.
/// Whoever wakes it never waits for a source that reads.
package final class PulledStream<Source: PullSource>: StreamSession {
    private let stream: any OutboundStream
    private let state: Mutex<State>
    private let messageCount = Atomic<UInt64>(0)

    private enum State {
        /// Not to send anything yet, whatever wakes it.
        case notStarted(Source)
        /// Waiting to be woken: by news, or by the client's taking more.
        case idle(Source)
        /// A turn will come.
        case due(Source)
        /// A turn has the source, and takes another look if it was woken meanwhile.
        case pulling(isWokenAgain: Bool)
        case finished
    }

    /// Connects a source to a stream; nothing happens until `start`.
    package init(stream: any OutboundStream, source: Source) {
        self.stream = stream
        state = Mutex(.notStarted(source))
    }

    /// Begins to send; again, and after the end, it is no change.
    package func start() {
        state.withLock { state in
            if case .notStarted(let source) = state { state = .idle(source) }
        }
        wake()
    }

    /// Looks whether there is something to send.
    package func clientCanTakeMore() { wake() }

    /// Sends nothing any more.
    package func stop() { state.withLock { $0 = .finished } }

    /// How many messages were sent.
    var sentCount: UInt64 { messageCount.load(ordering: .relaxed) }

    /// Lets the stream look whether there is something to send; from any thread.
    package func wake() {
        let isDue = state.withLock { state in
            switch state {
            case .idle(let source):
                state = .due(source)
                return true
            case .pulling:
                state = .pulling(isWokenAgain: true)
                return false
            case .notStarted, .due, .finished:
                return false
            }
        }
        if isDue { stream.execute { self.takeTurn() } }
    }

    /// Sends a sign of life, unless the stream is busy sending or its client does not read.
    package func sendHeartbeat() {
        stream.execute {
            guard self.stream.isWritable, let message = self.idleSource?.heartbeat() else { return }
            self.stream.sendSignOfLife(message)
        }
    }

    /// Ends the stream; again is no change.
    package func finish(_ error: DomainError?) {
        let isFirst = state.withLock { state in
            defer { state = .finished }
            if case .finished = state { return false }
            return true
        }
        if isFirst { stream.finish(error) }
    }

    private var idleSource: Source? {
        state.withLock { state in
            guard case .idle(let source) = state else { return nil }
            return source
        }
    }

    private func takeTurn() {
        guard stream.isWritable else { return waitForRoom() }
        guard var source = takeSource() else { return }
        do throws(DomainError) {
            switch try source.pull() {
            case .message(let message):
                messageCount.add(1, ordering: .relaxed)
                stream.send(message)
                endTurn(source, mayHaveMore: true)
            case .wait: endTurn(source, mayHaveMore: false)
            case .end: finish(nil)
            }
        } catch {
            finish(error)
        }
    }

    /// Goes idle: the client's taking more will wake it, and what is new by then is read then.
    private func waitForRoom() {
        state.withLock { state in
            if case .due(let source) = state { state = .idle(source) }
        }
    }

    /// The source, for a turn that is due; nil once the stream has finished.
    private func takeSource() -> Source? {
        state.withLock { state in
            guard case .due(let source) = state else { return nil }
            state = .pulling(isWokenAgain: false)
            return source
        }
    }

    /// Gives the source back; another turn follows if there may be more, or news came meanwhile.
    private func endTurn(_ source: Source, mayHaveMore: Bool) {
        let isDue = state.withLock { state in
            guard case .pulling(let isWokenAgain) = state else { return false }
            let isDue = mayHaveMore || isWokenAgain
            state = isDue ? .due(source) : .idle(source)
            return isDue
        }
        if isDue { stream.execute { self.takeTurn() } }
    }
}
