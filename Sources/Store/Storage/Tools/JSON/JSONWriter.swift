internal import Domain

/// One JSON object on one line, written member by member: the same facts give the same bytes.
///
/// What could command a terminal is escaped too, which RFC 8259 allows.
struct JSONWriter {
    /// The bytes so far.
    private(set) var bytes: [UInt8] = []
    private let leavesOutWrittenTexts: Bool

    /// Prepares to write, with or without what people wrote.
    init(leavingOutWrittenTexts: Bool = false) {
        leavesOutWrittenTexts = leavingOutWrittenTexts
    }

    /// Begins the object.
    mutating func begin() {
        bytes.removeAll(keepingCapacity: true)
        bytes.reserveCapacity(Self.usualByteCountMax)
        bytes.append(UInt8(ascii: "{"))
    }

    /// Ends the object and its line.
    mutating func end() {
        bytes.append(UInt8(ascii: "}"))
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Writes a text; a member that is nil is left out.
    mutating func write(_ name: StaticString, _ text: String?) {
        guard var text else { return }
        begin(name)
        text.withUTF8 { writeQuoted($0) }
    }

    /// Writes a text that a person wrote, unless these are left out.
    mutating func write(_ name: StaticString, written text: String?) {
        if !leavesOutWrittenTexts { write(name, text) }
    }

    /// Writes a whole number.
    mutating func write(_ name: StaticString, number: UInt64?) {
        guard let number else { return }
        begin(name)
        bytes.append(contentsOf: String(number).utf8)
    }

    /// Writes a yes or a no.
    mutating func write(_ name: StaticString, flag: Bool) {
        begin(name)
        bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    }

    /// Writes a moment as RFC 3339, or as milliseconds if that has no form for it.
    mutating func write(_ name: StaticString, moment: Instant?) {
        guard let moment else { return }
        begin(name)
        if let text = MomentText.characters(of: moment) {
            bytes.append(UInt8(ascii: "\""))
            bytes.append(contentsOf: text)
            bytes.append(UInt8(ascii: "\""))
        } else {
            bytes.append(contentsOf: String(moment.milliseconds).utf8)
        }
    }

    /// Writes an id as a UUID.
    mutating func write(_ name: StaticString, id: OpaqueID?) {
        guard let id else { return }
        begin(name)
        bytes.append(UInt8(ascii: "\""))
        for (index, byte) in id.bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { bytes.append(UInt8(ascii: "-")) }
            bytes.append(Self.digits[Int(byte >> 4)])
            bytes.append(Self.digits[Int(byte & 15)])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes bytes as base64url.
    mutating func write(_ name: StaticString, binary: [UInt8]?) {
        guard let binary else { return }
        write(name, Base64URL.encode(binary))
    }

    /// Writes an object in the object.
    mutating func write(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
        begin(name)
        bytes.append(UInt8(ascii: "{"))
        body(&self)
        bytes.append(UInt8(ascii: "}"))
    }

    private static let digits = Array("0123456789abcdef".utf8)
    /// Bytes of a line, as most are: its room grows no more than once.
    private static let usualByteCountMax = 512

    private mutating func begin(_ name: StaticString) {
        if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func writeQuoted(_ text: UnsafeBufferPointer<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        var rest = text[...]
        while let index = rest.firstIndex(where: Self.isSpecial) {
            bytes.append(contentsOf: rest[..<index])
            rest = rest[(index + 1)...]
            writeSpecial(text[index], before: &rest)
        }
        bytes.append(contentsOf: rest)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Whether a byte of a text is escaped, or may be with the one behind it.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == UInt8(ascii: "\"")
            || byte == UInt8(ascii: "\\")
    }

    private mutating func writeSpecial(
        _ byte: UInt8,
        before rest: inout Slice<UnsafeBufferPointer<UInt8>>
    ) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        case UInt8(ascii: "\n"): bytes.append(contentsOf: "\\n".utf8)
        case 0xC2:
            // The second set of control characters, U+0080 to U+009F.
            if let next = rest.first, next < 0xA0 {
                writeEscape(next)
                rest = rest.dropFirst()
            } else {
                bytes.append(byte)
            }
        default: writeEscape(byte)
        }
    }

    private mutating func writeEscape(_ unit: UInt8) {
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(Self.digits[Int(unit >> 4)])
        bytes.append(Self.digits[Int(unit & 15)])
    }
}
