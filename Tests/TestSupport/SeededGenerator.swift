/// A random source that repeats itself for the same seed: SplitMix64 (Steele et al., 2014).
///
/// It describes itself by its seed: give it to `#expect` as the comment, so that a failure can
/// be run again.
public struct SeededGenerator: RandomNumberGenerator, Sendable, CustomStringConvertible {
    /// What this generator started from.
    public let seed: UInt64
    private var state: UInt64

    /// Starts from `seed`, by default from a new one.
    public init(seed: UInt64 = .random(in: .min ... .max)) {
        self.seed = seed
        state = seed
    }

    /// The seed, in words.
    public var description: String { "seed \(seed)" }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
