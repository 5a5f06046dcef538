internal import ClientTransport
internal import ProtobufCoding

extension NoteletError {
    /// The name under which a refusal travels.
    static let refusalTypeURL = "type.googleapis.com/notelet.v1.Refusal"

    /// Tells a caller why a call came to nothing.
    init(_ error: TransportError, server: String? = nil) {
        switch error {
        case .status(let status): self.init(status)
        case .connection(let failure):
            self = NoteletError(failure, server: server).knowing(mayBeDone: false)
        }
    }

    /// Tells a caller what a status meant.
    init(_ status: CallStatus) {
        let refusal = Refusal(in: status.details)
        let code: Code =
            switch refusal?.reason {
            case .notAuthenticated?: .notAuthenticated
            case .featureOff?: .notOffered
            case .some: .refused
            case nil: Code(status.code)
            }
        let message = status.message.isEmpty ? "\(status.code)" : status.message
        self.init(
            code,
            message,
            refusal: refusal,
            korean: status.korean,
            remedy: Remedy(status, refusal)
        )
    }

    /// Tells a caller why there is no connection to a server.
    init(_ failure: ConnectionFailure, server: String? = nil) {
        let code: Code =
            switch failure.kind {
            case .invalidAddress: .invalidAddress
            case .handshakeFailed: .handshakeFailed
            case .unusableCertificate: .unusableCertificate
            case .unreachable: .unreachable
            }
        let korean = failure.cause.map {
            [server, $0.korean].compactMap(\.self).joined(separator: ": ")
        }
        self.init(code, failure.message, korean: korean)
    }
}

extension CallStatus {
    /// What ends calls on this side, in Korean; nil for what a server says itself.
    fileprivate var korean: String? {
        switch self {
        case .connectionLost: "연결이 끊겼습니다"
        case .serverStopping: "서버가 종료하는 중입니다"
        default: nil
        }
    }
}

extension NoteletError.Code {
    /// The kind of a status that carries no refusal.
    fileprivate init(_ code: CallStatus.Code) {
        self =
            switch code {
            case .cancelled: .cancelled
            case .deadlineExceeded: .timedOut
            case .unavailable: .unreachable
            case .unauthenticated: .notAuthenticated
            case .unimplemented: .notOffered
            case .invalidArgument, .outOfRange: .protocolViolation
            case .unknown, .internal, .dataLoss: .serverFailure
            default: .refused
            }
    }
}

extension Refusal {
    /// Finds the refusal among the details of a status; one that cannot be decoded is none.
    fileprivate init?(in details: [CallStatus.Detail]) {
        guard
            let detail = details.first(where: { $0.typeURL == NoteletError.refusalTypeURL }),
            let refusal = try? ProtobufDecoder(limits: .replies).decode(
                Refusal.self,
                from: detail.value
            )
        else { return nil }
        self = refusal
    }
}
