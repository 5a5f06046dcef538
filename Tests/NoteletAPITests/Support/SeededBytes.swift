/// Damages bytes, the same way for the same seed (SplitMix64).
struct SeededBytes: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// Flips a byte, cuts some out, or repeats some.
    mutating func damage(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        let index = Int.random(in: 0..<bytes.count, using: &self)
        let end = Int.random(in: index...min(bytes.count, index + 20), using: &self)
        switch UInt8.random(in: 0..<3, using: &self) {
        case 0: bytes[index] ^= UInt8.random(in: 1...255, using: &self)
        case 1: bytes.removeSubrange(index..<end)
        default: bytes.insert(contentsOf: Array(bytes[index..<end]), at: index)
        }
    }
}
