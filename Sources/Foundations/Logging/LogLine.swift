internal import TextForms

/// One line of a log while it is written: the time, the level, the event and its fields.
///
/// It stays one line, and harmless on a terminal, whatever the texts hold.
package struct LogLine {
    private let format: LogFormat
    private(set) var bytes: [UInt8] = []

    /// Begins a line.
    init(_ event: some LogEvent, at time: EventTime, format: LogFormat) {
        self.format = format
        if format == .json { bytes.append(UInt8(ascii: "{")) }
        add("time", time.description)
        add("level", event.level.rawValue)
        add("event", event.name.description)
        event.describe(in: &self)
        if format == .json { bytes.append(UInt8(ascii: "}")) }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Adds a text, in quotation marks where it needs them.
    package mutating func add(_ key: StaticString, _ text: String) {
        begin(key)
        if format == .json || !text.isBare {
            appendQuoted(text)
        } else {
            bytes += text.utf8
        }
    }

    /// Adds a whole number.
    package mutating func add(_ key: StaticString, _ number: some BinaryInteger) {
        begin(key)
        bytes += String(number).utf8
    }

    /// Adds a length of time in milliseconds, to the microsecond; the key should end in `_ms`.
    package mutating func add(_ key: StaticString, nanoseconds: UInt64) {
        begin(key)
        let microseconds = nanoseconds / 1_000
        let fraction = String(microseconds % 1_000)
        bytes += String(microseconds / 1_000).utf8
        bytes.append(UInt8(ascii: "."))
        bytes += repeatElement(UInt8(ascii: "0"), count: 3 - fraction.utf8.count)
        bytes += fraction.utf8
    }

    /// Adds texts: an array in JSON, else one text with commas between them.
    package mutating func add(_ key: StaticString, _ texts: [String]) {
        guard format == .json else { return add(key, texts.joined(separator: ",")) }
        begin(key)
        bytes.append(UInt8(ascii: "["))
        for (index, text) in texts.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            appendQuoted(text)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func begin(_ key: StaticString) {
        switch format {
        case .logfmt:
            if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
            bytes += key.description.utf8
            bytes.append(UInt8(ascii: "="))
        case .json:
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            appendQuoted(key.description)
            bytes.append(UInt8(ascii: ":"))
        }
    }

    private mutating func appendQuoted(_ text: String) {
        JSONText.append(text, to: &bytes, escaping: .invisibles)
    }
}

extension String {
    /// Whether logfmt takes the text without quotation marks.
    fileprivate var isBare: Bool {
        !isEmpty
            && unicodeScalars.allSatisfy { scalar in
                switch scalar {
                case " ", "=", "\"", "\\": false
                default: !scalar.isInvisible
                }
            }
    }
}

/// How a line of a log is written.
package enum LogFormat: String, CaseIterable, Sendable {
    /// `key=value` pairs with spaces between them, for people.
    case logfmt
    /// An object of JSON, for programs.
    case json
}
