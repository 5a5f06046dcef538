import TestSupport

extension SeededGenerator {
    /// Starts from a seed; `stream` gives users of one seed different chances.
    init(seed: UInt64, stream: UInt64) {
        self.init(seed: seed &+ stream &* 0xD1B5_4A32_D192_ED03)
        _ = next()
    }

    /// A number of the range.
    mutating func number(in range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }
}
