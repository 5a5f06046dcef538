/// The buckets of a histogram: fixed, and log-linear, so that each is as wide, in proportion, as
/// the others.
///
/// The bounds are powers of two, and the middle between two of them where the scale is fine. So
/// finding the bucket of a value takes a few instructions, whatever the value is.
package struct HistogramScale: Hashable, Sendable {
    private let exponents: ClosedRange<Int>
    private let isFine: Bool

    /// Durations in nanoseconds: from 8 µs to 17 s, two buckets to each doubling.
    package static let nanoseconds = HistogramScale(exponents: 13...34, isFine: true)
    /// Numbers of things that are done together: from 1 to 512.
    package static let counts = HistogramScale(exponents: 0...9, isFine: false)
    /// Bytes: from 4 KiB to 8 MiB.
    package static let byteCounts = HistogramScale(exponents: 12...23, isFine: false)

    /// Makes bounds from the first to the last power of two.
    ///
    /// The first power of a fine scale is 1 at least, so that there is a middle behind it.
    package init(exponents: ClosedRange<Int>, isFine: Bool) {
        precondition(exponents.lowerBound >= (isFine ? 1 : 0), "A scale has whole steps.")
        precondition(exponents.upperBound < 63, "A scale has bounds in 64 bits.")
        self.exponents = exponents
        self.isFine = isFine
    }

    /// The greatest value of each bucket but the last, which takes all that is greater.
    package var bounds: [UInt64] {
        exponents.flatMap { exponent -> [UInt64] in
            let bound: UInt64 = 1 << UInt64(exponent)
            return isFine && exponent < exponents.upperBound ? [bound, bound + bound / 2] : [bound]
        }
    }

    /// How many buckets there are, the last one included.
    package var bucketCount: Int {
        let octaveCount = exponents.upperBound - exponents.lowerBound
        return (isFine ? 2 * octaveCount : octaveCount) + 2
    }

    /// The bucket of a value: the first whose bound is not less.
    package func bucket(of value: UInt64) -> Int {
        // A value is within a bound if one less than it is below the bound.
        let below = value == 0 ? 0 : value &- 1
        if below >> UInt64(exponents.lowerBound) == 0 { return 0 }
        let exponent = 63 &- below.leadingZeroBitCount
        if exponent >= exponents.upperBound { return bucketCount - 1 }
        let octave = exponent &- exponents.lowerBound
        guard isFine else { return octave &+ 1 }
        let upperHalf = Int(truncatingIfNeeded: below &>> UInt64(exponent &- 1)) & 1
        return 2 &* octave &+ 1 &+ upperHalf
    }
}
