package import Domain
internal import TextForms

/// One JSON object on one line, written member by member: the same facts give the same bytes.
///
/// Of texts the control characters are escaped, and nothing beyond them that needs no escape: lines
/// are compared byte for byte with those of earlier dumps. Whoever shows lines on a terminal
/// escapes what is invisible as well.
package struct JSONWriter {
    /// The bytes so far.
    package private(set) var bytes: [UInt8] = []
    private let leavesOutWrittenTexts: Bool

    /// Prepares to write, with or without what people wrote.
    package init(leavingOutWrittenTexts: Bool = false) {
        leavesOutWrittenTexts = leavingOutWrittenTexts
    }

    /// Begins the object.
    package mutating func begin() {
        bytes.removeAll(keepingCapacity: true)
        bytes.reserveCapacity(Self.usualByteCountMax)
        bytes.append(UInt8(ascii: "{"))
    }

    /// Ends the object and its line.
    package mutating func end() {
        bytes.append(UInt8(ascii: "}"))
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Writes a text; a member that is nil is left out.
    package mutating func write(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        begin(name)
        JSONText.append(text, to: &bytes, escaping: .controls)
    }

    /// Writes a text that a person wrote, unless these are left out.
    package mutating func write(_ name: StaticString, written text: String?) {
        if !leavesOutWrittenTexts { write(name, text) }
    }

    /// Writes a whole number.
    package mutating func write(_ name: StaticString, number: UInt64?) {
        guard let number else { return }
        begin(name)
        bytes.append(contentsOf: String(number).utf8)
    }

    /// Writes a yes or a no.
    package mutating func write(_ name: StaticString, flag: Bool) {
        begin(name)
        bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    }

    /// Writes a moment as RFC 3339, or as milliseconds if that has no form for it.
    package mutating func write(_ name: StaticString, moment: Instant?) {
        guard let moment else { return }
        begin(name)
        if let text = MomentText.characters(ofMilliseconds: moment.milliseconds) {
            bytes.append(UInt8(ascii: "\""))
            bytes.append(contentsOf: text)
            bytes.append(UInt8(ascii: "\""))
        } else {
            bytes.append(contentsOf: String(moment.milliseconds).utf8)
        }
    }

    /// Writes an id as a UUID.
    package mutating func write(_ name: StaticString, id: OpaqueID?) {
        guard let id else { return }
        begin(name)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: UUIDText(high: id.high, low: id.low).characters)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes bytes as base64url.
    package mutating func write(_ name: StaticString, binary: [UInt8]?) {
        guard let binary else { return }
        write(name, Base64URL.encode(binary))
    }

    /// Writes an object of texts, in the order of the bytes of their names.
    package mutating func write(_ name: StaticString, texts: [String: String]) {
        write(name) { line in
            for (name, text) in texts.sorted(by: { $0.key.isBytewise(before: $1.key) }) {
                if line.bytes.last != UInt8(ascii: "{") { line.bytes.append(UInt8(ascii: ",")) }
                JSONText.append(name, to: &line.bytes, escaping: .controls)
                line.bytes.append(UInt8(ascii: ":"))
                JSONText.append(text, to: &line.bytes, escaping: .controls)
            }
        }
    }

    /// Writes an object in the object.
    package mutating func write(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
        begin(name)
        bytes.append(UInt8(ascii: "{"))
        body(&self)
        bytes.append(UInt8(ascii: "}"))
    }

    /// Bytes of a line, as most are: its room grows no more than once.
    private static let usualByteCountMax = 512

    private mutating func begin(_ name: StaticString) {
        if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }
}

extension String {
    /// Whether its bytes stand before those of another.
    func isBytewise(before other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
