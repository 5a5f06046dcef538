extension Router {
    /// Registers a method that answers one request by one response.
    ///
    /// The handler runs in a task of its own, which is cancelled when the caller stops waiting. It
    /// refuses by throwing `RPCError`, or an error that converts to one.
    ///
    /// - Parameters:
    ///   - method: The method; registering one twice is a programmer's error.
    ///   - handler: What answers.
    public mutating func unary<Request: Decodable & Sendable, Response: Encodable & Sendable>(
        _ method: MethodDescriptor,
        handler: @escaping @Sendable (Request, CallContext) async throws -> Response
    ) {
        registerUnary(method) { call, payload, reply in
            let request: Request
            do throws(RPCError) {
                request = try MessageCoding.decodeRequest(Request.self, payload)
            } catch {
                return reply.fail(error)
            }
            let context = call.context
            let cancellation = CallCancellation()
            let deferred = reply.deferred(cancellation: cancellation)
            let task = Task {
                do {
                    deferred.succeed(try MessageCoding.encode(try await handler(request, context)))
                } catch {
                    deferred.fail(RPCError(thrown: error))
                }
            }
            cancellation.onCancel { task.cancel() }
        }
    }

    /// Registers a method that answers one request by a stream of responses.
    ///
    /// - Parameters:
    ///   - method: The method; registering one twice is a programmer's error.
    ///   - handler: What sends the responses; the stream ends when it returns or throws.
    public mutating func serverStream<
        Request: Decodable & Sendable,
        Response: Encodable & Sendable
    >(
        _ method: MethodDescriptor,
        handler:
            @escaping @Sendable (Request, StreamWriter<Response>, CallContext) async throws -> Void
    ) {
        registerStreamTask(method, .serverStream) {
            (requests: MessageSequence<Request>, writer: StreamWriter<Response>, context) in
            guard let request = try await requests.first() else {
                throw RPCError(.invalidArgument, "the call has no request")
            }
            try await handler(request, writer, context)
            return nil
        }
    }

    /// Registers a method that answers a stream of requests by one response.
    ///
    /// - Parameters:
    ///   - method: The method; registering one twice is a programmer's error.
    ///   - handler: What takes the requests and answers.
    public mutating func clientStream<
        Request: Decodable & Sendable,
        Response: Encodable & Sendable
    >(
        _ method: MethodDescriptor,
        handler:
            @escaping @Sendable (MessageSequence<Request>, CallContext) async throws -> Response
    ) {
        registerStreamTask(method, .clientStream) {
            (requests: MessageSequence<Request>, _: StreamWriter<Response>, context) in
            try MessageCoding.encode(try await handler(requests, context))
        }
    }

    /// Registers a method that answers a stream of requests by a stream of responses.
    ///
    /// - Parameters:
    ///   - method: The method; registering one twice is a programmer's error.
    ///   - handler: What takes requests and sends responses; the stream ends when it returns or
    ///     throws.
    public mutating func bidirectional<
        Request: Decodable & Sendable,
        Response: Encodable & Sendable
    >(
        _ method: MethodDescriptor,
        handler:
            @escaping @Sendable (
                MessageSequence<Request>, StreamWriter<Response>, CallContext
            ) async throws -> Void
    ) {
        registerStreamTask(method, .bidirectional) {
            (requests: MessageSequence<Request>, writer: StreamWriter<Response>, context) in
            try await handler(requests, writer, context)
            return nil
        }
    }

    /// Registers a stream whose handler is a task, which returns the response if there is one.
    private mutating func registerStreamTask<Request: Decodable, Response: Encodable>(
        _ method: MethodDescriptor,
        _ shape: StreamShape,
        _ body:
            @escaping @Sendable (
                MessageSequence<Request>, StreamWriter<Response>, CallContext
            ) async throws -> [UInt8]?
    ) {
        registerStream(method, shape) { call, stream throws(RPCError) in
            let handler = StreamTask()
            let requests = MessageSequence(queue: handler.requests) {
                (bytes) throws(RPCError) -> Request in
                try bytes.withRawSpan { span throws(RPCError) in
                    try MessageCoding.decodeRequest(Request.self, span)
                }
            }
            let writer = StreamWriter<Response>(stream, handler)
            let context = call.context
            handler.task = Task {
                do {
                    let response = try await body(requests, writer, context)
                    if let response { stream.finish(response) } else { stream.finish() }
                } catch {
                    stream.finish(RPCError(thrown: error).status)
                }
            }
            return handler
        }
    }
}
