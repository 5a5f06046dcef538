/// Bytes as base64 (RFC 4648): written with the alphabet of its section 4, read with either.
package enum Base64Text {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )

    /// What each character of either alphabet stands for; 255 for one that stands for nothing.
    private static let values = {
        var values = [UInt8](repeating: .max, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        values[Int(UInt8(ascii: "-"))] = 62
        values[Int(UInt8(ascii: "_"))] = 63
        return values
    }()

    /// Appends the text of some bytes, with what fills up its last four characters.
    package static func append(_ bytes: Span<UInt8>, to text: inout [UInt8]) {
        text.reserveCapacity(text.count + (bytes.count + 2) / 3 * 4)
        var pending: UInt32 = 0
        var pendingBits: UInt32 = 0
        for index in bytes.indices {
            pending = pending << 8 | UInt32(bytes[index])
            pendingBits += 8
            while pendingBits >= 6 {
                pendingBits -= 6
                text.append(alphabet[Int(pending >> pendingBits & 63)])
            }
        }
        if pendingBits == 0 { return }
        text.append(alphabet[Int(pending << (6 - pendingBits) & 63)])
        for _ in 0..<(pendingBits == 2 ? 2 : 1) { text.append(UInt8(ascii: "=")) }
    }

    /// The bytes that a text stands for, filled up or not; nil if it is base64 of neither alphabet.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var pending: UInt32 = 0
        var pendingBits: UInt32 = 0
        var characterCount = 0
        var rest = text[...]
        while let character = rest.first, character != UInt8(ascii: "=") {
            rest = rest.dropFirst()
            let value = values[Int(character)]
            guard value < 64 else { return nil }
            characterCount += 1
            pending = (pending << 6 | UInt32(value)) & 0xffff
            pendingBits += 6
            if pendingBits >= 8 {
                pendingBits -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> pendingBits))
            }
        }
        let missing = (4 - characterCount % 4) % 4
        let isFilled = rest.isEmpty || rest.count == missing && rest.allSatisfy { $0 == 0x3D }
        let leftover = pending & (1 << pendingBits - 1)
        return missing < 3 && isFilled && leftover == 0 ? bytes : nil
    }
}
