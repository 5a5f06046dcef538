import Foundation
import Testing

@testable import notelet_bench

@Suite("Receivers")
struct ReceiverTests {
    @Test("Ranks come as often as the law of Zipf says", arguments: [0.5, 1, 1.5])
    func zipf(exponent: Double) {
        let distribution = ZipfDistribution(count: 1000, exponent: exponent)
        let sum = (1...1000).reduce(0) { $0 + pow(Double($1), -exponent) }
        var random = SeededRandom(seed: 3)
        var counts = [Int](repeating: 0, count: 1001)
        for _ in 0..<200_000 { counts[distribution.draw(using: &random)] += 1 }
        #expect(counts[0] == 0)
        for rank in [1, 2, 3, 10, 100] {
            let expected = 200_000 * pow(Double(rank), -exponent) / sum
            // Five standard deviations: chance alone is never that far off.
            #expect(abs(Double(counts[rank]) - expected) < 5 * expected.squareRoot() + 1)
        }
        #expect(counts[1000] > 0)
    }

    @Test("A law of one rank gives it")
    func single() {
        var random = SeededRandom(seed: 3)
        let distribution = ZipfDistribution(count: 1, exponent: 1)
        #expect((0..<100).allSatisfy { _ in distribution.draw(using: &random) == 1 })
    }

    @Test(
        "All users can be drawn, and popular ones are not neighbours",
        arguments: Receivers.Choice.allCases,
        [1, 2, 3, 10, 1000]
    )
    func users(choice: Receivers.Choice, count: Int) {
        let receivers = Receivers(choice, userCount: count, exponent: 0.5)
        var random = SeededRandom(seed: 11)
        var seen: [Int: Int] = [:]
        for _ in 0..<count * 200 { seen[receivers.draw(using: &random), default: 0] += 1 }
        #expect(Set(seen.keys) == Set(0..<count))
        guard choice == .zipf, count == 1000 else { return }
        let popular = seen.sorted { $0.value > $1.value }.prefix(2).map(\.key)
        #expect(abs(popular[0] - popular[1]) > 1)
    }
}
