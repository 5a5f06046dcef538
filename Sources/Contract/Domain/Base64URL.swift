/// The URL-safe base64 alphabet without padding (RFC 4648, section 5).
package enum Base64URL {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
    )

    /// What each character stands for; 255 for one that stands for nothing.
    private static let values = {
        var values = [UInt8](repeating: .max, count: 256)
        for (value, character) in alphabet.enumerated() {
            values[Int(character)] = UInt8(value)
        }
        return values
    }()

    /// The text form of `bytes`.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        var pending: UInt32 = 0
        var pendingBits: UInt32 = 0
        for byte in bytes {
            pending = pending << 8 | UInt32(byte)
            pendingBits += 8
            while pendingBits >= 6 {
                pendingBits -= 6
                text.append(alphabet[Int(pending >> pendingBits & 63)])
            }
        }
        if pendingBits > 0 {
            text.append(alphabet[Int(pending << (6 - pendingBits) & 63)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes that `text` stands for; nil unless it is exactly what `encode` gives for them.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var text = String(text)
        return text.withUTF8 { text in
            var bytes: [UInt8] = []
            bytes.reserveCapacity(text.count * 3 / 4)
            return decode(text) { bytes.append($0) } ? bytes : nil
        }
    }

    /// The 16 bytes that `text` stands for; nil unless it is exactly what `encode` gives for them.
    package static func decodeID(_ text: UnsafeBufferPointer<UInt8>) -> OpaqueID? {
        guard text.count == idCharacterCount else { return nil }
        var bits: UInt128 = 0
        var last: UInt8 = 0
        for character in text {
            // The last character has two bits of the 16 bytes and four that are zero.
            bits = bits << 6 | UInt128(last)
            last = values[Int(character)]
            guard last < 64 else { return nil }
        }
        guard last & 0xF == 0 else { return nil }
        bits = bits << 2 | UInt128(last >> 4)
        return OpaqueID(
            high: UInt64(truncatingIfNeeded: bits >> 64),
            low: UInt64(truncatingIfNeeded: bits)
        )
    }

    /// Characters that stand for 16 bytes.
    private static let idCharacterCount = 22

    /// Gives the bytes one by one; answers whether `text` is what `encode` gives for them.
    @inline(__always)
    private static func decode(
        _ text: UnsafeBufferPointer<UInt8>,
        _ body: (UInt8) -> Void
    ) -> Bool {
        guard text.count % 4 != 1 else { return false }
        var pending: UInt32 = 0
        var pendingBits: UInt32 = 0
        for character in text {
            let value = values[Int(character)]
            guard value < 64 else { return false }
            pending = (pending << 6 | UInt32(value)) & 0xffff
            pendingBits += 6
            if pendingBits >= 8 {
                pendingBits -= 8
                body(UInt8(truncatingIfNeeded: pending >> pendingBits))
            }
        }
        let leftover = pending & (1 << pendingBits - 1)
        return leftover == 0
    }
}
