internal import Connect
internal import Domain
internal import HTTP
internal import Locking
internal import Serving
internal import TTRPC

/// A call from its head on: who makes it, how, and how it is counted once it has ended.
struct WebCall: Sendable {
    let method: WebMethod
    let request: ConnectRequest
    let messages: WebMessages
    let credentials: CallCredentials
    /// What every response to it says in its head.
    let headers: [HTTPHeader]
    let counting: WebCounting.Call
    let refusals: Refusals
    /// The session whose tokens are in cookies; nil where they are not.
    let session: CookieSession?
    let clock: any Clock

    /// Runs the call, whose request is there, and answers it.
    func run(_ body: [UInt8], _ reply: HTTPReply, in door: WebDoor) {
        do throws(WebFailure) {
            if let refusal = method.refusal { throw .domain(refusal) }
            if request.timeout == .zero { throw .connect(.deadlinePassed) }
            let asked = try payload(body)
            let payload = session?.completed(asked, of: method.served.method) ?? asked
            switch method.served.handler {
            case .read(let read):
                answer(read(credentials, payload.span.bytes), reply)
            case .change, .task:
                start(payload, WebAnswer(self, reply), door)
            case .stream(let stream):
                WebStream(self, door).start(stream, payload, reply)
            }
        } catch {
            fail(error, reply)
        }
    }

    private func payload(_ body: [UInt8]) throws(WebFailure) -> [UInt8] {
        let message = request.queryMessage ?? body
        guard method.isStream else {
            return try messages.request(message, request.compression)
        }
        let envelope = try envelope(message)
        guard envelope.isCompressed else {
            return try messages.request(envelope.message, .identity)
        }
        guard request.compression != .identity else {
            let problem = "the message is compressed, and no Connect-Content-Encoding says how"
            throw .connect(ConnectError(.internal, problem))
        }
        return try messages.request(envelope.message, request.compression)
    }

    private func envelope(_ body: [UInt8]) throws(WebFailure) -> ConnectEnvelope {
        do throws(ConnectEnvelope.Problem) {
            return try ConnectEnvelope(soleIn: body)
        } catch {
            throw .connect(ConnectError(.invalidArgument, "the body is not one enveloped message"))
        }
    }

    private func start(_ payload: [UInt8], _ answer: WebAnswer, _ door: WebDoor) {
        if let timeout = request.timeout {
            answer.expire(after: min(timeout, door.limits.unaryTimeoutMax))
        }
        let work = door.run(method.served, credentials, payload) {
            answer.isAwaited
        } completion: { outcome in
            answer.send(outcome)
        }
        if let work { answer.keep(work) }
    }

    /// Answers with what came of a unary call.
    func answer(_ outcome: CallOutcome, _ reply: HTTPReply) {
        switch outcome {
        case .success(let response):
            counting.end(.ok)
            let divided = session?.divided(response, of: method.served.method, at: clock.now())
            let (response, cookies) = divided ?? (response, [])
            reply.send(
                HTTPResponse(
                    .ok,
                    headers: headers + cookies + [contentType],
                    body: messages.response(response)
                )
            )
        case .failure(let error): fail(.domain(error), reply)
        }
    }

    private var contentType: HTTPHeader {
        HTTPHeader("Content-Type", request.codec.contentType(of: method.connect.kind))
    }

    /// Answers with why nothing came of it: as the protocol has it for calls of the kind.
    func fail(_ failure: WebFailure, _ reply: HTTPReply) {
        let error = error(of: failure)
        counting.end(StatusCode(error.code))
        let headers = headers + retryHeaders(of: failure)
        reply.send(.failed(error, method.connect.kind, request.codec, headers: headers))
    }

    /// What a caller is told of a failure.
    func error(of failure: WebFailure) -> ConnectError {
        switch failure {
        case .domain(let error): ConnectError(refusals.status(of: error))
        case .connect(let error): error
        }
    }

    private func retryHeaders(of failure: WebFailure) -> [HTTPHeader] {
        // The answer of a stream is there at once, whatever it says.
        guard !method.isStream, case .domain(.refused(.rateLimited(let seconds))) = failure
        else { return [] }
        return [HTTPHeader("Retry-After", "\(seconds)")]
    }
}

extension ConnectError {
    /// Why a call ends that took longer than its caller waits.
    static let deadlinePassed = ConnectError(.deadlineExceeded, "the deadline has passed")
}

extension HTTPResponse {
    /// The answer to a call that failed: as the protocol has it for calls of the kind.
    static func failed(
        _ error: ConnectError,
        _ kind: ConnectCallKind,
        _ codec: ConnectCodec,
        headers: [HTTPHeader]
    ) -> HTTPResponse {
        switch kind {
        case .unary:
            return .failed(error, headers: headers)
        case .serverStream:
            let contentType = HTTPHeader("Content-Type", codec.contentType(of: kind))
            var body: [UInt8] = []
            ConnectEnvelope.append(endOfStream: error, to: &body)
            return HTTPResponse(.ok, headers: headers + [contentType], body: body)
        }
    }

    /// The answer to a unary call that failed.
    static func failed(_ error: ConnectError, headers: [HTTPHeader]) -> HTTPResponse {
        HTTPResponse(
            HTTPStatus(rawValue: error.code.httpStatus),
            headers: headers + [HTTPHeader("Content-Type", "application/json")],
            body: error.json
        )
    }
}

/// The answer to a call that its deadline may come before; the first one counts.
private final class WebAnswer: Sendable {
    private let call: WebCall
    private let state: Mutex<State>

    private struct State {
        /// What is answered with; nil once that was done.
        var reply: HTTPReply?
        /// What looks to the deadline, and what works on the call: both end with the answer.
        var tasks: [Task<Void, Never>] = []
    }

    init(_ call: WebCall, _ reply: HTTPReply) {
        self.call = call
        state = Mutex(State(reply: reply))
    }

    /// Whether nothing was answered yet.
    var isAwaited: Bool { state.withLock { $0.reply != nil } }

    /// Answers that the deadline has passed where nothing is answered within a time.
    func expire(after time: Duration) {
        keep(
            Task {
                // Throws only when the answer has come.
                guard (try? await Task.sleep(for: time)) != nil else { return }
                if let reply = self.take() { self.call.fail(.connect(.deadlinePassed), reply) }
            }
        )
    }

    /// Has a task cancelled as soon as there is an answer.
    func keep(_ task: Task<Void, Never>) {
        let isAwaited = state.withLock { state in
            if state.reply != nil { state.tasks.append(task) }
            return state.reply != nil
        }
        if !isAwaited { task.cancel() }
    }

    func send(_ outcome: CallOutcome) {
        if let reply = take() { call.answer(outcome, reply) }
    }

    private func take() -> HTTPReply? {
        let last = state.withLock { state in
            defer { state = State() }
            return state
        }
        for task in last.tasks { task.cancel() }
        return last.reply
    }
}
