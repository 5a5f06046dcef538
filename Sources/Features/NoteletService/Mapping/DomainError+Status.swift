internal import Domain
internal import NoteletAPI
internal import ProtobufCoding
internal import TTRPC

extension Status {
    /// What a caller is told when a use case did not happen: the code, a sentence in English, and
    /// the `Refusal` that programs read.
    init(_ error: DomainError) {
        let (reason, fields) = error.reasonAndFields
        guard let entry = RefusalCatalogue.entry(for: reason) else {
            preconditionFailure("The catalogue has an entry for each reason: \(reason)")
        }
        let texts = RefusalCatalogue.texts(for: reason, fields: fields)
        let refusal = NoteletAPI.Refusal(
            reason: reason,
            fields: fields,
            texts: texts,
            retryable: entry.isRetryable
        )
        self.init(
            StatusCode(rawValue: entry.code.rawValue),
            texts["en"] ?? "",
            details: [
                StatusDetail(
                    typeURL: "type.googleapis.com/notelet.v1.Refusal",
                    value: encode(refusal)
                )
            ]
        )
    }
}

extension DomainError {
    /// What is counted and told of this error.
    var reason: RefusalReason { reasonAndFields.0 }

    /// This error in the terms of the contract.
    fileprivate var reasonAndFields: (RefusalReason, [String: String]) {
        switch self {
        case .refused(let refusal): refusal.reasonAndFields
        case .dataLoss: (.dataLoss, [:])
        case .storeFull: (.storeFull, [:])
        case .storeUnavailable: (.busy, [:])
        }
    }
}

extension Domain.Refusal {
    /// This refusal in the terms of the contract.
    fileprivate var reasonAndFields: (RefusalReason, [String: String]) {
        switch self {
        case .invalidValue(let field, let expected):
            (.invalidValue, ["field": field, "expected": expected])
        case .weakPassword(let expected):
            (.weakPassword, ["field": "password", "expected": expected])
        case .contactLimitReached(let limit):
            (.contactLimitReached, ["limit": String(limit)])
        case .contactLocked(let remainingDays):
            (.contactLocked, ["remaining_days": String(remainingDays)])
        case .blockLimitReached(let limit):
            (.blockLimitReached, ["limit": String(limit)])
        case .wordLimitReached(let limit):
            (.wordLimitReached, ["limit": String(limit)])
        case .rateLimited(let seconds):
            (.rateLimited, ["retry_after_seconds": String(seconds)])
        case .tooManyConnections(let limit):
            (.tooManyConnections, ["limit": String(limit)])
        case .watchReplaced(let limit):
            (.watchReplaced, ["limit": String(limit)])
        case .invalidCursor: (.invalidCursor, [:])
        case .idempotencyKeyReused: (.idempotencyKeyReused, [:])
        case .notAuthenticated: (.notAuthenticated, [:])
        case .wrongCredentials: (.wrongCredentials, [:])
        case .usernameTaken: (.usernameTaken, [:])
        case .emailTaken: (.emailTaken, [:])
        case .accountRequired: (.accountRequired, [:])
        case .accountNotActive: (.accountNotActive, [:])
        case .linkNotFound: (.linkNotFound, [:])
        case .signInToWrite: (.signInToWrite, [:])
        case .duplicateContactName: (.duplicateContactName, [:])
        case .contactNotFound: (.contactNotFound, [:])
        case .contactNotLinked: (.contactNotLinked, [:])
        case .messageNotFound: (.messageNotFound, [:])
        case .alreadyAnswered: (.alreadyAnswered, [:])
        case .notReceiver: (.notReceiver, [:])
        case .ownLink: (.ownLink, [:])
        case .guestHasNoName: (.guestHasNoName, [:])
        case .userNotFound: (.userNotFound, [:])
        case .resetCodeInvalid: (.resetCodeInvalid, [:])
        case .reportNotFound: (.reportNotFound, [:])
        }
    }
}
