/// Bytes as vectors write them.
enum Hex {
    /// Reads hex digits, with any white space between bytes; nil if it is no hex.
    static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let digits = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            let pair = String(decoding: digits[index...(index + 1)], as: UTF8.self)
            guard let byte = UInt8(pair, radix: 16) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}
