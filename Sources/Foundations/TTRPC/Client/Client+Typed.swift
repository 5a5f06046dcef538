extension Client {
    /// Makes a unary call.
    ///
    /// Cancelling the task gives up the call; the server may still carry it out.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - request: The request.
    ///   - type: The type of the response.
    ///   - options: The timeout and what travels beside the request.
    /// - Returns: The response.
    /// - Throws: `RPCError` as the server refused, or DEADLINE_EXCEEDED, CANCELLED, UNAVAILABLE.
    public func call<Response: Decodable & Sendable>(
        _ method: MethodDescriptor,
        _ request: some Encodable & Sendable,
        returning type: Response.Type = Response.self,
        options: CallOptions = CallOptions()
    ) async throws(RPCError) -> Response {
        let payload = try MessageCoding.encode(request)
        let response = try await call(method, payload: payload, options: options)
        return try MessageCoding.decodeResponse(type, response)
    }

    /// Asks for a stream of responses.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - request: The request.
    ///   - type: The type of the responses.
    ///   - options: The timeout of the whole call and what travels beside the request.
    /// - Returns: The responses; letting go of them gives up the call.
    /// - Throws: `RPCError` if the request cannot be encoded.
    public func serverStream<Response: Decodable & Sendable>(
        _ method: MethodDescriptor,
        _ request: some Encodable & Sendable,
        returning type: Response.Type = Response.self,
        options: CallOptions = CallOptions()
    ) throws(RPCError) -> MessageSequence<Response> {
        let payload = try MessageCoding.encode(request)
        return openStream(method, .serverStream, request: payload, options: options)
            .messages(type)
    }

    /// Begins to send a stream of requests that is answered by one response.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - requestType: The type of the requests.
    ///   - responseType: The type of the response.
    ///   - options: The timeout of the whole call and what travels beside the request.
    /// - Returns: The call.
    public func clientStream<Request: Encodable & Sendable, Response: Decodable & Sendable>(
        _ method: MethodDescriptor,
        sending requestType: Request.Type = Request.self,
        returning responseType: Response.Type = Response.self,
        options: CallOptions = CallOptions()
    ) -> TypedStream<Request, Response> {
        TypedStream(openStream(method, .clientStream, options: options))
    }

    /// Opens a stream of requests that is answered by a stream of responses.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - requestType: The type of the requests.
    ///   - responseType: The type of the responses.
    ///   - options: The timeout of the whole call and what travels beside the request.
    /// - Returns: The call.
    public func bidirectional<Request: Encodable & Sendable, Response: Decodable & Sendable>(
        _ method: MethodDescriptor,
        sending requestType: Request.Type = Request.self,
        returning responseType: Response.Type = Response.self,
        options: CallOptions = CallOptions()
    ) -> TypedStream<Request, Response> {
        TypedStream(openStream(method, .bidirectional, options: options))
    }
}
