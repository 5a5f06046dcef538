/// A refusal that an application can act on and show without strings of its own.
///
/// It travels as `google.protobuf.Any` "type.googleapis.com/notelet.v1.Refusal" in the status
/// details.
public struct Refusal: Codable, Hashable, Sendable {
    /// Which rule said no.
    public var reason: RefusalReason
    /// Facts of this refusal, by name: remaining_days, limit, field, minimum, maximum, ...
    public var fields: [String: String]
    /// The sentence to show, by language: "ko", "en".
    public var texts: [String: String]
    /// Whether the same request may succeed later without being changed.
    public var retryable: Bool

    private enum CodingKeys: Int, CodingKey {
        case reason = 1
        case fields = 2
        case texts = 3
        case retryable = 4
    }

    /// Creates the message; what is left out is empty.
    public init(
        reason: RefusalReason = .unspecified,
        fields: [String: String] = [:],
        texts: [String: String] = [:],
        retryable: Bool = false
    ) {
        self.reason = reason
        self.fields = fields
        self.texts = texts
        self.retryable = retryable
    }
}
