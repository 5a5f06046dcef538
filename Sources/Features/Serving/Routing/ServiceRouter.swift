internal import Domain
package import NoteletAPI
package import TTRPC

extension Router {
    /// The routes of the whole service: unary methods and streams.
    package init(serving service: Service) {
        self.init(Array(service.methods.values), service.dependencies)
    }

    /// The routes of an admin listener: what operators ask, and nothing of the public service.
    ///
    /// They are in no other router, so that a public listener does not know them.
    package init(administering service: Service, access: AdministrationAccess) {
        self.init(service.administration(for: access), service.dependencies)
    }

    private init(_ methods: [ServedMethod], _ dependencies: ServiceDependencies) {
        self.init()
        let (refusals, offered) = (dependencies.refusals, dependencies.offered)
        for served in methods {
            if let refusal = offered.refusal(of: served.method) {
                refuse(served.method, with: refusal, refusals)
            } else {
                register(served, refusals)
            }
        }
    }

    private mutating func register(_ served: ServedMethod, _ refusals: Refusals) {
        let method = TTRPC.MethodDescriptor(served.method)
        let isPadded = served.method.isPadded
        switch served.handler {
        case .read(let read):
            registerUnary(method) { call, payload, reply in
                switch read(CallCredentials(call), payload) {
                case .success(let response):
                    reply.succeed(
                        response,
                        padding: isPadded ? FramePadding(ofRepliesTo: call) : nil
                    )
                case .failure(let error): reply.fail(refusals.status(of: error))
                }
            }
        case .change(let change):
            registerUnary(method) { call, payload, reply in
                let padding = isPadded ? FramePadding(ofRepliesTo: call) : nil
                let credentials = CallCredentials(call, idempotencyKey: call.idempotencyKey)
                let deferred = reply.deferred()
                change(credentials, payload) { outcome in
                    deferred.complete(outcome, padding, refusals)
                }
            }
        case .task(let work):
            registerUnary(method) { call, payload, reply in
                let padding = isPadded ? FramePadding(ofRepliesTo: call) : nil
                let credentials = CallCredentials(call)
                let payload = payload.withUnsafeBytes { [UInt8]($0) }
                let cancellation = CallCancellation()
                let deferred = reply.deferred(cancellation: cancellation)
                let task = Task {
                    deferred.complete(await work(credentials, payload), padding, refusals)
                }
                cancellation.onCancel { task.cancel() }
            }
        case .stream(let stream):
            registerStream(method, .serverStream) { call, outbound in
                StreamBridge(
                    outbound,
                    padding: isPadded ? FramePadding(ofRepliesTo: call) : nil,
                    credentials: CallCredentials(call),
                    refusals: refusals,
                    stream
                )
            }
        }
    }
}

extension DeferredReply {
    /// Replies with what came of a call.
    fileprivate func complete(
        _ outcome: CallOutcome,
        _ padding: FramePadding?,
        _ refusals: Refusals
    ) {
        switch outcome {
        case .success(let response): succeed(response, padding: padding)
        case .failure(let error): fail(refusals.status(of: error))
        }
    }
}

extension TTRPC.MethodDescriptor {
    /// The name under which a method of the contract is served.
    package init<Request, Response>(_ method: NoteletAPI.MethodDescriptor<Request, Response>) {
        self.init(method.summary)
    }

    /// The name under which a method of the contract is served.
    package init(_ method: MethodSummary) {
        self.init(service: method.service, method: method.name)
    }
}

extension FramePadding {
    /// As the contract has it.
    package static let ofContract = FramePadding(
        fieldNumber: UInt8(Padding.fieldNumber),
        frameByteCounts: Padding.frameByteCounts
    )

    /// What lengthens the replies to a call; nil where nobody can count the bytes, or has to by
    /// other means: over a connection that is not encrypted, unless the client asks.
    fileprivate init?(ofRepliesTo call: borrowing IncomingCall) {
        guard call.connection.transport == .tls || call.asksForPadding else { return nil }
        self = Self.ofContract
    }
}

extension Entrance {
    fileprivate init(_ transport: Transport) {
        switch transport {
        case .tcp: self = .tcp
        case .tls: self = .tls
        case .unix: self = .unix
        }
    }
}

extension CallCredentials {
    /// Reads `authorization: Bearer {token}`.
    fileprivate init(_ call: borrowing IncomingCall, idempotencyKey: String? = nil) {
        let memory = AuthenticationMemory.ofConnection(call.connection)
        var accessToken: TokenText?
        call.withMetadataValue("authorization") { value in
            let scheme: StaticString = "Bearer "
            guard let value else { return }
            accessToken =
                value.starts(with: scheme)
                ? TokenText(value.extracting(scheme.utf8CodeUnitCount...)) : .ofNobody
        }
        self.init(
            accessToken: accessToken,
            idempotencyKey: idempotencyKey,
            origin: call.connection.origin,
            memory: memory,
            entrance: Entrance(call.connection.transport)
        )
    }
}

extension IncomingCall {
    /// Reads `padding: yes`.
    fileprivate var asksForPadding: Bool {
        withMetadataValue(Padding.metadataKey) { value in
            guard let value else { return false }
            return value.byteCount == Padding.metadataValue.utf8CodeUnitCount
                && value.starts(with: Padding.metadataValue)
        }
    }

    /// Reads `idempotency-key: {key}`.
    fileprivate var idempotencyKey: String? {
        withMetadataValue("idempotency-key") { value -> String? in
            guard let value else { return nil }
            return value.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        }
    }
}

extension AuthenticationMemory {
    /// The memory of a connection, made at its first call.
    fileprivate static func ofConnection(_ connection: ConnectionContext) -> AuthenticationMemory {
        if let memory = connection.userData as? AuthenticationMemory { return memory }
        // The connection keeps the memory, which therefore must not keep the connection.
        let proof = ConnectionProof(
            certificateName: connection.certificateName,
            userID: connection.userID
        )
        let memory = AuthenticationMemory(proof) { [weak connection] in
            connection?.markAuthenticated()
        }
        connection.userData = memory
        return memory
    }
}

extension RawSpan {
    /// Whether the bytes begin with a prefix.
    fileprivate func starts(with prefix: StaticString) -> Bool {
        guard byteCount >= prefix.utf8CodeUnitCount else { return false }
        return prefix.withUTF8Buffer { prefix in
            withUnsafeBytes { bytes in
                for index in prefix.indices where bytes[index] != prefix[index] { return false }
                return true
            }
        }
    }
}
