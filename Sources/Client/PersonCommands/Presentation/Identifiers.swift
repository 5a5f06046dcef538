package import CommandLineInterface
import NoteletClient

/// The id of a message's field as JSON; null where there is none.
package func identifier(_ bytes: [UInt8]) -> JSON {
    Identifier(bytes: bytes).map { .string($0.description) } ?? .null
}

/// The id of a message's field for a person; empty where there is none.
package func identifierText(_ bytes: [UInt8]) -> String {
    Identifier(bytes: bytes)?.description ?? ""
}
