/// What is known of a method without its types.
public struct MethodSummary: Hashable, Sendable, CustomStringConvertible {
    /// The full name of the service, such as `notelet.v1.Messages`.
    public let service: String
    /// The name of the method, such as `SendToLink`.
    public let name: String
    /// How many messages go either way.
    public let kind: Kind
    /// Whether a call may change something.
    public let effect: Effect
    /// What an access token is to the method.
    public let token: TokenUse
    /// The feature that the method belongs to, such as `notes`; empty for what every server has.
    public let feature: String
    /// Whether what travels for the method is padded where padding is called for: its replies, and
    /// the requests of a write.
    public let isPadded: Bool
    /// Whether HTTP's GET makes a call of it: it only reads, and nothing in its request is secret.
    public let allowsGet: Bool
    /// The full name of the request message.
    public let requestType: String
    /// The full name of the response message.
    public let responseType: String

    /// How many messages go either way.
    public enum Kind: Hashable, Sendable {
        /// One request, one response.
        case unary
        /// One request, any number of responses.
        case serverStreaming
    }

    /// Whether a call may change something.
    public enum Effect: Hashable, Sendable {
        /// Nothing changes; a call may be repeated at will.
        case read
        /// Something changes; an idempotency key makes a call safe to repeat.
        case write
    }

    /// What an access token is to a method.
    public enum TokenUse: Hashable, Sendable {
        /// It is not looked at.
        case none
        /// It says who asks, and asking without is fine.
        case optional
        /// A call without a valid one is refused.
        case required
    }

    /// Whether a call should carry an idempotency key.
    public var isWrite: Bool { effect == .write }
    /// Whether a call without a valid access token is refused.
    public var requiresToken: Bool { token == .required }
    /// The name as logs and metrics write it, `/service/method`.
    public var description: String { "/\(service)/\(name)" }
}
