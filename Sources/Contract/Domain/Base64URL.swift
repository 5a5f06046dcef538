/// The URL-safe base64 alphabet without padding (RFC 4648, section 5).
package enum Base64URL {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
    )

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
        var high: UInt64 = 0
        var low: UInt64 = 0
        let isExact = decode(text) { byte in
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte)
        }
        return isExact ? OpaqueID(high: high, low: low) : nil
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
            guard let value = value(of: character) else { return false }
            pending = (pending << 6 | value) & 0xffff
            pendingBits += 6
            if pendingBits >= 8 {
                pendingBits -= 8
                body(UInt8(truncatingIfNeeded: pending >> pendingBits))
            }
        }
        let leftover = pending & (1 << pendingBits - 1)
        return leftover == 0
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
