/// What each field of a request takes, said in the languages of `RefusalCatalogue` but English, for
/// refusals of `invalidValue`.
///
/// The fact `expected` is English; people who read another language get the same here by the name
/// of the field. The .proto file has the sentences, and `entries` is made of them.
public enum ValueTexts {
    /// What is said of one field.
    public struct Entry: Hashable, Sendable {
        /// The name of the field in the contract.
        public let field: String
        /// The sentence in Korean.
        public let korean: String
        /// The sentence in Japanese.
        public let japanese: String
    }

    /// The sentences for a field; nil for fields without any, whose facts have to do.
    public static func entry(for field: String?) -> Entry? {
        guard let field else { return nil }
        return entries.first { $0.field == field }
    }
}
