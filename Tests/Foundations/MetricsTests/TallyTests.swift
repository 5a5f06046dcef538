import Foundation
import Locking
import Metrics
import Testing

@Suite("Tally")
struct TallyTests {
    @Test("Numbers are counted, replaced and read apart")
    func numbersAreApart() {
        let tally = Tally(count: 20)
        for index in 0..<20 { tally.add(UInt64(index), at: index) }
        tally.add(5, at: 3)
        tally.set(-1, at: 4)
        tally.set(7, at: 5)
        #expect((0..<6).map { tally[$0] } == [0, 1, 2, 8, 0, 7] && tally[19] == 19)
    }

    @Test("What several threads count together is all counted, and readers see it grow")
    func threadsCountTogether() async {
        let tally = Tally(count: 2)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { for _ in 0..<10_000 { tally.addShared(1, at: 1) } }
            }
            group.addTask { for _ in 0..<10_000 { tally.add(2, at: 0) } }
            group.addTask {
                var last: UInt64 = 0
                for _ in 0..<10_000 {
                    let now = tally[0]
                    #expect(now >= last && now % 2 == 0)
                    last = now
                }
            }
        }
        #expect(tally[0] == 20_000 && tally[1] == 40_000)
    }
}
