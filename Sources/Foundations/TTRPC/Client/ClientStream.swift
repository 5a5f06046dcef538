/// One call with streams of messages, seen from the client, on the level of bytes.
///
/// Letting go of it cancels the call.
public final class ClientStream: Sendable {
    private let state: ClientStreamState
    private let connection: ClientConnection

    init(_ state: ClientStreamState, on connection: ClientConnection) {
        self.state = state
        self.connection = connection
    }

    deinit {
        cancel()
    }

    /// What the server sends; for a client stream, its one response.
    public var messages: MessageSequence<[UInt8]> {
        decodedMessages { bytes throws(RPCError) in bytes }
    }

    /// What the server sends, decoded; the call is not given up as long as they are kept.
    func decodedMessages<Message: Sendable>(
        _ decode: @escaping @Sendable ([UInt8]) throws(RPCError) -> Message
    ) -> MessageSequence<Message> {
        MessageSequence(queue: state.messages, owner: self, decode: decode)
    }

    /// Sends a message, and waits while the server takes none.
    ///
    /// - Parameter message: The encoded message.
    /// - Throws: `RPCError`: FAILED_PRECONDITION after `finishSending()` or after the end of the
    ///   call, whose own error `messages` throws; RESOURCE_EXHAUSTED if the message is too long.
    public func send(_ message: [UInt8]) async throws(RPCError) {
        let limit = WireLimits.protocolMessageByteCountMax
        guard message.count <= limit else {
            throw RPCError(.oversizedMessage(byteCount: message.count))
        }
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<Void, RPCError>, Never>) in
            let isTaken = connection.perform { [state, connection] in
                guard !state.isInputClosed else {
                    let error = RPCError(.failedPrecondition, "the stream takes no more messages")
                    return continuation.resume(returning: .failure(error))
                }
                connection.send(message, on: state)
                connection.whenWritable { continuation.resume(returning: .success(())) }
            }
            if !isTaken { continuation.resume(returning: .failure(RPCError(.connectionLost))) }
        }
        try result.get()
    }

    /// Says that no more messages follow.
    public func finishSending() {
        connection.perform { [state, connection] in connection.closeInput(state) }
    }

    /// Waits for the one response of a client stream, after `finishSending()`.
    ///
    /// - Returns: The encoded response.
    /// - Throws: `RPCError` if the call failed, or ended without a response.
    public func response() async throws(RPCError) -> [UInt8] {
        guard let response = try await state.messages.next() else {
            throw RPCError(.internal, "the stream ended without a response")
        }
        return response
    }

    /// Gives up the call; `messages` throws CANCELLED.
    ///
    /// The server is told no more than that no messages follow, since the protocol has no reset.
    public func cancel() {
        connection.perform { [state, connection] in
            connection.give(up: state.token, .cancelledByCaller)
        }
    }
}
