internal import Connect
internal import Domain
internal import HTTP
internal import Locking
internal import Serving
internal import TTRPC

/// A stream of responses, each in its envelope, as a session of the service sends them.
final class WebStream: Sendable {
    private let call: WebCall
    private let door: WebDoor
    private let body: HTTPStream
    private let state = Mutex(State())

    private struct State {
        var session: (any StreamSession)?
        var isOver = false
        var timer: Task<Void, Never>?
    }

    init(_ call: WebCall, _ door: WebDoor) {
        self.call = call
        self.door = door
        body = HTTPStream(byteCountMax: door.limits.streamByteCountMax)
    }

    /// Begins to answer, and starts what goes on behind the stream.
    func start(_ handler: StreamMethodHandler, _ payload: [UInt8], _ reply: HTTPReply) {
        let type = call.request.codec.contentType(of: .serverStream)
        let ending = door.streams.insert(self)
        reply.send(body, headers: call.headers + [HTTPHeader("Content-Type", type)], to: self)
        if let ending { return end(ending) }
        do throws(DomainError) {
            keep(try handler(call.credentials, payload.span.bytes, self))
        } catch {
            finish(error)
        }
    }

    private func keep(_ session: any StreamSession) {
        let isOver = state.withLock { state in
            state.session = session
            state.timer = timer()
            return state.isOver
        }
        if isOver { session.stop() }
    }

    private func timer() -> Task<Void, Never>? {
        call.request.timeout.map { timeout in
            Task { [weak self] in
                // Throws only when the stream is over.
                guard (try? await Task.sleep(for: timeout)) != nil else { return }
                self?.end(.deadlinePassed)
            }
        }
    }

    /// Ends the stream, from any thread; the first end counts.
    func end(_ error: ConnectError?) {
        let isFirst = state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
        guard isFirst else { return }
        call.counting.end(error.map { StatusCode($0.code) } ?? .ok)
        var end: [UInt8] = []
        ConnectEnvelope.append(endOfStream: error, to: &end)
        body.finish(end)
    }
}

extension WebStream: OutboundStream {
    var isWritable: Bool { body.isWritable }

    func send(_ message: [UInt8]) {
        var envelope: [UInt8] = []
        ConnectEnvelope.append(call.messages.response(message), to: &envelope)
        body.send(envelope)
    }

    func finish(_ error: DomainError?) {
        end(error.map { call.error(of: .domain($0)) })
    }

    func execute(_ job: @escaping @Sendable () -> Void) { body.execute(job) }
}

extension WebStream: HTTPStreamHandler {
    func streamIsWritable(_ stream: HTTPStream) {
        state.withLock { $0.session }?.clientCanTakeMore()
    }

    func streamDidEnd(_ stream: HTTPStream) {
        door.streams.remove(self)
        let (session, timer, wasOver) = state.withLock { state in
            defer { state = State(isOver: true) }
            return (state.session, state.timer, state.isOver)
        }
        timer?.cancel()
        // The caller has gone.
        if !wasOver { call.counting.end(.cancelled) }
        session?.stop()
    }
}
