internal import TextForms

extension ProtobufTimestamp {
    /// The moment in RFC 3339 and UTC, with no fraction or one of 3, 6 or 9 digits.
    var jsonText: String {
        // The moments of the years 1 to 9999 have a text.
        let milliseconds = seconds * 1_000 + Int64(nanos / 1_000_000)
        let text = MomentText.text(ofMilliseconds: milliseconds)
        // Most moments are told to the millisecond.
        if nanos % 1_000_000 == 0, nanos > 0 { return text }
        let whole = String(decoding: text.utf8.dropLast(".000Z".utf8.count), as: UTF8.self)
        return nanos == 0 ? whole + "Z" : whole + fractionText(nanos.magnitude) + "Z"
    }

    /// The moment that a text of RFC 3339 tells, in UTC or with an offset, with up to nine digits
    /// behind the second; nil for another text, and for a moment of another year than 1 to 9999.
    init?(jsonText text: String) {
        var text = text
        var nanos: Int32 = 0
        if let point = text.firstIndex(of: ".") {
            let digits = text[text.index(after: point)...].prefix { $0.isASCII && $0.isNumber }
            guard let fraction = nanoseconds(ofDigits: digits) else { return nil }
            nanos = fraction
            text.removeSubrange(point..<digits.endIndex)
        }
        // What the text of people may have besides: a day alone, letters in lower case, a space.
        guard text.utf8.count >= MomentText.characterCount - ".000".utf8.count,
            text.utf8.dropFirst(10).first == UInt8(ascii: "T"), !text.hasSuffix("z"),
            let milliseconds = MomentText.milliseconds(writtenAs: text)
        else { return nil }
        self.init(seconds: milliseconds / 1_000, nanos: nanos)
    }
}

extension ProtobufDuration {
    /// The span in seconds, with no fraction or one of 3, 6 or 9 digits, and an `s`.
    var jsonText: String {
        let sign = seconds < 0 || nanos < 0 ? "-" : ""
        return "\(sign)\(seconds.magnitude)\(fractionText(nanos.magnitude))s"
    }

    /// The span that a text tells: seconds with up to nine digits behind the point, and an `s`.
    init?(jsonText text: String) {
        guard text.last == "s" else { return nil }
        let isNegative = text.first == "-"
        let number = text.dropFirst(isNegative ? 1 : 0).dropLast()
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first, !whole.isEmpty,
            whole.allSatisfy({ $0.isASCII && $0.isNumber }), let seconds = Int64(whole)
        else { return nil }
        guard let nanos = parts.count == 1 ? 0 : nanoseconds(ofDigits: parts[1]) else { return nil }
        self.init(seconds: isNegative ? -seconds : seconds, nanos: isNegative ? -nanos : nanos)
    }
}

/// A fraction of a second behind a point, in as many groups of three digits as it needs.
private func fractionText(_ nanos: UInt32) -> String {
    if nanos == 0 { return "" }
    var digits = String(nanos)
    digits = String(repeating: "0", count: 9 - digits.count) + digits
    while digits.hasSuffix("000") { digits.removeLast(3) }
    return "." + digits
}

/// The nanoseconds that one to nine digits behind a point tell; nil for anything else.
private func nanoseconds(ofDigits digits: Substring) -> Int32? {
    guard (1...9).contains(digits.utf8.count),
        digits.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 })
    else { return nil }
    return Int32(digits + String(repeating: "0", count: 9 - digits.utf8.count))
}
