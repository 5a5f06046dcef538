internal import ClientTransport
internal import Foundation

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

extension TransportError {
    /// Why nothing more comes of an exchange with a host.
    init(_ failure: Exchange.Failure, at host: String) {
        self =
            switch failure {
            case .cancelled: .status(.cancelled)
            case .overrun: .status(.overrun)
            case .system(let error): TransportError(error, at: host)
            }
    }

    private init(_ error: URLError, at host: String) {
        switch error.code {
        // Nobody else gives an exchange up that somebody still waits for.
        case .networkConnectionLost, .cancelled, .badServerResponse: self = .status(.connectionLost)
        default: self = .connection(ConnectionFailure(error, at: host))
        }
    }
}

extension CallStatus {
    /// The end of a stream whose reader took too little of it.
    fileprivate static let overrun = CallStatus(
        .unavailable,
        "the stream was given up: more than \(WebLimits.unreadByteCountMax) bytes of it were unread"
    )
}

extension ConnectionFailure {
    fileprivate init(_ error: URLError, at host: String) {
        let reason = error.localizedDescription
        let cause: Cause? =
            switch error.code {
            case .cannotFindHost, .dnsLookupFailed: .unresolvedHost(host, reason: reason)
            case .timedOut: .timedOut
            case .serverCertificateUntrusted, .serverCertificateHasBadDate,
                .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
                .untrustedCertificate(reason: reason)
            case .clientCertificateRejected, .clientCertificateRequired:
                .refusedByPeer(reason: reason)
            case .secureConnectionFailed: .security(reason: reason)
            default: nil
            }
        let kind: Kind =
            switch cause {
            case .untrustedCertificate, .refusedByPeer, .security: .handshakeFailed
            default: .unreachable
            }
        self.init(kind, "cannot reach \(host): \(reason)", cause: cause)
    }
}
