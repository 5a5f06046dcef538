/// A UUID between its 128 bits and the text that people and programs know it by.
package struct UUIDText: Hashable, Sendable {
    /// The first eight bytes as a big-endian number.
    package let high: UInt64
    /// The last eight bytes as a big-endian number.
    package let low: UInt64

    /// The length of every text.
    private static let characterCount = 36
    private static let digits = Array("0123456789abcdef".utf8)

    /// Joins the two halves, the more significant first.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads what people write, letters in either case; nil for what is no UUID.
    package init?(_ text: String) {
        let lowered = text.utf8.map { byte in
            UInt8(ascii: "A")...UInt8(ascii: "F") ~= byte ? byte | 0x20 : byte
        }
        self.init(canonical: lowered.span)
    }

    /// Reads the characters of the one form that is written; nil for anything else.
    package init?(canonical text: Span<UInt8>) {
        guard text.count == Self.characterCount else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for index in text.indices {
            let digit: UInt8
            switch text[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = text[index] - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = text[index] - UInt8(ascii: "a") + 10
            case UInt8(ascii: "-") where Self.isHyphen(index): continue
            default: return nil
            }
            if Self.isHyphen(index) { return nil }
            high = high << 4 | low >> 60
            low = low << 4 | UInt64(digit)
        }
        self.init(high: high, low: low)
    }

    /// The characters: 32 digits in lower case with hyphens after the 8th, 12th, 16th and 20th.
    package var characters: [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(Self.characterCount)
        for half in [high, low] {
            for shift in stride(from: 60, through: 0, by: -4) {
                if Self.isHyphen(text.count) { text.append(UInt8(ascii: "-")) }
                text.append(Self.digits[Int(half >> UInt64(shift) & 15)])
            }
        }
        return text
    }

    /// The same as a text.
    package var text: String { String(decoding: characters, as: UTF8.self) }

    /// Whether a hyphen stands at this place.
    private static func isHyphen(_ index: Int) -> Bool {
        index == 8 || index == 13 || index == 18 || index == 23
    }
}
