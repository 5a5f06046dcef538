import Metrics
import Testing

@Suite("Shared count")
struct SharedCountTests {
    @Test("What more threads count than there are places is all counted")
    func threadsCountTogether() async {
        let count = SharedCount()
        await withTaskGroup(of: Void.self) { group in
            for place in 0..<100 {
                group.addTask { for _ in 0..<1_000 { count.add(2, at: place) } }
            }
        }
        #expect(count.sum == 200_000)
    }
}
