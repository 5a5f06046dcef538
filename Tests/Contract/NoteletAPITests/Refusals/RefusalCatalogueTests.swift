import Foundation
import NoteletAPI
import ProtobufCoding
import TestSupport
import Testing

/// The catalogue, the contract and the vectors speak of the same refusals.
@Suite
struct RefusalCatalogueTests {
    @Test
    func everyReasonHasAnEntry() {
        let reasons = RefusalCatalogue.entries.map(\.reason.rawValue)
        #expect(reasons == RefusalReason.names.keys.filter { $0 != 0 }.sorted())
    }

    @Test(arguments: RefusalCatalogue.entries)
    func sentencesAreWhole(_ entry: RefusalCatalogue.Entry) {
        for sentence in [entry.english, entry.korean, entry.japanese] {
            #expect(sentence.hasSuffix(".") || sentence.hasSuffix("。"), "\(sentence)")
            #expect(sentence.count <= 120, "\(sentence)")
        }
        #expect(entry.korean.contains("니다"), "polite: \(entry.korean)")
        let facts = Set(entry.fields)
        // What is said of a wrong password in other languages does not depend on the English
        // `expected`.
        #expect(Self.placeholders(in: entry.korean).isSubset(of: facts))
        #expect(Self.placeholders(in: entry.japanese) == Self.placeholders(in: entry.korean))
        let named = entry.reason == .weakPassword ? facts.subtracting(["field"]) : facts
        #expect(Self.placeholders(in: entry.english) == named)
    }

    @Test
    func retryableOnesAreThoseThatTimeHeals() {
        let retryable = RefusalCatalogue.entries.filter(\.isRetryable).map(\.reason)
        #expect(
            retryable == [
                .contactLocked, .storeFull, .busy, .rateLimited, .tooManyConnections,
                .appUnavailable,
            ]
        )
    }

    @Test
    func factsComeInTheirPlaces() {
        let texts = RefusalCatalogue.texts(for: .contactLocked, fields: ["remaining_days": "2"])
        #expect(texts["ko"] == "아직 삭제할 수 없습니다. 2일 후 삭제 가능합니다.")
        #expect(texts["ja"] == "まだ削除できません。2日後に削除できます。")
        #expect(texts["en"]?.hasSuffix("can be: 2.") == true)
    }

    @Test
    func aFactIsNotATemplate() {
        let texts = RefusalCatalogue.texts(
            for: .invalidValue,
            fields: ["field": "{expected}", "expected": "{field} {"]
        )
        #expect(
            texts["en"] == "The value of {expected} is not valid. Expected: {field} {."
        )
    }

    @Test
    func missingFactsAndUnknownReasonsDoNoHarm() {
        #expect(
            RefusalCatalogue.texts(for: .contactLimitReached)["en"]?.contains("{limit}") == true
        )
        #expect(RefusalCatalogue.texts(for: .unspecified) == [:])
        #expect(RefusalCatalogue.texts(for: RefusalReason(rawValue: 999)) == [:])
        #expect(RefusalCatalogue.entry(for: .busy)?.code == .resourceExhausted)
    }

    @Test
    func fieldsHaveSentencesOfTheirOwn() {
        for entry in ValueTexts.entries {
            let facts = ["field": entry.field, "expected": "something else"]
            let texts = RefusalCatalogue.texts(for: .invalidValue, fields: facts)
            #expect(texts["ko"] == entry.korean)
            #expect(texts["ja"] == entry.japanese)
            #expect(entry.korean.hasSuffix("니다."))
            #expect(entry.japanese.hasSuffix("。"))
        }
        #expect(ValueTexts.entry(for: "payload") == nil)
        #expect(ValueTexts.entry(for: nil) == nil)
    }

    @Test
    func vectorsAreWhatTheCatalogueGives() throws {
        let vectors = try VectorFile("refusals.json").vectors
        let reasons = Set(vectors.map { $0.text("reason") })
        #expect(reasons == Set(RefusalCatalogue.entries.map(\.reason.description)))
        for vector in vectors {
            let entry = try #require(
                RefusalCatalogue.entries.first { $0.reason.description == vector.text("reason") }
            )
            let fields = vector.values["fields"] as? [String: String] ?? [:]
            #expect(Set(fields.keys) == Set(entry.fields), "\(vector)")
            let refusal = Refusal(
                reason: entry.reason,
                fields: fields,
                texts: RefusalCatalogue.texts(for: entry.reason, fields: fields),
                retryable: entry.isRetryable
            )
            #expect(refusal.texts == vector.values["texts"] as? [String: String], "\(vector)")
            #expect(refusal.retryable == vector.values["retryable"] as? Bool, "\(vector)")
            #expect(Self.names[entry.code] == vector.text("code"), "\(vector)")
            #expect(try ProtobufEncoder().encode(refusal) == vector.bytes("refusal"), "\(vector)")
            let decoded = try ProtobufDecoder().decode(
                Refusal.self,
                from: vector.bytes("refusal")
            )
            #expect(decoded == refusal, "\(vector)")
        }
    }

    private static let names: [RefusalCatalogue.Code: String] = [
        .invalidArgument: "INVALID_ARGUMENT", .notFound: "NOT_FOUND",
        .alreadyExists: "ALREADY_EXISTS", .permissionDenied: "PERMISSION_DENIED",
        .resourceExhausted: "RESOURCE_EXHAUSTED", .failedPrecondition: "FAILED_PRECONDITION",
        .unimplemented: "UNIMPLEMENTED", .unavailable: "UNAVAILABLE", .dataLoss: "DATA_LOSS",
        .unauthenticated: "UNAUTHENTICATED",
    ]

    private static func placeholders(in sentence: String) -> Set<String> {
        Set(sentence.matches(of: /{([a-z_]+)}/).map { String($0.1) })
    }
}
