/// A method of the contract: what it is called, what goes in and what comes out.
///
/// `AccountsAPI` and its siblings hold one for each method.
public struct MethodDescriptor<
    Request: FormedMessage & Sendable,
    Response: FormedMessage & Sendable
>: Sendable {
    /// The facts that do not depend on the types.
    public let summary: MethodSummary

    /// Describes a method.
    init(
        service: String,
        name: String,
        kind: MethodSummary.Kind = .unary,
        effect: MethodSummary.Effect,
        token: MethodSummary.TokenUse,
        feature: String = "",
        isPadded: Bool = false,
        allowsGet: Bool = false,
        namespace: String
    ) {
        summary = MethodSummary(
            service: service,
            name: name,
            kind: kind,
            effect: effect,
            token: token,
            feature: feature,
            isPadded: isPadded,
            allowsGet: allowsGet,
            requestType: "\(namespace).\(Request.self)",
            responseType: "\(namespace).\(Response.self)"
        )
    }

    /// The full name of the service, such as `notelet.v1.Messages`.
    public var service: String { summary.service }
    /// The name of the method, such as `SendToLink`.
    public var name: String { summary.name }
    /// How many messages go either way.
    public var kind: MethodSummary.Kind { summary.kind }
    /// Whether the method changes something, so that a call should carry an idempotency key.
    public var isWrite: Bool { summary.isWrite }
    /// Whether what travels for the method is padded.
    public var isPadded: Bool { summary.isPadded }
    /// Whether a call without a valid access token is refused.
    public var requiresToken: Bool { summary.requiresToken }
}

/// A service of the contract and its methods, in the order of the .proto file.
public struct ServiceDescriptor: Hashable, Sendable {
    /// The full name, such as `notelet.v1.Messages`.
    public let name: String
    /// What it offers.
    public let methods: [MethodSummary]

    /// Every method of every service.
    public static let allMethods: [MethodSummary] = all.flatMap(\.methods)
}
