/// One call with streams of `Codable` messages, seen from the client.
///
/// Letting go of it, and of its responses, gives up the call.
public struct TypedStream<
    Request: Encodable & Sendable,
    Response: Decodable & Sendable
>: Sendable {
    private let stream: ClientStream

    init(_ stream: ClientStream) {
        self.stream = stream
    }

    /// The responses, as they come.
    public var responses: MessageSequence<Response> { stream.messages(Response.self) }

    /// Sends a request, and waits while the server takes none.
    ///
    /// - Parameter request: The request.
    /// - Throws: `RPCError` as `ClientStream.send` does, or if the request cannot be encoded.
    public func send(_ request: Request) async throws(RPCError) {
        try await stream.send(try MessageCoding.encode(request))
    }

    /// Says that no more requests follow.
    public func finishSending() {
        stream.finishSending()
    }

    /// Says that no more requests follow, and waits for the one response.
    ///
    /// - Returns: The response.
    /// - Throws: `RPCError` if the call failed, or ended without a response.
    public func finish() async throws(RPCError) -> Response {
        stream.finishSending()
        return try MessageCoding.decodeResponse(Response.self, try await stream.response())
    }

    /// Gives up the call.
    public func cancel() {
        stream.cancel()
    }
}

extension ClientStream {
    /// The messages of the server, decoded.
    func messages<Message: Decodable & Sendable>(
        _ type: Message.Type
    ) -> MessageSequence<Message> {
        decodedMessages { bytes throws(RPCError) in
            try MessageCoding.decodeResponse(type, bytes)
        }
    }
}
