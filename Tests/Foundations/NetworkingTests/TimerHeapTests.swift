import TestSupport
import Testing

@testable import Networking

@Suite
struct TimerHeapTests {
    @Test(arguments: 0..<8 as Range<UInt64>)
    func `Random timers fire in order and cancelled ones never`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var heap = TimerHeap()
        var fired: [Int] = []
        var expected: [(deadline: UInt64, order: Int)] = []
        var tokens: [TimerToken] = []
        for order in 0..<500 {
            let deadline = UInt64.random(in: 0..<50, using: &generator)
            tokens.append(heap.insert(deadline: deadline) { fired.append(order) })
            expected.append((deadline, order))
        }
        let cancelled = Set((0..<500).filter { _ in Bool.random(using: &generator) })
        for order in cancelled {
            let outcomes = [heap.remove(tokens[order]), heap.remove(tokens[order])]
            #expect(outcomes == [true, false], "seed \(seed)")
        }
        for now in 0..<50 as Range<UInt64> {
            while let job = heap.popDue(at: now) { job() }
        }
        let left = expected.filter { !cancelled.contains($0.order) }
            .sorted { ($0.deadline, $0.order) < ($1.deadline, $1.order) }
        #expect(fired == left.map(\.order), "seed \(seed)")
        #expect(heap.isEmpty)
        let isLate = !heap.remove(tokens[0])
        #expect(isLate)
    }

    @Test
    func `A token of a used slot does not cancel the slot's next timer`() {
        var heap = TimerHeap()
        let first = heap.insert(deadline: 1) {}
        let isDue = heap.popDue(at: 1) != nil
        #expect(isDue)
        let second = heap.insert(deadline: 2) {}
        #expect(first.slot == second.slot)
        let isRemoved = heap.remove(first)
        #expect(!isRemoved)
        #expect(heap.nextDeadline == 2)
        heap.removeAll()
        #expect(heap.nextDeadline == nil)
    }
}
