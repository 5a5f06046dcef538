import Domain
import Serving
import Testing

@testable import notelet_server

@Suite("Housekeeping that fails")
struct HousekeepingFailuresTests {
    private let failures = HousekeepingFailures()

    /// What the log tells of work of which this came; nil for nothing.
    private func told(_ work: String, _ outcome: Housekeeping.Outcome) -> String? {
        guard case .housekeepingFailed(let work, let reason)? = failures.news(of: work, outcome)
        else { return nil }
        return "\(work): \(reason)"
    }

    @Test("It is told once with why, and again for another reason, or once it was done")
    func once() {
        let limit = Housekeeping.Outcome.failed(.refused(.balanceOutOfRange(maximum: 9)))
        #expect(told("clearing", .done) == nil)
        #expect(told("clearing", limit)?.hasPrefix("clearing: ") == true)
        #expect(told("clearing", limit) == nil)
        #expect(told("sweep", limit)?.contains("9") == true)
        #expect(told("clearing", .failed(.storeFull)) == "clearing: the store has no room")
        #expect(told("clearing", .moreWaiting) == nil)
        #expect(told("clearing", .failed(.dataLoss("order"))) == "clearing: order")
        #expect(told("clearing", .failed(.dataLoss("order"))) == nil)
    }
}
