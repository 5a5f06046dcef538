package import Domain
internal import Metrics
internal import NoteletAPI
package import TTRPC

/// Tells callers why nothing came of their calls, and counts the reasons; from any thread.
package final class Refusals: Sendable {
    private let reasons = RefusalReason.names.keys.sorted()
    private let tally = Tally(count: RefusalReason.names.count)

    /// Begins to count.
    package init() {}

    /// What a caller is told, which is counted as told.
    package func status(of error: DomainError) -> Status {
        let reason = error.reason
        if let index = reasons.firstIndex(of: reason.rawValue) { tally.addShared(1, at: index) }
        return Status(error)
    }

    /// How many calls were refused, by the name of the reason, such as `RATE_LIMITED`.
    package var counts: [(reason: String, count: UInt64)] {
        reasons.enumerated().filter { $1 != RefusalReason.unspecified.rawValue }.map {
            index,
            reason in
            let name = RefusalReason.names[reason] ?? ""
            return (String(name.dropFirst("REFUSAL_REASON_".count)), tally[index])
        }
    }
}
