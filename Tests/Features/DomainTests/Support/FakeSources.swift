import Domain

/// Bytes from a counter, each block different from the one before.
struct CountingRandom: RandomSource {
    let seed: UInt8

    func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0) &+ seed }
    }
}
