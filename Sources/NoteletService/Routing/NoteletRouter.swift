internal import Domain
internal import NoteletAPI
package import TTRPC

extension Router {
    /// The routes of the whole service: unary methods and streams.
    package init(serving dependencies: ServiceDependencies) {
        self.init()
        let methods = ServiceMethods(endpoint: Endpoint(dependencies: dependencies))
        for (name, handler) in methods.handlers {
            registerUnary(TTRPC.MethodDescriptor(name)) { call, payload, reply in
                let inbound = InboundCall(call, payload)
                switch handler {
                case .read(let read):
                    switch read(inbound) {
                    case .success(let response): reply.succeed(response)
                    case .failure(let status): reply.fail(status)
                    }
                case .write(let write):
                    let deferred = reply.deferred()
                    write(inbound) { outcome in
                        switch outcome {
                        case .success(let response): deferred.succeed(response)
                        case .failure(let status): deferred.fail(status)
                        }
                    }
                }
            }
        }
        for (name, handler) in methods.streamHandlers {
            registerStream(TTRPC.MethodDescriptor(name), .serverStream) { call, stream in
                StreamBridge(stream, credentials: CallCredentials(call), handler)
            }
        }
    }
}

extension TTRPC.MethodDescriptor {
    fileprivate init(_ name: ServiceMethods.MethodName) {
        self.init(service: name.service, method: name.method)
    }
}

extension InboundCall {
    fileprivate init(_ call: borrowing IncomingCall, _ payload: RawSpan) {
        self.init(payload: [UInt8](copying: payload), credentials: CallCredentials(call))
    }
}

extension CallCredentials {
    /// Reads `authorization: Bearer {token}` and `idempotency-key: {key}`.
    fileprivate init(_ call: borrowing IncomingCall) {
        let bearer = Array("Bearer ".utf8)
        let accessToken = call.withMetadataValue("authorization") { value -> String? in
            guard let value else { return nil }
            let text = [UInt8](copying: value)
            guard text.starts(with: bearer) else { return nil }
            return String(decoding: text.dropFirst(bearer.count), as: UTF8.self)
        }
        let idempotencyKey = call.withMetadataValue("idempotency-key") { value -> String? in
            guard let value else { return nil }
            return String(decoding: [UInt8](copying: value), as: UTF8.self)
        }
        self.init(
            accessToken: accessToken,
            idempotencyKey: idempotencyKey,
            memory: AuthenticationMemory.ofConnection(call.connection)
        )
    }
}

extension AuthenticationMemory {
    /// The memory of a connection, made at its first call.
    fileprivate static func ofConnection(_ connection: ConnectionContext) -> AuthenticationMemory {
        if let memory = connection.userData as? AuthenticationMemory { return memory }
        let memory = AuthenticationMemory()
        connection.userData = memory
        return memory
    }
}

extension [UInt8] {
    /// Copies bytes that were lent.
    fileprivate init(copying bytes: RawSpan) {
        self = bytes.withUnsafeBytes { Array($0) }
    }
}
