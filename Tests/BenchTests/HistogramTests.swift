import TestSupport
import Testing

@testable import notelet_bench

@Suite("Histogram")
struct HistogramTests {
    @Test("An empty histogram has no durations")
    func empty() {
        let histogram = Histogram()
        #expect(histogram.count == 0)
        #expect(histogram.nanoseconds(at: 0.5) == 0)
        #expect(histogram.meanNanoseconds == 0)
        #expect(!histogram.supports(0.5))
    }

    @Test("Below 2,048 ns, durations are exact")
    func exactBelow2048() {
        for nanoseconds: UInt64 in [0, 1, 1023, 1024, 2047] {
            var histogram = Histogram()
            histogram.record(nanoseconds: nanoseconds)
            histogram.record(nanoseconds: 1 << 40)
            #expect(histogram.nanoseconds(at: 0.5) == nanoseconds)
        }
    }

    @Test("Durations keep three significant digits", arguments: 11...40)
    func precision(exponent: UInt64) {
        let power: UInt64 = 1 << exponent
        for nanoseconds in [power - 1, power, power + 1, power + power / 2, 2 * power - 1] {
            var histogram = Histogram()
            histogram.record(nanoseconds: nanoseconds)
            histogram.record(nanoseconds: Histogram.nanosecondsMax)
            let found = histogram.nanoseconds(at: 0.5)
            #expect(found >= nanoseconds)
            #expect(Double(found - nanoseconds) <= Double(nanoseconds) / 1000)
        }
    }

    @Test("What is too long counts as the longest duration there is")
    func saturates() {
        var histogram = Histogram()
        histogram.record(nanoseconds: .max)
        #expect(histogram.count == 1)
        #expect(histogram.maximumNanoseconds == Histogram.nanosecondsMax)
        #expect(histogram.nanoseconds(at: 1) == Histogram.nanosecondsMax)
    }

    @Test("Quantiles are those of the sorted durations")
    func quantiles() {
        var generator = SeededGenerator()
        var durations: [UInt64] = []
        var histogram = Histogram()
        for _ in 0..<10_000 {
            let width = UInt64.random(in: 1...35, using: &generator)
            let duration = UInt64.random(in: 0..<1 << width, using: &generator)
            durations.append(duration)
            histogram.record(nanoseconds: duration)
        }
        durations.sort()
        for quantile in [0.0, 0.001, 0.25, 0.5, 0.9, 0.99, 0.999, 1] {
            let rank = max(1, Int((quantile * 10_000).rounded(.up)))
            let exact = durations[rank - 1]
            let found = histogram.nanoseconds(at: quantile)
            #expect(found >= exact, "\(generator)")
            #expect(Double(found - exact) <= Double(exact) / 1000, "\(generator)")
        }
    }

    @Test("A quantile is never above the longest duration")
    func boundedByMaximum() {
        var histogram = Histogram()
        histogram.record(nanoseconds: 1_000_001)
        #expect(histogram.nanoseconds(at: 0.5) == 1_000_001)
    }

    @Test("Merging loses nothing")
    func merging() {
        var (all, left, right) = (Histogram(), Histogram(), Histogram())
        for index: UInt64 in 1...1000 {
            all.record(nanoseconds: index * index)
            if index % 3 == 0 {
                left.record(nanoseconds: index * index)
            } else {
                right.record(nanoseconds: index * index)
            }
        }
        left.merge(right)
        #expect(left == all)
        left.merge(Histogram())
        #expect(left == all)
    }

    @Test("A percentile needs ten durations beyond it")
    func support() {
        var histogram = Histogram()
        for _ in 0..<99 { histogram.record(nanoseconds: 5) }
        #expect(histogram.supports(0.5))
        #expect(!histogram.supports(0.9))
        histogram.record(nanoseconds: 5)
        #expect(histogram.supports(0.9))
        #expect(!histogram.supports(0.99))
        #expect(Percentile.p90.nanoseconds(in: histogram) == 5)
        #expect(Percentile.p999.nanoseconds(in: histogram) == nil)
    }
}
