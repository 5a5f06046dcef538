import AccountRules
import ConfigRules
import ConfigStorage
import Domain
import NoteletAPI

@testable import Serving

extension World {
    /// The request of a method of the configuration, encoded.
    func configPayload(of method: MethodSummary) -> [UInt8] {
        switch method.name {
        case "FetchConfig": encode(FetchConfigRequest())
        default: preconditionFailure("Config.\(method.name) has no sample request.")
        }
    }
}

extension TestService {
    /// Publishes values as the operator does.
    @discardableResult
    func publish(
        _ values: KeyValuePairs<String, String>,
        note: String = ""
    ) async throws -> ConfigRules.ConfigVersion {
        let entries = try ConfigEntries(
            values.map { ConfigRules.ConfigEntry(key: $0.key, value: $0.value) }
        )
        let intention = try ConfigIntention(note: note, expecting: nil)
        return try await write { store, context throws(DomainError) in
            try store.publish(.entries(entries), intention, by: Operator(name: "root"), context)
        }
    }
}
