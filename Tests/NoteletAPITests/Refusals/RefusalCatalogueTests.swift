import Foundation
import NoteletAPI
import ProtobufCoding
import Testing

/// The catalogue, the contract, the vectors and PROTOCOL.md speak of the same refusals.
@Suite
struct RefusalCatalogueTests {
    @Test
    func everyReasonHasAnEntry() {
        let reasons = RefusalCatalogue.entries.map(\.reason.rawValue)
        #expect(reasons == RefusalReason.names.keys.filter { $0 != 0 }.sorted())
    }

    @Test(arguments: RefusalCatalogue.entries)
    func sentencesAreWhole(_ entry: RefusalCatalogue.Entry) {
        for sentence in [entry.english, entry.korean] {
            #expect(sentence.hasSuffix("."), "\(sentence)")
            #expect(sentence.count <= 120, "\(sentence)")
        }
        #expect(entry.korean.contains("니다"), "polite: \(entry.korean)")
        let facts = Set(entry.fields)
        // The Korean of a wrong value or password does not depend on the English `expected`.
        #expect(Self.placeholders(in: entry.korean).isSubset(of: facts))
        let named = entry.reason == .weakPassword ? facts.subtracting(["field"]) : facts
        #expect(Self.placeholders(in: entry.english) == named)
    }

    @Test
    func retryableOnesAreThoseThatTimeHeals() {
        let retryable = RefusalCatalogue.entries.filter(\.isRetryable).map(\.reason)
        #expect(
            retryable == [.contactLocked, .storeFull, .busy, .rateLimited, .tooManyConnections]
        )
    }

    @Test
    func factsComeInTheirPlaces() {
        let texts = RefusalCatalogue.texts(for: .contactLocked, fields: ["remaining_days": "2"])
        #expect(texts["ko"] == "아직 삭제할 수 없습니다. 2일 후 삭제 가능합니다.")
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
    func fieldsHaveSentencesOfTheirOwnInKorean() {
        for (field, korean) in ValueTexts.entries {
            let facts = ["field": field, "expected": "something else"]
            let texts = RefusalCatalogue.texts(for: .invalidValue, fields: facts)
            #expect(texts["ko"] == korean)
            #expect(korean.hasSuffix("니다."))
        }
        #expect(ValueTexts.korean(for: "payload") == nil)
        #expect(ValueTexts.korean(for: nil) == nil)
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

    @Test
    func theSpecificationHasTheSameTable() throws {
        let expected = RefusalCatalogue.entries.map { entry in
            [
                entry.reason.description.replacingOccurrences(of: "REFUSAL_REASON_", with: ""),
                "\(entry.reason.rawValue)",
                Self.names[entry.code] ?? "",
                entry.fields.isEmpty ? "-" : entry.fields.joined(separator: ", "),
                entry.isRetryable ? "yes" : "no",
                entry.english,
                entry.korean,
            ]
        }
        #expect(try ProtocolFolder.table(under: "refusals") == expected)
        #expect(
            try ProtocolFolder.table(under: "values") == ValueTexts.entries.map { ["`\($0)`", $1] }
        )
    }

    private static let names: [RefusalCatalogue.Code: String] = [
        .invalidArgument: "INVALID_ARGUMENT", .notFound: "NOT_FOUND",
        .alreadyExists: "ALREADY_EXISTS", .permissionDenied: "PERMISSION_DENIED",
        .resourceExhausted: "RESOURCE_EXHAUSTED", .failedPrecondition: "FAILED_PRECONDITION",
        .dataLoss: "DATA_LOSS", .unauthenticated: "UNAUTHENTICATED",
    ]

    private static func placeholders(in sentence: String) -> Set<String> {
        Set(sentence.matches(of: /{([a-z_]+)}/).map { String($0.1) })
    }
}
