internal import Domain

/// Bytes from a counter, each block different from the one before.
package struct CountingRandom: RandomSource {
    private let seed: UInt8

    /// Begins at a byte.
    package init(seed: UInt8) {
        self.seed = seed
    }

    /// The next of them.
    package func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0) &+ seed }
    }
}
