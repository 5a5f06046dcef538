package import CommandLineInterface
package import NoteletAPI
import ProtobufCoding
import TTRPC

extension CommandFailure {
    /// The same failure with the reason that a server gave for it, which programs decide by.
    package func because(of refusal: Refusal) -> CommandFailure {
        CommandFailure(
            exitCode,
            message,
            reason: refusal.reason.plainName,
            fields: refusal.fields
        )
    }
}

extension Refusal {
    /// Finds the refusal among the details of a status; one that cannot be decoded is none.
    init?(in details: [StatusDetail]) {
        let name = "type.googleapis.com/" + Refusal.fullName
        guard let detail = details.first(where: { $0.typeURL == name }),
            let refusal = try? ProtobufDecoder(limits: .replies).decode(
                Refusal.self,
                from: detail.value
            )
        else { return nil }
        self = refusal
    }
}
