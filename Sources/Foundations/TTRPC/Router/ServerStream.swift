internal import Networking

/// One call with streams of messages, seen from the server.
///
/// `execute` and the forms of `finish` may be called from any thread. The others belong to the
/// event loop, on which the handler is called: only there is known whether more may be sent, and a
/// producer on another thread hands over what it has by `execute`.
///
/// `@unchecked Sendable`: what changes is used on the connection's loop alone; the rest is fixed.
public final class ServerStream: @unchecked Sendable {
    /// What belongs to the connection rather than to the call.
    public var connectionContext: ConnectionContext { connection.context }
    /// Which sides send many messages.
    public let shape: StreamShape

    private(set) var ticket: CallTicket
    let connection: ServerConnection
    var handler: (any ServerStreamHandler)?
    /// How the call ended; nil while it goes on.
    var end: Status?
    /// When something happened last for which the caller may have been waiting.
    private(set) var activeSince: UInt64
    /// Whether the stream was told to wait, and `streamIsWritable` is to follow.
    var awaitsWritable = false

    /// Whether the call is over.
    var isEnded: Bool { end != nil }

    init(_ ticket: CallTicket, _ shape: StreamShape, on connection: ServerConnection) {
        self.ticket = ticket
        self.shape = shape
        self.connection = connection
        activeSince = ticket.startNanoseconds
    }

    /// Notes that something happened for which the caller may have been waiting, more than a sign
    /// of life; on the loop only.
    ///
    /// Of the streams that may make room for another one, that ends of which this is longest ago.
    public func noteActivity() {
        activeSince = connection.socket.loop.now
    }

    /// Notes a number for the record of the call, such as that of what it is about; on the
    /// loop only.
    public func note(tag: UInt64) { ticket.tag = tag }

    /// Whether a message may be sent now, whichever stream or call has filled the connection; on
    /// the loop only.
    ///
    /// After false, `streamIsWritable` follows.
    public var isWritable: Bool { connection.isWritable(for: self) }

    /// Sends a message; on the loop only.
    ///
    /// A producer that goes on after false is kept in memory up to the connection's outbound
    /// limit; beyond it the stream ends with RESOURCE_EXHAUSTED.
    ///
    /// - Parameters:
    ///   - message: The encoded message.
    ///   - padding: What lengthens it, or nil.
    /// - Returns: Whether more may be sent now; after false, `streamIsWritable` follows.
    @discardableResult
    public func send(_ message: [UInt8], padding: FramePadding? = nil) -> Bool {
        let paddingByteCount =
            padding?.fieldByteCount(behind: message.count) { FrameHeader.byteCount + $0 } ?? 0
        return send(byteCount: message.count + paddingByteCount) { output in
            message.withRawSpan { output.append(copying: $0) }
            padding?.encode(byteCount: paddingByteCount, into: &output)
        }
    }

    /// Sends a message that is written straight into the connection's buffer; on the loop only.
    ///
    /// - Parameters:
    ///   - byteCount: Exactly how many bytes `encode` appends.
    ///   - encode: Appends the message.
    /// - Returns: Whether more may be sent now; after false, `streamIsWritable` follows.
    @discardableResult
    public func send(byteCount: Int, encode: (inout OutputRawSpan) -> Void) -> Bool {
        connection.send(on: self, byteCount: byteCount, encode: encode)
    }

    /// Ends the call.
    ///
    /// - Parameter status: What the caller is told; `ok` ends the messages in good order.
    public func finish(_ status: Status = .ok) {
        connection.perform { self.connection.finish(self, status) }
    }

    /// Ends the call with its one response, or with a last message.
    ///
    /// - Parameter response: The encoded message.
    public func finish(_ response: [UInt8]) {
        connection.perform { self.connection.finish(self, response) }
    }

    /// Runs a job on the event loop of the connection, after what the loop is doing now.
    ///
    /// - Parameter job: What may use the parts of the stream that belong to the loop.
    public func execute(_ job: @escaping @Sendable () -> Void) {
        _ = connection.context.eventLoop.execute(job)
    }

    /// Runs a job on the event loop of the connection once the loop has sent the replies that it
    /// has, so that none of them waits for it.
    ///
    /// - Parameter job: What may use the parts of the stream that belong to the loop.
    public func executeAfterReplies(_ job: @escaping @Sendable () -> Void) {
        let loop = connection.context.eventLoop
        _ = loop.execute { loop.atEndOfTurn(job) }
    }

    /// Leaves further messages of the caller in the socket; on the loop only.
    ///
    /// The protocol has no flow control for a single stream: the whole connection waits once a
    /// message for this stream is next.
    public func pauseReceiving() {
        connection.setPaused(true, self)
    }

    /// Lets the caller's messages come again; on the loop only.
    public func resumeReceiving() {
        connection.setPaused(false, self)
    }
}

/// Sends the responses of a stream.
public struct StreamWriter<Message: Encodable & Sendable>: Sendable {
    private let stream: ServerStream
    private let handler: StreamTask

    init(_ stream: ServerStream, _ handler: StreamTask) {
        self.stream = stream
        self.handler = handler
    }

    /// Sends a message, and waits while the caller takes none.
    ///
    /// - Parameter message: The message.
    /// - Throws: `RPCError` if the call is over, or the message cannot be encoded.
    public func send(_ message: Message) async throws(RPCError) {
        let bytes = try MessageCoding.encode(message)
        let result = await withCheckedContinuation { (sender: StreamTask.Sender) in
            let isTaken = stream.connection.perform { [handler, stream] in
                handler.send(bytes, on: stream, sender)
            }
            if !isTaken { sender.resume(returning: .failure(RPCError(.shuttingDown))) }
        }
        try result.get()
    }
}
