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
