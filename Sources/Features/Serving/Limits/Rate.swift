/// How often something may be done: so many times at once, and then evenly over the time.
///
/// "10 a minute" allows ten at once, and one more each six seconds; whoever did nothing for a
/// minute has ten again.
package struct Rate: Hashable, Sendable {
    /// How many times.
    package let count: Int
    /// In which time.
    package let period: Period

    /// The times that rates are given in.
    package enum Period: String, CaseIterable, Sendable {
        /// A second.
        case second = "s"
        /// 60 seconds.
        case minute = "min"
        /// 3,600 seconds.
        case hour = "h"
        /// 86,400 seconds.
        case day = "day"

        /// The time in milliseconds.
        package var milliseconds: UInt32 {
            switch self {
            case .second: 1_000
            case .minute: 60_000
            case .hour: 3_600_000
            case .day: 86_400_000
            }
        }
    }

    /// Makes a rate; nil unless `count` is from 1 to 1,000 a second, the finest that is counted.
    package init?(_ count: Int, per period: Period) {
        guard (1...Int(period.milliseconds)).contains(count) else { return nil }
        self.count = count
        self.period = period
    }

    /// Wraps numbers that are known to be right.
    init(of count: Int, per period: Period) {
        precondition(
            (1...Int(period.milliseconds)).contains(count),
            "A rate is from 1 to 1,000 a second."
        )
        self.count = count
        self.period = period
    }

    /// The time from one to the next when all are spread evenly, in milliseconds.
    var intervalMilliseconds: UInt32 { period.milliseconds / UInt32(count) }
}

extension Rate: CustomStringConvertible {
    /// The form that options have: `10/min`.
    package var description: String { "\(count)/\(period.rawValue)" }
}
