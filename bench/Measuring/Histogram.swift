/// Counts of durations, precise to three significant digits from a nanosecond to 36 minutes.
///
/// The buckets are those of an HDR histogram: linear within each power of two, 1,024 of them, so
/// that a bucket is never wider than a thousandth of what it holds. Recording touches one counter
/// and takes no memory; two histograms can be merged, and nothing is lost by it.
struct Histogram: Equatable, Sendable {
    /// How many durations were recorded.
    private(set) var count: UInt64 = 0
    /// The longest duration, exactly; 0 when there is none.
    private(set) var maximumNanoseconds: UInt64 = 0
    /// All durations together, for the mean.
    private(set) var sumNanoseconds: UInt64 = 0
    private var buckets = [UInt64](repeating: 0, count: Histogram.bucketCount)

    /// The linear buckets of one power of two: 2^10, the first power above a thousand.
    private static let linearBits = 10
    /// Longer durations count as this one: 2^41 - 1 ns, over 36 minutes.
    static let nanosecondsMax: UInt64 = 1 << 41 - 1
    private static let bucketCount = index(of: nanosecondsMax) + 1

    /// The mean in nanoseconds; 0 when nothing was recorded.
    var meanNanoseconds: Double { count == 0 ? 0 : Double(sumNanoseconds) / Double(count) }

    /// Counts one duration.
    mutating func record(nanoseconds: UInt64) {
        let duration = min(nanoseconds, Histogram.nanosecondsMax)
        buckets[Histogram.index(of: duration)] += 1
        count += 1
        maximumNanoseconds = max(maximumNanoseconds, duration)
        sumNanoseconds &+= duration
    }

    /// Adds what another histogram counted.
    mutating func merge(_ other: Histogram) {
        for index in buckets.indices { buckets[index] += other.buckets[index] }
        count += other.count
        maximumNanoseconds = max(maximumNanoseconds, other.maximumNanoseconds)
        sumNanoseconds &+= other.sumNanoseconds
    }

    /// The duration that a share of all durations does not exceed, as the upper end of its bucket.
    ///
    /// - Parameter quantile: The share, 0.99 for the 99th percentile.
    /// - Returns: Nanoseconds, never more than the longest duration; 0 when there is none.
    func nanoseconds(at quantile: Double) -> UInt64 {
        let rank = max(1, UInt64((min(max(quantile, 0), 1) * Double(count)).rounded(.up)))
        var seen: UInt64 = 0
        for (index, bucket) in buckets.enumerated() where bucket > 0 {
            seen += bucket
            if seen >= rank { return min(Histogram.upperEnd(of: index), maximumNanoseconds) }
        }
        return maximumNanoseconds
    }

    /// Whether the durations beyond a quantile are enough for it to mean something: ten at least.
    func supports(_ quantile: Double) -> Bool {
        Double(count) * (1 - quantile) >= 10 * (1 - 1e-9)
    }

    /// Below 2,048 the buckets are the numbers themselves; from there on each power of two has
    /// 1,024 buckets, which follow those of the power before.
    private static func index(of duration: UInt64) -> Int {
        let width = UInt64.bitWidth - duration.leadingZeroBitCount
        let shift = max(0, width - linearBits - 1)
        return shift << linearBits + Int(duration >> UInt64(shift))
    }

    private static func upperEnd(of index: Int) -> UInt64 {
        let shift = max(0, index >> linearBits - 1)
        let first = UInt64(index - shift << linearBits) << UInt64(shift)
        return first + (1 << UInt64(shift) - 1)
    }
}
