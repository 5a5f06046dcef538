/// A JSON value of the kinds that dumps are made of.
enum JSONValue {
    case null
    case flag(Bool)
    case number(UInt64)
    case negative(Int64)
    case text(String)
    case object([(name: String, value: JSONValue)])

    /// Reads the one object that a line is.
    ///
    /// - Throws: What is wrong with the line.
    init(line: ArraySlice<UInt8>) throws(DumpProblem) {
        var parser = JSONParser(line)
        self = try parser.object(depth: 0)
        guard parser.isAtEnd else { throw DumpProblem("something stands behind the object") }
    }
}

/// What is wrong with a line of a dump, in words that can follow "line 7: ".
struct DumpProblem: Error {
    let text: String

    init(_ text: String) {
        self.text = text
    }
}

/// Reads JSON without arrays and fractions, which no dump has.
private struct JSONParser {
    private let bytes: ArraySlice<UInt8>
    private var index: Int

    /// Deeper than any line of a dump.
    private static let depthMax = 8

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    var isAtEnd: Bool { index == bytes.endIndex }

    mutating func object(depth: Int) throws(DumpProblem) -> JSONValue {
        guard depth < Self.depthMax else { throw DumpProblem("objects are nested too deep") }
        try expect("{")
        var members: [(name: String, value: JSONValue)] = []
        if take("}") { return .object(members) }
        repeat {
            let name = try text()
            try expect(":")
            members.append((name, try value(depth: depth)))
        } while take(",")
        try expect("}")
        return .object(members)
    }

    private mutating func value(depth: Int) throws(DumpProblem) -> JSONValue {
        skipSpace()
        switch index < bytes.endIndex ? bytes[index] : 0 {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default:
            if take("true") { return .flag(true) }
            if take("false") { return .flag(false) }
            if take("null") { return .null }
            throw DumpProblem("it is not JSON as a dump has it")
        }
    }

    private mutating func number() throws(DumpProblem) -> JSONValue {
        let start = index
        while index < bytes.endIndex,
            bytes[index] == UInt8(ascii: "-")
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index])
        { index += 1 }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if let number = UInt64(text) { return .number(number) }
        guard let number = Int64(text) else { throw DumpProblem("'\(text)' is no whole number") }
        return .negative(number)
    }

    private mutating func text() throws(DumpProblem) -> String {
        try expect("\"")
        var text: [UInt8] = []
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: text, as: UTF8.self) else {
                    throw DumpProblem("a text is not UTF-8")
                }
                return text
            case UInt8(ascii: "\\"): try takeEscape(into: &text)
            case 0..<0x20: throw DumpProblem("a text holds a control character")
            default: text.append(byte)
            }
        }
        throw DumpProblem("a text does not end")
    }

    private mutating func takeEscape(into text: inout [UInt8]) throws(DumpProblem) {
        guard index < bytes.endIndex else { throw DumpProblem("a text does not end") }
        let byte = bytes[index]
        index += 1
        switch byte {
        case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
        case UInt8(ascii: "r"): text.append(UInt8(ascii: "\r"))
        case UInt8(ascii: "t"): text.append(UInt8(ascii: "\t"))
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "u"): text.append(contentsOf: String(try escapedScalar()).utf8)
        default: throw DumpProblem("a text holds an unknown escape")
        }
    }

    private mutating func escapedScalar() throws(DumpProblem) -> Character {
        let unit = try escapedUnit()
        var scalar = UInt32(unit)
        if 0xD800..<0xDC00 ~= unit, take("\\u") {
            let low = try escapedUnit()
            guard 0xDC00..<0xE000 ~= low else { throw DumpProblem("a text holds half a character") }
            scalar = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(scalar) else {
            throw DumpProblem("a text holds half a character")
        }
        return Character(scalar)
    }

    private mutating func escapedUnit() throws(DumpProblem) -> UInt16 {
        let digits = bytes[index...].prefix(4)
        index += digits.count
        guard digits.count == 4,
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw DumpProblem("an escape has four hexadecimal digits") }
        return unit
    }

    private mutating func expect(_ word: StaticString) throws(DumpProblem) {
        guard take(word) else {
            throw DumpProblem("'\(word)' is missing, so it is not JSON as a dump has it")
        }
    }

    private mutating func take(_ word: StaticString) -> Bool {
        skipSpace()
        let isNext = word.withUTF8Buffer { bytes[index...].starts(with: $0) }
        if isNext { index += word.utf8CodeUnitCount }
        return isNext
    }

    private mutating func skipSpace() {
        while index < bytes.endIndex,
            bytes[index] == UInt8(ascii: " ") || bytes[index] == UInt8(ascii: "\t")
        { index += 1 }
    }
}
