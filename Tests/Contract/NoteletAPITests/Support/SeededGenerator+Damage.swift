import TestSupport

extension SeededGenerator {
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
