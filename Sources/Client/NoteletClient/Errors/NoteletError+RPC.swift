internal import ProtobufCoding
internal import TTRPC

extension NoteletError {
    /// The name under which a refusal travels.
    static let refusalTypeURL = "type.googleapis.com/notelet.v1.Refusal"

    /// Tells a caller what a status meant.
    init(_ error: RPCError) {
        let refusal = Refusal(in: error.details)
        let code: Code =
            switch refusal?.reason {
            case .notAuthenticated?: .notAuthenticated
            case .featureOff?: .notOffered
            case .some: .refused
            case nil: Code(error.code)
            }
        let message = error.message.isEmpty ? "\(error.code)" : error.message
        self.init(code, message, refusal: refusal, korean: error.status.korean)
    }

    /// Tells a caller why there is no connection to a server.
    init(_ error: RuntimeError, server: String? = nil) {
        let code: Code =
            switch error.code {
            case .invalidAddress: .invalidAddress
            case .handshakeFailed: .handshakeFailed
            case .unusableCertificate: .unusableCertificate
            default: .unreachable
            }
        let korean = error.cause.map {
            [server, $0.korean].compactMap(\.self).joined(separator: ": ")
        }
        self.init(code, error.message, korean: korean)
    }
}

extension Status {
    /// What ends calls on this side, in Korean; nil for what a server says itself.
    fileprivate var korean: String? {
        switch self {
        case .connectionLost: "연결이 끊겼습니다"
        case .shuttingDown: "서버가 종료하는 중입니다"
        default: nil
        }
    }
}

extension NoteletError.Code {
    /// The kind of a status that carries no refusal.
    fileprivate init(_ code: StatusCode) {
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
    fileprivate init?(in details: [StatusDetail]) {
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
