package import Domain
package import NoteletAPI
internal import ProtobufCoding
package import TTRPC

extension Status {
    /// What a caller is told when a use case did not happen: the code, a sentence in English, and
    /// the `Refusal` that programs read.
    package init(_ error: DomainError) {
        let reason = error.reason
        guard let entry = RefusalCatalogue.entry(for: reason) else {
            preconditionFailure("The catalogue has an entry for each reason: \(reason)")
        }
        let refusal = NoteletAPI.Refusal(error)
        self.init(
            StatusCode(rawValue: entry.code.rawValue),
            refusal.texts["en"] ?? "",
            details: [
                StatusDetail(
                    typeURL: "type.googleapis.com/notelet.v1.Refusal",
                    value: encode(refusal)
                )
            ]
        )
    }
}

extension NoteletAPI.Refusal {
    /// Why a use case did not happen, as programs read it.
    package init(_ error: DomainError) {
        let (reason, fields) = error.reasonAndFields
        self.init(
            reason: reason,
            fields: fields,
            texts: RefusalCatalogue.texts(for: reason, fields: fields),
            retryable: RefusalCatalogue.entry(for: reason)?.isRetryable ?? false
        )
    }
}

extension DomainError {
    /// What people are told, by language: "en", "ja" and "ko".
    package var sentences: [String: String] {
        let (reason, fields) = reasonAndFields
        return RefusalCatalogue.texts(for: reason, fields: fields)
    }

    /// What is counted and told of this error.
    var reason: RefusalReason { reasonAndFields.0 }

    /// This error in the terms of the contract.
    fileprivate var reasonAndFields: (RefusalReason, [String: String]) {
        switch self {
        case .refused(let refusal):
            (RefusalReason(rawValue: refusal.reason), refusal.facts)
        case .dataLoss: (.dataLoss, [:])
        case .storeFull: (.storeFull, [:])
        case .storeUnavailable: (.busy, [:])
        }
    }
}
