/// Timers ordered by deadline, then by the order in which they were scheduled.
///
/// A binary heap of slot numbers. Each slot knows its place in the heap, so that a cancelled
/// timer leaves at once, with what its job holds, in logarithmic time.
struct TimerHeap {
    private var slots: [Slot] = []
    private var freeSlots: [UInt32] = []
    private var heap: [UInt32] = []
    private var scheduledCount: UInt64 = 0

    typealias Job = () -> Void

    private struct Slot {
        var generation: UInt32 = 0
        var place = 0
        var deadline: UInt64 = 0
        var order: UInt64 = 0
        var job: Job?
    }

    var isEmpty: Bool { heap.isEmpty }

    /// The earliest deadline.
    var nextDeadline: UInt64? { heap.first.map { slots[Int($0)].deadline } }

    mutating func insert(deadline: UInt64, _ job: @escaping Job) -> TimerToken {
        let slot = takeSlot()
        scheduledCount += 1
        slots[Int(slot)].deadline = deadline
        slots[Int(slot)].order = scheduledCount
        slots[Int(slot)].job = job
        heap.append(slot)
        siftUp(from: heap.count - 1)
        return TimerToken(slot: slot, generation: slots[Int(slot)].generation)
    }

    /// Removes a timer; false when it has fired or was removed before.
    mutating func remove(_ token: TimerToken) -> Bool {
        let index = Int(token.slot)
        guard index < slots.count, slots[index].generation == token.generation,
            slots[index].job != nil
        else { return false }
        _ = removeFromHeap(at: slots[index].place)
        return true
    }

    /// Removes the earliest timer if its deadline has come, and returns its job.
    mutating func popDue(at now: UInt64) -> Job? {
        guard let deadline = nextDeadline, deadline <= now else { return nil }
        return removeFromHeap(at: 0)
    }

    mutating func removeAll() {
        self = TimerHeap()
    }

    private mutating func takeSlot() -> UInt32 {
        if let slot = freeSlots.popLast() { return slot }
        slots.append(Slot())
        return UInt32(slots.count - 1)
    }

    private mutating func removeFromHeap(at place: Int) -> Job? {
        let slot = heap[place]
        let last = heap.count - 1
        if place != last { exchange(place, last) }
        heap.removeLast()
        if place < heap.count {
            siftUp(from: place)
            siftDown(from: place)
        }
        let job = slots[Int(slot)].job
        slots[Int(slot)].job = nil
        slots[Int(slot)].generation &+= 1
        freeSlots.append(slot)
        return job
    }

    private mutating func siftUp(from start: Int) {
        var place = start
        slots[Int(heap[place])].place = place
        while place > 0 {
            let parent = (place - 1) / 2
            guard isEarlier(place, than: parent) else { return }
            exchange(place, parent)
            place = parent
        }
    }

    private mutating func siftDown(from start: Int) {
        var place = start
        while true {
            var earliest = place
            let (left, right) = (2 * place + 1, 2 * place + 2)
            if left < heap.count, isEarlier(left, than: earliest) { earliest = left }
            if right < heap.count, isEarlier(right, than: earliest) { earliest = right }
            if earliest == place { return }
            exchange(place, earliest)
            place = earliest
        }
    }

    private func isEarlier(_ left: Int, than right: Int) -> Bool {
        let (left, right) = (Int(heap[left]), Int(heap[right]))
        return (slots[left].deadline, slots[left].order)
            < (slots[right].deadline, slots[right].order)
    }

    private mutating func exchange(_ left: Int, _ right: Int) {
        heap.swapAt(left, right)
        slots[Int(heap[left])].place = left
        slots[Int(heap[right])].place = right
    }
}

/// Names one scheduled timer of one event loop, for `EventLoop.cancel(_:)`.
///
/// It holds nothing alive and stays harmless after its timer has fired.
package struct TimerToken: Hashable, Sendable {
    let slot: UInt32
    let generation: UInt32
}
