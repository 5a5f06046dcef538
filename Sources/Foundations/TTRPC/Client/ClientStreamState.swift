/// One call with streams of messages, seen from the client's loop.
///
/// `@unchecked Sendable`: `isInputClosed` is used on the connection's loop alone; the rest is
/// constant, and the queue guards itself.
final class ClientStreamState: @unchecked Sendable {
    let shape: StreamShape
    let token = CallToken()
    let messages: MessageQueue
    /// Whether the server was told that no more messages follow.
    var isInputClosed: Bool

    private let connection: ClientConnection

    init(_ shape: StreamShape, on connection: ClientConnection) {
        self.shape = shape
        self.connection = connection
        isInputClosed = shape == .serverStream
        messages = MessageQueue()
    }

    /// Takes a message, and lets the connection wait if nobody reads.
    func receive(_ message: RawSpan) {
        guard messages.append(message.copiedBytes()) == .full, let id = token.id else { return }
        connection.machine.setPaused(true, id)
        messages.whenDrained {
            self.connection.perform {
                self.connection.machine.setPaused(false, id)
                self.connection.resumeReading()
            }
        }
    }

    /// Takes the message of a response: the one of a client stream, or a last one.
    ///
    /// A stream of responses may end with an empty response, which is no message.
    func receiveResponse(_ payload: RawSpan) {
        guard shape == .clientStream || payload.byteCount > 0 else { return }
        _ = messages.append(payload.copiedBytes())
    }

    /// Takes the end of the call.
    func end(_ status: Status) {
        isInputClosed = true
        messages.finish(status.code == .ok ? nil : RPCError(status))
    }
}
