import Locking
import Testing

@testable import WebServing

/// So many changes run at a time, and the others in the order in which they came.
@Suite("The line of changes")
struct ChangeLineTests {
    private let line = ChangeLine { $0() }
    private let begun = Begun()

    private final class Begun: Sendable {
        let numbers = Mutex<[Int]>([])
    }

    private func run(_ number: Int) {
        line.run { [begun] in begun.numbers.withLock { $0.append(number) } }
    }

    private var order: [Int] { begun.numbers.withLock { $0 } }

    @Test("Changes beyond the number wait for those before them")
    func changesWait() {
        line.set(countMax: 2)
        for number in 0..<5 { run(number) }
        #expect(order == [0, 1] && line.runningCount == 2)
        line.end()
        #expect(order == [0, 1, 2] && line.runningCount == 2)
        for _ in 0..<4 { line.end() }
        #expect(order == [0, 1, 2, 3, 4] && line.runningCount == 0)
        run(5)
        #expect(order.last == 5)
    }

    @Test("Ever so many changes that end at once take no more stack than one")
    func longLinesAreShortOfStack() async {
        let line = ChangeLine()
        let left = Mutex(50_000)
        await withCheckedContinuation { continuation in
            line.run {}
            for _ in 0..<50_000 {
                line.run {
                    let isLast = left.withLock { left in
                        left -= 1
                        return left == 0
                    }
                    line.end()
                    if isLast { continuation.resume() }
                }
            }
            line.end()
        }
        #expect(line.runningCount == 0)
    }

    @Test("A number that is lowered holds back, and one that is raised counts with the next end")
    func numberChanges() {
        line.set(countMax: 3)
        for number in 0..<3 { run(number) }
        line.set(countMax: 1)
        run(3)
        for _ in 0..<2 { line.end() }
        #expect(order == [0, 1, 2])
        line.end()
        #expect(order == [0, 1, 2, 3])
    }
}
