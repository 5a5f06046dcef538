import Domain
import NoteletAPI
import TTRPC
import Testing

@testable import Serving

private let errors: [DomainError] =
    [.dataLoss("note"), .storeFull, .storeUnavailable("closed")]
    + Domain.Refusal.samples.map { .refused($0) }

@Suite struct ErrorMappingTests {
    @Test(arguments: errors)
    func eachErrorIsAnEntryOfTheCatalogueWithAllItsFields(error: DomainError) throws {
        let status = Status(error)
        let refusal = try NoteletAPI.Refusal(of: status)
        let entry = try #require(RefusalCatalogue.entry(for: refusal.reason))
        #expect(status.code.rawValue == entry.code.rawValue)
        #expect(Set(refusal.fields.keys) == Set(entry.fields))
        #expect(refusal.fields.values.allSatisfy { !$0.isEmpty })
        #expect(refusal.retryable == entry.isRetryable)
        #expect(Set(refusal.texts.keys) == ["en", "ja", "ko"])
        #expect(status.message == refusal.texts["en"])
        #expect(refusal.texts.values.allSatisfy { !$0.isEmpty && !$0.contains("{") })
        #expect(status.details.count == 1)
    }

    @Test func eachErrorThatIsToldIsCountedByItsReason() throws {
        let refusals = Refusals()
        #expect(refusals.counts.allSatisfy { $0.count == 0 })
        for (index, error) in errors.enumerated() {
            for _ in 0...index { #expect(refusals.status(of: error) == Status(error)) }
        }
        let counts = refusals.counts
        #expect(counts.count == errors.count && Set(counts.map(\.reason)).count == errors.count)
        #expect(Set(counts.map(\.count)) == Set((1...errors.count).map { UInt64($0) }))
        #expect(counts.first { $0.reason == "STORE_FULL" }?.count == 2)
    }

    @Test func noTwoErrorsHaveOneReasonAndEveryReasonHasAnError() throws {
        let reasons = try errors.map { try NoteletAPI.Refusal(of: Status($0)).reason }
        #expect(Set(reasons).count == reasons.count)
        #expect(Set(reasons) == Set(RefusalCatalogue.entries.map(\.reason)))
    }

    @Test func whatTheOperatorReadsIsNotWhatTheCallerReads() {
        #expect(!Status(.dataLoss("canary")).message.contains("canary"))
        #expect(!Status(.storeUnavailable("canary")).message.contains("canary"))
    }
}
