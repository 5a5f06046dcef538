internal import ClientTransport
internal import TTRPC

extension CallStatus {
    /// How a call of ttrpc failed.
    init(_ error: RPCError) {
        switch error.status {
        case .connectionLost: self = .connectionLost
        case .shuttingDown: self = .serverStopping
        default:
            self.init(
                Code(rawValue: error.code.rawValue),
                error.message,
                details: error.details.map { Detail(typeURL: $0.typeURL, value: $0.value) }
            )
        }
    }
}

extension ConnectionFailure {
    /// Why there is no connection of ttrpc.
    init(_ error: RuntimeError) {
        let kind: Kind =
            switch error.code {
            case .invalidAddress: .invalidAddress
            case .handshakeFailed: .handshakeFailed
            case .unusableCertificate: .unusableCertificate
            default: .unreachable
            }
        self.init(kind, error.message, cause: error.cause.map(Cause.init))
    }
}

extension ConnectionFailure.Cause {
    init(_ cause: RuntimeError.Cause) {
        self =
            switch cause {
            case .system(let number): .system(number)
            case .unresolvedHost(let host, let reason): .unresolvedHost(host, reason: reason)
            case .timedOut: .timedOut
            case .untrustedCertificate(let reason): .untrustedCertificate(reason: reason)
            case .wrongHost(let host): .wrongHost(host)
            case .refusedByPeer(let reason): .refusedByPeer(reason: reason)
            case .notTLS: .notTLS
            case .endedInHandshake: .endedInHandshake
            case .security(let reason): .security(reason: reason)
            case .file(let path, let fault):
                .file(path: path, ConnectionFailure.FileFault(fault))
            }
    }
}

extension ConnectionFailure.FileFault {
    init(_ fault: RuntimeError.FileFault) {
        self =
            switch fault {
            case .unreadable(let number): .unreadable(number)
            case .notAFile: .notAFile
            case .tooLong: .tooLong
            case .noCertificate: .noCertificate
            case .noPrivateKey: .noPrivateKey
            case .privateKeyLocked: .privateKeyLocked
            case .privateKeyExposed: .privateKeyExposed
            case .privateKeyMismatch(let path): .privateKeyMismatch(certificatePath: path)
            case .expired: .expired
            case .notYetValid: .notYetValid
            case .rejected(let reason): .rejected(reason: reason)
            }
    }
}
