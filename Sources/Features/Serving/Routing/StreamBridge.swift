internal import Domain
internal import NoteletAPI
internal import TTRPC

/// Joins a stream of the runtime to a session of the service of an app.
final class StreamBridge: ServerStreamHandler {
    private let call: StreamedCall
    private let route: AppRoute
    /// The stream as the app's service uses it, once the request has named the app.
    private var outbound: BridgedStream?
    private var app: ServedApp?
    private var session: (any StreamSession)?
    /// Lets the connection count for the caller's account until the stream ends, whatever token
    /// comes next.
    private var seat: AccountSeat?

    /// Waits for the request of a call.
    init(_ call: StreamedCall, _ route: AppRoute) {
        self.call = call
        self.route = route
    }

    func streamDidReceive(_ stream: ServerStream, _ message: RawSpan) {
        guard session == nil else { return }
        do throws(DomainError) {
            session = try begin(message, stream)
        } catch {
            let refusals = outbound?.refusals ?? route.apps.refusals
            stream.finish(refusals.status(of: error))
        }
    }

    /// Starts what goes on behind the stream, in the app that the request is for.
    private func begin(
        _ request: RawSpan,
        _ stream: ServerStream
    ) throws(DomainError) -> any StreamSession {
        stream.note(tag: ServedApps.tagOfNoApp)
        let app = try route.apps.whatAnswers(call.app, orNamedIn: request)
        stream.note(tag: app.tag)
        app.countCall(over: call.connection)
        let padding = route.method.isPadded ? call.padding : nil
        let outbound = BridgedStream(stream, padding, app.refusals)
        (self.app, self.outbound) = (app, outbound)
        if let end = app.streams.insert(outbound) { throw end }
        let method = app.methods(at: route.door)[route.number]
        if let refusal = method.refusal { throw refusal }
        guard case .stream(let start) = method.served.handler else {
            preconditionFailure("All apps serve a method in the same way.")
        }
        let credentials = call.credentials(for: app)
        let session = try start(credentials, request, outbound)
        seat = credentials.memory.seat
        return session
    }

    func streamMayMakeRoom(_ stream: ServerStream) -> Bool { session?.isReplaceable ?? false }

    func streamShouldMakeRoom(_ stream: ServerStream, streamCountMax: Int) {
        outbound?.finish(.refused(.watchReplaced(limit: streamCountMax)))
    }

    func streamIsWritable(_ stream: ServerStream) {
        session?.clientCanTakeMore()
    }

    func streamDidEnd(_ stream: ServerStream, _ status: Status) {
        if let outbound { app?.streams.remove(outbound) }
        session?.stop()
    }
}

/// A stream of the runtime as the service uses it.
final class BridgedStream: OutboundStream {
    private let stream: ServerStream
    private let padding: FramePadding?
    let refusals: Refusals

    init(_ stream: ServerStream, _ padding: FramePadding?, _ refusals: Refusals) {
        self.stream = stream
        self.padding = padding
        self.refusals = refusals
    }

    var isWritable: Bool { stream.isWritable }

    func send(_ message: [UInt8]) {
        stream.noteActivity()
        sendSignOfLife(message)
    }

    func sendSignOfLife(_ message: [UInt8]) { stream.send(message, padding: padding) }

    func finish(_ error: DomainError?) {
        stream.finish(error.map(refusals.status) ?? .ok)
    }

    func execute(_ job: @escaping @Sendable () -> Void) { stream.executeAfterReplies(job) }
}
