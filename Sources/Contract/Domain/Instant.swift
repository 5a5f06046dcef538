/// A moment of the server's clock, in whole milliseconds since 1970-01-01T00:00:00Z.
@usableFromInline
package struct Instant: Hashable, Comparable, Codable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z, leap seconds left out; negative before.
    @usableFromInline package let milliseconds: Int64

    /// Creates the moment that lies `milliseconds` after the beginning of 1970.
    @inlinable
    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Creates the moment that lies `seconds` after the beginning of 1970, saturating.
    package init(seconds: Int64) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        milliseconds = overflow ? (seconds < 0 ? .min : .max) : product
    }

    /// A moment before all others.
    package static let distantPast = Instant(milliseconds: .min)

    /// Orders the earlier moment first.
    @usableFromInline
    package static func < (left: Instant, right: Instant) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The moment `seconds` later (earlier, when negative), saturating at the ends of time.
    package func adding(seconds: Int64) -> Instant {
        let (sum, overflow) = milliseconds.addingReportingOverflow(
            Instant(seconds: seconds).milliseconds
        )
        return Instant(milliseconds: overflow ? (seconds < 0 ? .min : .max) : sum)
    }

    /// The moment `milliseconds` later (earlier, when negative), saturating at the ends of time.
    package func adding(milliseconds step: Int64) -> Instant {
        let (sum, overflow) = milliseconds.addingReportingOverflow(step)
        return Instant(milliseconds: overflow ? (step < 0 ? .min : .max) : sum)
    }

    /// Milliseconds from this moment until `other`, saturating; negative when `other` is earlier.
    package func milliseconds(until other: Instant) -> Int64 {
        let (difference, overflow) = other.milliseconds.subtractingReportingOverflow(milliseconds)
        return overflow ? (other < self ? .min : .max) : difference
    }

    /// This moment as another person is told of it: rounded down to the minute.
    ///
    /// Two people's records of one event then share no exact time by which they could be matched.
    package var toTheMinute: Instant { roundedDown(toMultipleOf: 60_000) }

    /// This moment as somebody is told of it who wants no more than the day: rounded down to the
    /// beginning of its day in UTC.
    package var toTheDay: Instant { roundedDown(toMultipleOf: 86_400_000) }

    private func roundedDown(toMultipleOf unit: Int64) -> Instant {
        let remainder = milliseconds % unit
        let excess = remainder < 0 ? remainder + unit : remainder
        let (floor, overflow) = milliseconds.subtractingReportingOverflow(excess)
        return Instant(milliseconds: overflow ? .min : floor)
    }

    /// Whole days since the beginning of 1970, for what is kept by the day.
    package var dayNumber: UInt32 {
        UInt32(clamping: milliseconds / 86_400_000)
    }
}

extension Instant {
    /// Reads the milliseconds, which are all that is stored of it.
    @usableFromInline
    package init(from decoder: any Decoder) throws {
        self.init(milliseconds: try Int64(from: decoder))
    }

    /// Writes the milliseconds.
    @usableFromInline
    package func encode(to encoder: any Encoder) throws {
        try milliseconds.encode(to: encoder)
    }
}
