internal import Networking

extension RuntimeError.Cause {
    /// What is behind a connection that could not be made; nil for what a caller cannot meet.
    init?(_ error: SocketError) {
        switch error {
        case .unresolvedHost(let host, let reason):
            self = .unresolvedHost(host, reason: reason)
        case .system(let error): self = .system(error.errno)
        case .security(let error): self.init(error)
        case .timedOut: self = .timedOut
        case .invalidAddress, .loopStopped: return nil
        }
    }

    private init(_ error: TLSError) {
        self =
            switch error {
            case .untrustedCertificate(let reason): .untrustedCertificate(reason: reason)
            case .wrongHost(let host): .wrongHost(host)
            case .refusedByPeer(let alert): .refusedByPeer(reason: alert)
            case .notTLS: .notTLS
            case .endedInHandshake, .truncated: .endedInHandshake
            case .handshakeTimedOut: .timedOut
            case .tooManyQuietRecords: .security(reason: error.description)
            case .failed(let reason): .security(reason: reason)
            }
    }

    /// What is wrong with which file; nil where it is none of the files.
    init?(_ error: CertificateError) {
        switch error {
        case .unreadable(let path, let error):
            self = .file(path: path, .unreadable(error.errno))
        case .notAFile(let path): self = .file(path: path, .notAFile)
        case .tooLong(let path): self = .file(path: path, .tooLong)
        case .noCertificate(let path, _): self = .file(path: path, .noCertificate)
        case .noPrivateKey(let path, _): self = .file(path: path, .noPrivateKey)
        case .privateKeyLocked(let path): self = .file(path: path, .privateKeyLocked)
        case .privateKeyExposed(let path): self = .file(path: path, .privateKeyExposed)
        case .privateKeyMismatch(let certificatePath, let keyPath):
            self = .file(path: keyPath, .privateKeyMismatch(certificatePath: certificatePath))
        case .expired(let path, _): self = .file(path: path, .expired)
        case .notYetValid(let path, _): self = .file(path: path, .notYetValid)
        case .rejected(let path, let reason): self = .file(path: path, .rejected(reason: reason))
        case .library: return nil
        }
    }
}
