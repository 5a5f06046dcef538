import Locking

/// Numbers that one thread counts and any thread may read.
///
/// Counting takes no lock and no locked instruction: a load, an addition and a store. So each
/// number is counted by one thread at a time, such as an event loop's; what several threads count
/// goes through `addShared`. The numbers lie on cache lines of their own, so that neither a reader
/// nor another tally slows the counting thread down.
///
/// `@unchecked Sendable`: the memory is fixed for the life of the object, and holds atomics.
@safe
package final class Tally: @unchecked Sendable {
    /// How many numbers there are.
    package let count: Int
    private let numbers: UnsafeMutablePointer<Atomic<UInt64>>

    /// How many numbers lie on one cache line.
    static let numbersPerCacheLine = cacheLineByteCount / MemoryLayout<Atomic<UInt64>>.stride

    private static let cacheLineByteCount = 64

    /// Makes so many numbers, all 0.
    package init(count: Int) {
        precondition(count > 0, "A tally counts something.")
        self.count = count
        let stride = MemoryLayout<Atomic<UInt64>>.stride
        let lineCount = (count * stride + Self.cacheLineByteCount - 1) / Self.cacheLineByteCount
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: lineCount * Self.cacheLineByteCount,
            alignment: Self.cacheLineByteCount
        )
        unsafe numbers = memory.bindMemory(to: Atomic<UInt64>.self, capacity: count)
        for index in 0..<count { unsafe (numbers + index).initialize(to: Atomic(0)) }
    }

    deinit {
        unsafe numbers.deinitialize(count: count)
        unsafe UnsafeMutableRawPointer(numbers).deallocate()
    }

    /// Adds to a number, on the one thread that counts it.
    package func add(_ amount: UInt64, at index: Int) {
        precondition(index >= 0 && index < count, "A tally has no such number.")
        let sum = unsafe numbers[index].load(ordering: .relaxed) &+ amount
        unsafe numbers[index].store(sum, ordering: .relaxed)
    }

    /// Replaces a number, on the one thread that counts it: for what goes down, too.
    package func set(_ value: Int, at index: Int) {
        precondition(index >= 0 && index < count, "A tally has no such number.")
        unsafe numbers[index].store(UInt64(clamping: value), ordering: .relaxed)
    }

    /// Adds to a number that several threads count.
    package func addShared(_ amount: UInt64, at index: Int) {
        precondition(index >= 0 && index < count, "A tally has no such number.")
        unsafe numbers[index].wrappingAdd(amount, ordering: .relaxed)
    }

    /// A number as it is now, or was a moment ago; from any thread.
    package subscript(index: Int) -> UInt64 {
        precondition(index >= 0 && index < count, "A tally has no such number.")
        return unsafe numbers[index].load(ordering: .relaxed)
    }
}
