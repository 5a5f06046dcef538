/// How often values of each size occurred, counted by one thread and read by any.
package final class Histogram: Sendable {
    /// The buckets.
    package let scale: HistogramScale
    /// A number for each bucket, and behind them the sum of the values.
    private let tally: Tally
    private let bucketCount: Int

    /// Makes an empty histogram.
    package init(_ scale: HistogramScale) {
        self.scale = scale
        bucketCount = scale.bucketCount
        tally = Tally(count: scale.bucketCount + 1)
    }

    /// Counts a value, on the one thread that does.
    package func count(_ value: UInt64) {
        tally.add(1, at: scale.bucket(of: value))
        tally.add(value, at: bucketCount)
    }

    /// Counts a value, on any of several threads.
    package func countShared(_ value: UInt64) {
        tally.addShared(1, at: scale.bucket(of: value))
        tally.addShared(value, at: bucketCount)
    }

    /// What was counted so far.
    package var reading: HistogramReading {
        HistogramReading(
            scale: scale,
            counts: (0..<bucketCount).map { tally[$0] },
            sum: tally[bucketCount]
        )
    }
}

/// What a histogram had counted at a moment.
package struct HistogramReading: Equatable, Sendable {
    /// The buckets.
    package let scale: HistogramScale
    /// How many values fell into each bucket.
    package private(set) var counts: [UInt64]
    /// The sum of all values.
    package private(set) var sum: UInt64

    /// Makes the reading of a histogram that counted this.
    init(scale: HistogramScale, counts: [UInt64], sum: UInt64) {
        self.scale = scale
        self.counts = counts
        self.sum = sum
    }

    /// How many values were counted.
    package var count: UInt64 { counts.reduce(0, &+) }

    /// Adds what another thread counted on the same scale.
    package mutating func add(_ other: HistogramReading) {
        precondition(scale == other.scale, "Only buckets with the same bounds can be added.")
        for index in counts.indices { counts[index] &+= other.counts[index] }
        sum &+= other.sum
    }
}
