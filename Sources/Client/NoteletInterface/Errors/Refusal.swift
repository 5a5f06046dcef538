/// What a rule of the service said when it said no.
public struct Refusal: Hashable, Sendable {
    /// Which rule it was, such as `CONTACT_LIMIT_REACHED`.
    public let reason: String
    /// Facts of this refusal by their names, such as `remaining_days`.
    public let fields: [String: String]
    /// The sentence to show, by language.
    public let texts: [TextLanguage: String]
    /// Whether the same may succeed later without being changed.
    public let isRetryable: Bool

    /// Creates a refusal.
    ///
    /// - Parameters:
    ///   - reason: Which rule it was.
    ///   - fields: Facts by their names.
    ///   - texts: The sentence to show, by language.
    ///   - isRetryable: Whether the same may succeed later.
    public init(
        reason: String,
        fields: [String: String] = [:],
        texts: [TextLanguage: String] = [:],
        isRetryable: Bool = false
    ) {
        self.reason = reason
        self.fields = fields
        self.texts = texts
        self.isRetryable = isRetryable
    }
}
