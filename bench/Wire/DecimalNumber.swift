/// Numbers as text protocols write them.
enum DecimalNumber {
    /// Reads a decimal number of at most 18 digits, so that it cannot overflow; nil if it is none.
    static func read(in bytes: UnsafeRawBufferPointer) -> Int? {
        guard (1...18).contains(bytes.count) else { return nil }
        var value = 0
        for byte in bytes {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        return value
    }
}
