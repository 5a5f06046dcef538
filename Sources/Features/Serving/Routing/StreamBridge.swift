internal import Domain
internal import TTRPC

/// Joins a stream of the runtime to a session of the service.
final class StreamBridge: ServerStreamHandler {
    private let outbound: BridgedStream
    private let credentials: CallCredentials
    private let handler: StreamMethodHandler
    private var session: (any StreamSession)?
    /// Lets the connection count for the caller's account until the stream ends, whatever token
    /// comes next.
    private var seat: AccountSeat?

    /// Waits for the request of a call.
    init(
        _ stream: ServerStream,
        padding: FramePadding?,
        credentials: CallCredentials,
        refusals: Refusals,
        _ handler: @escaping StreamMethodHandler
    ) {
        outbound = BridgedStream(stream, padding, refusals)
        self.credentials = credentials
        self.handler = handler
    }

    func streamDidReceive(_ stream: ServerStream, _ message: RawSpan) {
        guard session == nil else { return }
        do throws(DomainError) {
            session = try handler(credentials, message, outbound)
            seat = credentials.memory.seat
        } catch {
            outbound.finish(error)
        }
    }

    func streamMayMakeRoom(_ stream: ServerStream) -> Bool { session?.isReplaceable ?? false }

    func streamShouldMakeRoom(_ stream: ServerStream, streamCountMax: Int) {
        outbound.finish(.refused(.watchReplaced(limit: streamCountMax)))
    }

    func streamIsWritable(_ stream: ServerStream) {
        session?.clientCanTakeMore()
    }

    func streamDidEnd(_ stream: ServerStream, _ status: Status) {
        session?.stop()
    }
}

/// A stream of the runtime as the service uses it.
private final class BridgedStream: OutboundStream {
    private let stream: ServerStream
    private let padding: FramePadding?
    private let refusals: Refusals

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
