// Ids as people read them.
extension OpaqueID {
    /// Reads an id as a UUID in lower case; nil for anything else.
    package init?(uuid: String) {
        let parts = uuid.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12] else { return nil }
        let digits = parts.joined()
        guard digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && !(65...90).contains($0) }),
            let high = UInt64(digits.prefix(16), radix: 16),
            let low = UInt64(digits.suffix(16), radix: 16)
        else { return nil }
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
}
