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
                let credentials = CallCredentials(call)
                switch handler {
                case .read(let read):
                    switch read(credentials, payload) {
                    case .success(let response): reply.succeed(response)
                    case .failure(let status): reply.fail(status)
                    }
                case .write(let write):
                    let deferred = reply.deferred()
                    write(credentials, payload) { outcome in
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

extension CallCredentials {
    /// Reads `authorization: Bearer {token}` and `idempotency-key: {key}`.
    fileprivate init(_ call: borrowing IncomingCall) {
        let accessToken = call.withMetadataValue("authorization") { value -> [UInt8]? in
            guard let value else { return nil }
            return [UInt8](value, after: "Bearer ")
        }
        let idempotencyKey = call.withMetadataValue("idempotency-key") { value -> String? in
            guard let value else { return nil }
            return String(decoding: [UInt8](value), as: UTF8.self)
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
    fileprivate init(_ bytes: RawSpan) {
        self = bytes.withUnsafeBytes { Array($0) }
    }

    /// Copies what comes after a prefix; nil when the bytes do not begin with it.
    fileprivate init?(_ bytes: RawSpan, after prefix: StaticString) {
        guard bytes.byteCount >= prefix.utf8CodeUnitCount else { return nil }
        let hasPrefix = prefix.withUTF8Buffer { prefix in
            bytes.withUnsafeBytes { bytes in
                for index in prefix.indices where bytes[index] != prefix[index] { return false }
                return true
            }
        }
        guard hasPrefix else { return nil }
        self.init(bytes.extracting(prefix.utf8CodeUnitCount...))
    }
}
