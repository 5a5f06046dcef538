internal import ClientTransport

/// Makes calls with a given token, each as often as it takes.
///
/// A write carries one idempotency key through all its attempts, so that it happens at most once.
struct Caller: Sendable {
    let carrier: Carrier
    let configuration: NoteletConfiguration
    let sources: ClientSources

    /// A call whose attempts have the same name.
    struct Ticket {
        /// The idempotency key; nil for a method that changes nothing.
        let key: String?
        /// The attempts that are left.
        var attempts: Attempts
        /// Whether one of the attempts so far may have been carried out.
        private(set) var mayBeDone = false

        /// Notes how an attempt failed, and gives that back as the failure of the whole.
        mutating func note(_ error: NoteletError) -> NoteletError {
            mayBeDone = mayBeDone || error.mayBeDone
            return error.knowing(mayBeDone: mayBeDone)
        }
    }

    /// Begins a call of a method; a key of the caller's own names it, if there is one.
    func ticket(for method: MethodSummary, named key: IdempotencyKey? = nil) -> Ticket {
        let attempts = Attempts(
            countMax: configuration.retry.attemptCountMax,
            timeout: configuration.callTimeout,
            sources
        )
        let name = method.isWrite ? key?.text ?? sources.makeRandomName() : nil
        return Ticket(key: name, attempts: attempts)
    }

    /// Makes a call until it is answered, refused for good, or out of attempts.
    func call<Request, Response>(
        _ method: MethodDescriptor<Request, Response>,
        _ request: Request,
        token: AccessToken?,
        _ ticket: inout Ticket
    ) async throws(NoteletError) -> Response {
        precondition(method.kind == .unary, "\(method.summary) answers with a stream.")
        var call = try encoded(method, request, token: token, key: ticket.key)
        while true {
            if ticket.attempts.haveOverslept(sources) { throw ticket.note(.overslept) }
            call.timeout = ticket.attempts.timeout(configuration.attemptTimeout, sources)
            do throws(NoteletError) {
                return try await attempt(call)
            } catch {
                let error = ticket.note(error)
                guard !Task.isCancelled else { throw .cancelledByCaller }
                guard let pause = ticket.attempts.pause(after: error, configuration.retry, sources)
                else { throw error }
                try await sources.pause(pause)
            }
        }
    }

    /// Opens a stream; most of its failures come with its first message.
    func open<Request, Response>(
        _ method: MethodDescriptor<Request, Response>,
        _ request: Request,
        token: AccessToken?
    ) async throws(NoteletError) -> OpenStream<Response> {
        let call = try encoded(method, request, token: token)
        do throws(TransportError) {
            return OpenStream(try await carrier.transport.open(call), token: token)
        } catch {
            throw NoteletError(error, server: carrier.server)
        }
    }

    /// Ends all connections for good.
    func close() async {
        await carrier.transport.close()
    }

    private func attempt<Response: Decodable>(
        _ call: EncodedCall
    ) async throws(NoteletError) -> Response {
        let response: [UInt8]
        do throws(TransportError) {
            response = try await carrier.transport.call(call)
        } catch {
            throw NoteletError(error, server: carrier.server)
        }
        return try MessageCoding.decode(Response.self, from: response)
    }

    /// A call in the form in which it travels.
    private func encoded<Request, Response>(
        _ method: MethodDescriptor<Request, Response>,
        _ request: Request,
        token: AccessToken?,
        key: String? = nil
    ) throws(NoteletError) -> EncodedCall {
        var call = EncodedCall(
            EncodedCall.Method(service: method.service, name: method.name),
            try MessageCoding.encode(request)
        )
        call.metadata["authorization"] = token.map { "Bearer \($0.text)" }
        call.metadata["idempotency-key"] = key
        call.metadata["app"] = carrier.app
        guard carrier.isPadding, method.isPadded else { return call }
        // Also where the connection is encrypted: what encrypts may stand in front of the server.
        call.metadata["\(Padding.metadataKey)"] = "\(Padding.metadataValue)"
        if method.isWrite { call.padding = .ofContract }
        return call
    }
}

extension MessagePadding {
    /// As the contract has it.
    fileprivate static let ofContract = MessagePadding(
        fieldNumber: UInt8(Padding.fieldNumber),
        byteCounts: Padding.frameByteCounts
    )
}

extension NoteletError {
    /// What is said of a call in whose midst the machine has slept.
    fileprivate static let overslept = NoteletError(
        .timedOut,
        "the machine was asleep while the call was under way"
    ).knowing(mayBeDone: false)
}
