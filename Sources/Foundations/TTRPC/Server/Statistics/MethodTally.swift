internal import Metrics

/// How the calls of one method have ended, and how long they took.
package final class MethodTally: Sendable {
    /// A number for each status code, and one for all that are none.
    private let codes = Tally(count: codeCount + 1)
    /// The times of calls; nil where they are as long as callers like.
    private let times: Histogram?

    private static let codeCount = StatusCode.known.count

    /// Counts from 0; with times, unless the method has streams.
    package init(isTimed: Bool) {
        times = isTimed ? Histogram(.nanoseconds) : nil
    }

    /// Counts a call, on the one thread that does.
    func count(_ code: StatusCode, nanoseconds: UInt64) {
        codes.add(1, at: Self.index(of: code))
        times?.count(nanoseconds)
    }

    /// Counts a call, on any of several threads.
    package func countShared(_ code: StatusCode, nanoseconds: UInt64) {
        codes.addShared(1, at: Self.index(of: code))
        times?.countShared(nanoseconds)
    }

    private static func index(of code: StatusCode) -> Int {
        let isKnown = code.rawValue >= 0 && code.rawValue < codeCount
        return isKnown ? Int(code.rawValue) : codeCount
    }

    /// What was counted so far; from any thread.
    package var reading: MethodStatistics.Reading {
        MethodStatistics.Reading(
            counts: (0..<codes.count).map { codes[$0] },
            times: times?.reading
        )
    }
}
