/// A number that several threads count all the time, and that is read now and then.
///
/// Each thread counts at a place of its own, which is a cache line of its own: taking turns with
/// one line costs threads more than the addition. Where there are more threads than places some
/// share one, so that each addition is one that all threads see: the sum is exact.
package final class SharedCount: Sendable {
    private let numbers = Tally(count: placeCount * Tally.numbersPerCacheLine)

    /// More places than event loops mostly are, and little memory.
    private static let placeCount = 32

    /// Begins at 0.
    package init() {}

    /// Adds to the number, from any thread.
    ///
    /// - Parameters:
    ///   - amount: How much.
    ///   - place: What tells threads apart, from 0.
    package func add(_ amount: UInt64, at place: Int) {
        numbers.addShared(amount, at: place % Self.placeCount * Tally.numbersPerCacheLine)
    }

    /// The number as it is now, or was a moment ago; from any thread.
    package var sum: UInt64 {
        (0..<Self.placeCount).reduce(0) { $0 &+ numbers[$1 * Tally.numbersPerCacheLine] }
    }
}
