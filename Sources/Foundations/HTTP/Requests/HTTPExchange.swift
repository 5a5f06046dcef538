internal import Locking

/// A request from its head to the end of its response; libmicrohttpd keeps it meanwhile.
///
/// `@unchecked Sendable`: `body` and `handle` are used by the thread of the connection alone.
final class HTTPExchange: @unchecked Sendable {
    let connection: HTTPConnection
    private let pause: HTTPPause
    private let state = Mutex(State.receiving)
    private var bodyByteCountMax = 0
    private var body: [UInt8] = []
    /// What handles the request when its body is there; nil once it has it.
    private var handle: (@Sendable ([UInt8], HTTPReply) -> Void)?

    /// What the request comes to.
    enum Answer: Sendable {
        case response(HTTPResponse)
        case stream(HTTPStream, [HTTPHeader])

        /// Has a stream that nobody will read end.
        func drop() {
            if case .stream(let stream, _) = self { stream.end() }
        }
    }

    private enum State {
        /// The body comes, or the handler has the request.
        case receiving
        /// The connection rests until there is an answer.
        case resting
        /// There is an answer, which the connection does not have yet.
        case answered(Answer)
        /// The connection has the answer.
        case sending(HTTPStream?)
        case over
    }

    init(_ connection: HTTPConnection, _ pause: HTTPPause) {
        self.connection = connection
        self.pause = pause
    }

    /// Does what was decided on the request.
    func receive(_ reception: HTTPReception) {
        switch reception {
        case .answer(let response): answer(.response(response))
        case .body(let byteCountMax, _, let handle):
            bodyByteCountMax = byteCountMax
            self.handle = handle
        }
    }

    /// Takes a part of the body; false where it gets longer than it may be.
    func receive(_ part: UnsafeRawBufferPointer) -> Bool {
        guard part.count <= bodyByteCountMax - body.count else { return false }
        unsafe body.append(contentsOf: part)
        return true
    }

    /// Has the request handled whose body is there; again is no change.
    func finishReceiving() {
        // From here on the peer waits, or takes its time with the answer.
        connection.awaitNothing()
        guard let handle = handle.take() else { return }
        let body = body
        self.body = []
        handle(body, HTTPReply(to: self))
    }

    /// Takes the answer; from any thread, and the first counts.
    func answer(_ answer: Answer) {
        let isTaken = state.withLock { state in
            switch state {
            case .receiving:
                state = .answered(answer)
                return true
            case .resting:
                state = .answered(answer)
                pause.end()
                return true
            case .answered, .sending, .over:
                return false
            }
        }
        if !isTaken { answer.drop() }
    }

    /// The answer, for the connection to send it; where there is none yet, the connection rests.
    func takeAnswerOrRest() -> Answer? {
        state.withLock { state in
            switch state {
            case .answered(let answer):
                if case .stream(let stream, _) = answer {
                    state = .sending(stream)
                } else {
                    state = .sending(nil)
                }
                return answer
            case .receiving:
                state = .resting
                pause.begin()
                return nil
            case .resting, .sending, .over:
                return nil
            }
        }
    }

    /// Ends the exchange, as the server does: with what is said while it ends.
    func abandon() {
        endStream()
        answer(.response(.ending))
    }

    /// Whether the connection sends a stream.
    var isStreaming: Bool {
        if case .sending(.some) = state.withLock({ $0 }) { true } else { false }
    }

    /// Ends the stream that the connection sends, or is about to, if there is one.
    func endStream() {
        switch state.withLock({ $0 }) {
        case .sending(let stream?), .answered(.stream(let stream, _)): stream.abandon()
        case .receiving, .resting, .answered, .sending, .over: break
        }
    }

    /// Is told that the connection is done with it, or has ended.
    func end() {
        let last = state.withLock { state in
            defer { state = .over }
            return state
        }
        if case .answered(let answer) = last { answer.drop() }
    }
}
