import Metrics
import TestSupport
import Testing

@Suite("Histogram")
struct HistogramTests {
    private static let scales = [
        HistogramScale.nanoseconds, .counts, .byteCounts,
        HistogramScale(exponents: 1...5, isFine: true),
    ]

    @Test("The bucket of a value is the first whose bound is not less", arguments: scales)
    func bucketsAreFound(scale: HistogramScale) {
        let bounds = scale.bounds
        #expect(bounds == bounds.sorted() && Set(bounds).count == bounds.count)
        #expect(bounds.count == scale.bucketCount - 1)
        var values: [UInt64] = [0, 1, .max]
        for bound in bounds { values += [bound - 1, bound, bound + 1] }
        var random = SeededGenerator(seed: 1)
        for _ in 0..<1_000 {
            values.append(random.next() >> UInt64.random(in: 0...63, using: &random))
        }
        for value in values {
            let expected = bounds.firstIndex { value <= $0 } ?? bounds.count
            #expect(scale.bucket(of: value) == expected, "\(value)")
        }
    }

    @Test("Durations have two buckets to each doubling, from 8 µs to 17 s")
    func durationsAreCovered() {
        let bounds = HistogramScale.nanoseconds.bounds
        #expect(bounds.prefix(4) == [8_192, 12_288, 16_384, 24_576])
        #expect(bounds.last == 17_179_869_184)
    }

    @Test("What is counted is read, and readings are added")
    func valuesAreCounted() {
        let histograms = [Histogram(.counts), Histogram(.counts)]
        for value: UInt64 in [0, 1, 2, 3, 512, 513] { histograms[0].count(value) }
        histograms[1].count(4)
        var reading = histograms[0].reading
        #expect(reading.counts == [2, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1])
        #expect(reading.sum == 1_031 && reading.count == 6)
        reading.add(histograms[1].reading)
        #expect(reading.counts[2] == 2 && reading.sum == 1_035 && reading.count == 7)
    }
}
