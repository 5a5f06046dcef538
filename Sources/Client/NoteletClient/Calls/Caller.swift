internal import TTRPC

/// Makes calls with a given token, each as often as it takes.
///
/// A write carries one idempotency key through all its attempts, so that it happens at most once.
struct Caller: Sendable {
    let connections: ConnectionKeeper
    let configuration: NoteletConfiguration
    let sources: ClientSources
    /// Whether what carries notes is padded, both ways.
    let isPadding: Bool

    /// A call whose attempts have the same name.
    struct Ticket {
        /// The idempotency key; nil for a method that changes nothing.
        let key: String?
        /// The attempts that are left.
        var attempts: Attempts
    }

    /// Begins a call of a method; a key of the caller's own names it, if there is one.
    func ticket(for method: MethodSummary, named key: IdempotencyKey? = nil) -> Ticket {
        let attempts = Attempts(
            countMax: configuration.retry.attemptCountMax,
            deadline: sources.uptime() + configuration.callTimeout
        )
        let name = method.isWrite ? key?.text ?? sources.makeRandomName() : nil
        return Ticket(key: name, attempts: attempts)
    }

    /// Makes a call until it is answered, refused for good, or out of attempts.
    func call<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request,
        token: String?,
        _ ticket: inout Ticket
    ) async throws(NoteletError) -> Response {
        precondition(method.kind == .unary, "\(method.summary) answers with a stream.")
        while true {
            do throws(NoteletError) {
                return try await attempt(method, request, token: token, ticket)
            } catch {
                guard error.isTransient,
                    let pause = ticket.attempts.pauseAfterFailure(configuration.retry, sources)
                else { throw error }
                try await sources.pause(pause)
            }
        }
    }

    /// Opens a stream on a connection of its own; its failures come with its first message.
    func open<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request,
        token: String?
    ) async throws(NoteletError) -> OpenStream<Response> {
        let client = try await connections.makeSeparate()
        do throws(RPCError) {
            let messages = try client.serverStream(
                TTRPC.MethodDescriptor(service: method.service, method: method.name),
                request,
                returning: Response.self,
                options: CallOptions(metadata: metadata(of: method.summary, token: token))
            )
            return OpenStream(client: client, messages: messages, token: token)
        } catch {
            throw NoteletError(error)
        }
    }

    private func attempt<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request,
        token: String?,
        _ ticket: Ticket
    ) async throws(NoteletError) -> Response {
        let client = try await connections.current()
        let options = CallOptions(
            timeout: ticket.attempts.timeout(configuration.attemptTimeout, sources),
            metadata: metadata(of: method.summary, token: token, key: ticket.key),
            padding: isPadding && method.isPadded && method.isWrite ? .ofContract : nil
        )
        do throws(RPCError) {
            do throws(RPCError) {
                return try await send(method, request, over: client, options)
            } catch {
                // The frame was too long: longer than what a server takes from strangers, perhaps.
                guard error.code == .resourceExhausted, error.details.isEmpty, let token else {
                    throw error
                }
                try await introduce(token, to: client, timeout: options.timeout)
                return try await send(method, request, over: client, options)
            }
        } catch {
            // Also after a silent timeout: a connection that swallows requests is not used again.
            if error.code == .unavailable || error.code == .deadlineExceeded {
                await connections.letGo(of: client)
            }
            throw NoteletError(error)
        }
    }

    private func send<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request,
        over client: Client,
        _ options: CallOptions
    ) async throws(RPCError) -> Response {
        try await client.call(
            TTRPC.MethodDescriptor(service: method.service, method: method.name),
            request,
            returning: Response.self,
            options: options
        )
    }

    /// Shows the server who uses a connection, by a call that is short.
    private func introduce(
        _ token: String,
        to client: Client,
        timeout: Duration?
    ) async throws(RPCError) {
        let method = ProfilesAPI.getProfile
        let metadata = metadata(of: method.summary, token: token)
        let options = CallOptions(timeout: timeout, metadata: metadata)
        do throws(RPCError) {
            _ = try await send(method, GetProfileRequest(), over: client, options)
        } catch {
            // A guest has no profile, but is known from then on.
            guard error.code == .permissionDenied else { throw error }
        }
    }

    private func metadata(
        of method: MethodSummary,
        token: String?,
        key: String? = nil
    ) -> Metadata {
        var metadata = Metadata()
        if let token { metadata.append("authorization", "Bearer \(token)") }
        if let key { metadata.append("idempotency-key", key) }
        // At a tls:// address, too: what encrypts may stand in front of the server.
        if isPadding, method.isPadded {
            metadata.append("\(Padding.metadataKey)", "\(Padding.metadataValue)")
        }
        return metadata
    }
}

extension FramePadding {
    /// As the contract has it.
    fileprivate static let ofContract = FramePadding(
        fieldNumber: UInt8(Padding.fieldNumber),
        frameByteCounts: Padding.frameByteCounts
    )
}

/// A stream of responses and the connection that carries it alone: it closes when the stream is let
/// go.
struct OpenStream<Response: Decodable & Sendable>: Sendable {
    let client: Client
    let messages: MessageSequence<Response>
    /// The access token with which it was opened.
    let token: String?
}
