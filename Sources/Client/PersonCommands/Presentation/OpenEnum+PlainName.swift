package import CommandLineInterface
package import NoteletClient

extension OpenEnum {
    /// The name in the contract without what all names of the enum begin with, in lower case.
    ///
    /// `REFUSAL_REASON_CONTACT_LOCKED` is `contact_locked`; an unknown number stays a number.
    package var plainName: String {
        let zero = Self.names[0] ?? ""
        let shared = zero.hasSuffix("UNSPECIFIED") ? zero.dropLast("UNSPECIFIED".count) : ""
        let name = description
        return (name.hasPrefix(shared) ? String(name.dropFirst(shared.count)) : name).lowercased()
    }
}

/// The id of a message's field as JSON; null where there is none.
package func identifier(_ bytes: [UInt8]) -> JSON {
    Identifier(bytes: bytes).map { .string($0.description) } ?? .null
}

/// The id of a message's field for a person; empty where there is none.
package func identifierText(_ bytes: [UInt8]) -> String {
    Identifier(bytes: bytes)?.description ?? ""
}
