/// Texts as JSON has them: between quotation marks, with as much escaped as their readers need.
///
/// There is one form for each: a quotation mark, a backslash and a line's end have their short
/// escapes, and all else that is escaped is `\u` with four digits, in lower case.
package enum JSONText {
    /// How much is escaped of a text.
    package enum Extent: Sendable {
        /// Control characters, both sets: the least that commands no terminal.
        case controls
        /// Also all that shows nothing, and what turns the order of words on a terminal.
        case invisibles
    }

    /// Appends a text in quotation marks.
    package static func append(_ text: String, to bytes: inout [UInt8], escaping extent: Extent) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { append($0, to: &bytes, escaping: extent) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// A text in quotation marks.
    package static func quoted(_ text: String, escaping extent: Extent) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes, escaping: extent)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// JSON whose texts have their control characters escaped, with all else escaped that is
    /// invisible: it means the same, and is safe to show.
    ///
    /// Beyond ASCII there is nothing outside of texts, so what stands there stands in one.
    package static func showable(_ json: [UInt8]) -> [UInt8] {
        var shown: [UInt8] = []
        shown.reserveCapacity(json.count)
        for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
            if scalar.value >= 0x7F, scalar.isInvisible {
                appendEscape(of: scalar, to: &shown)
            } else {
                shown.append(contentsOf: String(scalar).utf8)
            }
        }
        return shown
    }

    /// Appends well-formed UTF-8; what needs no escape goes over in runs.
    private static func append(
        _ text: UnsafeBufferPointer<UInt8>,
        to bytes: inout [UInt8],
        escaping extent: Extent
    ) {
        var runStart = 0
        var index = 0
        while index < text.count {
            guard mayNeedEscape(text[index], extent) else {
                index += 1
                continue
            }
            let start = index
            let scalar = scalar(in: text, at: &index)
            guard needsEscape(scalar, extent) else { continue }
            bytes.append(contentsOf: text[runStart..<start])
            appendEscape(of: scalar, to: &bytes)
            runStart = index
        }
        bytes.append(contentsOf: text[runStart...])
    }

    /// Whether a scalar may need an escape that begins with this byte.
    private static func mayNeedEscape(_ byte: UInt8, _ extent: Extent) -> Bool {
        switch byte {
        case 0..<0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "\\"): true
        case 0..<0x7F: false
        // U+0080 to U+009F, the second set of control characters, begin with 0xC2.
        default: byte == 0xC2 || extent == .invisibles
        }
    }

    private static func needsEscape(_ scalar: Unicode.Scalar, _ extent: Extent) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0: true
        case 0x20..<0x7F: scalar == "\"" || scalar == "\\"
        default: extent == .invisibles && scalar.isInvisible
        }
    }

    /// Takes the scalar that begins at an index, and goes on to the next.
    private static func scalar(
        in text: UnsafeBufferPointer<UInt8>,
        at index: inout Int
    ) -> Unicode.Scalar {
        let first = UInt32(text[index])
        index += 1
        guard first >= 0xC0 else { return Unicode.Scalar(UInt8(first)) }
        let followerCount = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3
        var value = first & (0x3F >> UInt32(followerCount))
        for _ in 0..<followerCount {
            value = value << 6 | UInt32(text[index] & 0x3F)
            index += 1
        }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    private static func appendEscape(of scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        switch scalar {
        case "\"", "\\": bytes.append(UInt8(scalar.value))
        case "\n": bytes.append(UInt8(ascii: "n"))
        default:
            for (index, unit) in scalar.utf16.enumerated() {
                bytes.append(contentsOf: (index == 0 ? "u" : "\\u").utf8)
                for shift in [12, 8, 4, 0] { bytes.append(digits[Int(unit >> shift & 15)]) }
            }
        }
    }

    private static let digits = Array("0123456789abcdef".utf8)
}

extension Unicode.Scalar {
    /// Whether the scalar shows nothing by itself, and could command a terminal, end a line, turn
    /// the order of words, or hide in a text.
    package var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
        default: false
        }
    }
}
