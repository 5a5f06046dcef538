package import NoteletClient
package import NoteletInterface

extension AppError {
    /// Sorts what the client library threw.
    ///
    /// - Parameters:
    ///   - error: What was thrown.
    ///   - wasSignedIn: Whether somebody was signed in when it was asked for.
    package init(_ error: NoteletError, wasSignedIn: Bool) {
        self.init(Kind(error, wasSignedIn: wasSignedIn), refusal: error.refusal.map(Refusal.init))
    }

    /// Sorts a refusal that was kept.
    ///
    /// - Parameter refusal: What the service said to somebody who was signed in.
    package init(_ refusal: NoteletAPI.Refusal) {
        let message = refusal.texts["en"] ?? "\(refusal.reason)"
        self.init(
            NoteletError(.refused, message, refusal: refusal),
            wasSignedIn: true
        )
    }
}

extension AppError {
    /// Whether there is no such thing as was asked for.
    package var isNotFound: Bool {
        if case .data(.notFound) = kind { true } else { false }
    }
}

extension AppError.Kind {
    fileprivate init(_ error: NoteletError, wasSignedIn: Bool) {
        if let reason = error.reason, let entry = RefusalCatalogue.entry(for: reason) {
            self = Self(entry, message: error.message, wasSignedIn: wasSignedIn)
            return
        }
        self =
            switch error.code {
            case .notAuthenticated: .auth(wasSignedIn ? .sessionExpired : .unauthorized)
            case .unreachable, .handshakeFailed: .network(.noConnection)
            case .timedOut: .network(.timeout)
            case .serverFailure: .network(.server(code: StatusNumber.failure))
            case .notOffered: .network(.server(code: StatusNumber.notOffered))
            case .protocolViolation: .network(.unknown)
            // A refusal of a server that is newer than this library.
            case .refused: .data(.conflict(error.message))
            default: .unknown(error.description)
            }
    }

    /// Sorts a refusal by the status code under which it travels.
    private init(_ entry: RefusalCatalogue.Entry, message: String, wasSignedIn: Bool) {
        self =
            switch entry.code {
            case .invalidArgument: .data(.validation(message))
            case .notFound: .data(.notFound(message))
            case .alreadyExists, .failedPrecondition, .permissionDenied:
                .data(.conflict(message))
            case .resourceExhausted, .unimplemented, .unavailable, .dataLoss:
                .network(.server(code: Int(entry.code.rawValue)))
            case .unauthenticated:
                // A wrong password is nobody's session that has ended.
                .auth(
                    entry.reason == .notAuthenticated && wasSignedIn
                        ? .sessionExpired : .unauthorized
                )
            }
    }

    /// Numbers of the protocol for what carries no refusal.
    private enum StatusNumber {
        static let notOffered = 12
        static let failure = 13
    }
}

extension NoteletInterface.Refusal {
    /// Takes over what the service said.
    init(_ refusal: NoteletAPI.Refusal) {
        var texts: [TextLanguage: String] = [:]
        for language in TextLanguage.allCases { texts[language] = refusal.texts[language.rawValue] }
        self.init(
            reason: refusal.reason.nameInContract,
            fields: refusal.fields,
            texts: texts,
            isRetryable: refusal.retryable
        )
    }
}

extension RefusalReason {
    /// The name without what all reasons begin with: `CONTACT_LOCKED`; an unknown number stays one.
    package var nameInContract: String {
        let prefix = "REFUSAL_REASON_"
        return description.hasPrefix(prefix)
            ? String(description.dropFirst(prefix.count)) : description
    }
}
