import NoteletAPI

/// Every message of the contract, and of what operators ask.
///
/// Which one an input is decoded as, its first byte says.
enum MessageTypes {
    /// All of them.
    static let all = ContractTypes.messages.map(\.type)

    /// What a server decodes.
    static let requests = ContractTypes.messages.filter { isRequest($0.name) }.map(\.type)

    /// What a client decodes, and the messages within those.
    static let replies = ContractTypes.messages.filter { !isRequest($0.name) }.map(\.type)

    private static func isRequest(_ name: String) -> Bool {
        let services = ServiceDescriptor.all + ServiceDescriptor.administration
        return services.flatMap(\.methods).contains { $0.requestType == name }
    }
}
