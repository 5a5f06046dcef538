import NoteletAPI
import TestSupport

extension ContractTypes {
    /// Every message by its full name.
    static let messagesByName = Dictionary(
        uniqueKeysWithValues: messages.map { ($0.name, $0.type) }
    )

    /// The names of the messages that applications know.
    static let namesForApplications = Set(
        messages.map(\.name).filter(isForApplications)
    )

    /// Whether a full name is one that applications know.
    static func isForApplications(_ name: String) -> Bool {
        ProtocolFolder.applicationPackages.contains { name.hasPrefix($0 + ".") }
    }

    /// The full name of a message.
    static func name(of type: any ContractMessage.Type) -> String? {
        messages.first { $0.type == type }?.name
    }
}
