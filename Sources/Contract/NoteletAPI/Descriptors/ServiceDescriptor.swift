/// A service of the contract and its methods, in the order of the .proto file.
public struct ServiceDescriptor: Hashable, Sendable {
    /// The full name, such as `notelet.v1.Messages`.
    public let name: String
    /// What it offers.
    public let methods: [MethodSummary]

    /// Every service of the contract with applications.
    public static let all: [ServiceDescriptor] = [
        AccountsAPI.descriptor,
        ProfilesAPI.descriptor,
        ContactsAPI.descriptor,
        MessagesAPI.descriptor,
        SyncAPI.descriptor,
        HealthAPI.descriptor,
    ]

    /// Every method of every service.
    public static let allMethods: [MethodSummary] = all.flatMap(\.methods)
}
