// Ids as people read them.
extension OpaqueID {
    /// Reads an id as people write it: a UUID, its letters in either case; nil for anything else.
    package init?(uuid: String) {
        let lowered = uuid.utf8.map { byte in
            UInt8(ascii: "A")...UInt8(ascii: "F") ~= byte ? byte | 0x20 : byte
        }
        self.init(uuid: lowered.span)
    }

    /// Reads an id in its one form of dumps, the characters of a UUID in lower case.
    package init?(uuid: Span<UInt8>) {
        guard uuid.count == OpaqueID.uuidCharacterCount else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for index in uuid.indices {
            let digit: UInt8
            switch uuid[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = uuid[index] - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = uuid[index] - UInt8(ascii: "a") + 10
            case UInt8(ascii: "-") where OpaqueID.isHyphen(index): continue
            default: return nil
            }
            if OpaqueID.isHyphen(index) { return nil }
            high = high << 4 | low >> 60
            low = low << 4 | UInt64(digit)
        }
        self.init(high: high, low: low)
    }

    /// The id as a UUID in lower case.
    package var uuid: String {
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text += "-" }
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return text
    }

    /// The length of every UUID.
    private static let uuidCharacterCount = 36

    /// Whether a hyphen stands at this place of a UUID.
    private static func isHyphen(_ index: Int) -> Bool {
        index == 8 || index == 13 || index == 18 || index == 23
    }
}
