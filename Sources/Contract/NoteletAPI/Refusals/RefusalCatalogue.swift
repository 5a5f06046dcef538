/// What is said to people when the service says no.
///
/// Codes, facts and sentences are declared beside the reasons in the .proto file; `entries` is made
/// of them, and so is the table in REFUSALS.md.
public enum RefusalCatalogue {
    /// What goes with one reason.
    public struct Entry: Hashable, Sendable {
        /// Which rule said no.
        public let reason: RefusalReason
        /// The status code under which the refusal travels.
        public let code: Code
        /// The names of the facts that the refusal carries.
        public let fields: [String]
        /// Whether the same request may succeed later without being changed.
        public let isRetryable: Bool
        /// The sentence in English, with facts as `{name}`.
        public let english: String
        /// The sentence in Korean, with facts as `{name}`.
        public let korean: String
        /// The sentence in Japanese, with facts as `{name}`.
        public let japanese: String
    }

    /// The status codes of refusals, by their numbers in `google.rpc.Code`.
    public enum Code: Int32, Hashable, Sendable {
        /// The request is wrong, whatever the state of the service.
        case invalidArgument = 3
        /// What is asked for is not there, or not the caller's to see.
        case notFound = 5
        /// What is to be made is there already.
        case alreadyExists = 6
        /// The caller is known and may not do this.
        case permissionDenied = 7
        /// There is no room, or no time, for the call at present.
        case resourceExhausted = 8
        /// The state of the service does not allow it.
        case failedPrecondition = 9
        /// The server does not offer it.
        case unimplemented = 12
        /// What serves the call is away for a while.
        case unavailable = 14
        /// What is stored is damaged.
        case dataLoss = 15
        /// The caller is not known.
        case unauthenticated = 16
    }

    /// The entry for a reason; nil for `unspecified` and for reasons of later versions.
    public static func entry(for reason: RefusalReason) -> Entry? {
        entriesByReason[reason]
    }

    /// The sentences to show, by language: "en", "ja" and "ko"; none for a reason without an entry.
    ///
    /// The reason's `fields` must be there: one that is missing leaves `{name}` in the sentence.
    public static func texts(
        for reason: RefusalReason,
        fields: [String: String] = [:]
    ) -> [String: String] {
        guard let entry = entry(for: reason) else { return [:] }
        let value = reason == .invalidValue ? ValueTexts.entry(for: fields["field"]) : nil
        return [
            "en": expand(entry.english, fields),
            "ja": value?.japanese ?? expand(entry.japanese, fields),
            "ko": value?.korean ?? expand(entry.korean, fields),
        ]
    }

    private static let entriesByReason = Dictionary(
        uniqueKeysWithValues: entries.map { ($0.reason, $0) }
    )

    /// Puts facts in the place of their names; what a fact says is not looked into again.
    private static func expand(_ template: String, _ fields: [String: String]) -> String {
        var text = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            text += rest[..<open] + (fields[name] ?? String(rest[open...close]))
            rest = rest[rest.index(after: close)...]
        }
        return text + rest
    }
}
