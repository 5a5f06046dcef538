/// Walks over a text of JSON (RFC 8259), value by value.
///
/// What is not asked for is not kept. Nothing is taken that the RFC does not have: no comments, no
/// commas at the end, no numbers with a sign or zeros before them, no unpaired surrogates.
struct JSONScanner {
    private let bytes: [UInt8]
    private var position = 0
    /// How deep values may lie in one another where they are passed over.
    private let depthMax: Int

    /// Begins in front of the first value.
    init(_ bytes: [UInt8], depthMax: Int) {
        self.bytes = bytes
        self.depthMax = depthMax
    }

    /// What a value is, by its first character.
    enum Kind {
        case object, array, string, number, bool, null
    }

    /// What comes next.
    mutating func nextKind() throws(ProtobufDecodingError) -> Kind {
        skipSpace()
        return switch next {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
        case UInt8(ascii: "n"): .null
        case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): .number
        default: throw unexpected
        }
    }

    /// Takes the beginning of an object; its members follow.
    mutating func takeObjectStart() throws(ProtobufDecodingError) {
        try expect(UInt8(ascii: "{"))
    }

    /// Takes the name of an object's next member, whose value follows; nil at the object's end.
    ///
    /// `isFirst` is true for a start, and belongs to the object.
    mutating func takeMember(_ isFirst: inout Bool) throws(ProtobufDecodingError) -> String? {
        guard try goOn(&isFirst, until: UInt8(ascii: "}")) else { return nil }
        let name = try takeString()
        try expect(UInt8(ascii: ":"))
        return name
    }

    /// Takes the beginning of an array; its elements follow.
    mutating func takeArrayStart() throws(ProtobufDecodingError) {
        try expect(UInt8(ascii: "["))
    }

    /// Whether another element of an array follows; takes the array's end if none does.
    ///
    /// `isFirst` is true for a start, and belongs to the array.
    mutating func takeElement(_ isFirst: inout Bool) throws(ProtobufDecodingError) -> Bool {
        try goOn(&isFirst, until: UInt8(ascii: "]"))
    }

    private mutating func goOn(
        _ isFirst: inout Bool,
        until end: UInt8
    ) throws(ProtobufDecodingError) -> Bool {
        if take(end) { return false }
        if !isFirst { try expect(UInt8(ascii: ",")) }
        // What follows a comma is no end.
        isFirst = false
        return true
    }

    /// Takes true or false.
    mutating func takeBool() throws(ProtobufDecodingError) -> Bool {
        skipSpace()
        if take(word: "true") { return true }
        if take(word: "false") { return false }
        throw unexpected
    }

    /// Takes null.
    mutating func takeNull() throws(ProtobufDecodingError) {
        skipSpace()
        guard take(word: "null") else { throw unexpected }
    }

    /// Takes a number and returns its characters.
    mutating func takeNumber() throws(ProtobufDecodingError) -> String {
        skipSpace()
        let start = position
        _ = takeByte(UInt8(ascii: "-"))
        if !takeByte(UInt8(ascii: "0")) { try takeDigits() }
        if takeByte(UInt8(ascii: ".")) { try takeDigits() }
        if takeByte(UInt8(ascii: "e")) || takeByte(UInt8(ascii: "E")) {
            if !takeByte(UInt8(ascii: "-")) { _ = takeByte(UInt8(ascii: "+")) }
            try takeDigits()
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Takes a text.
    mutating func takeString() throws(ProtobufDecodingError) -> String {
        try expect(UInt8(ascii: "\""))
        var text: [UInt8] = []
        var runStart = position
        while true {
            switch next {
            case UInt8(ascii: "\"")?:
                text.append(contentsOf: bytes[runStart..<position])
                position += 1
                guard let string = String(validUTF8: text) else { throw .invalidUTF8 }
                return string
            case UInt8(ascii: "\\")?:
                text.append(contentsOf: bytes[runStart..<position])
                position += 1
                try takeEscape(to: &text)
                runStart = position
            case .some(0x20...): position += 1
            default: throw unexpected
            }
        }
    }

    /// Passes over a value.
    mutating func skipValue() throws(ProtobufDecodingError) {
        try skipValue(depth: 1)
    }

    /// Requires that nothing but space follows.
    mutating func end() throws(ProtobufDecodingError) {
        skipSpace()
        guard position == bytes.count else { throw unexpected }
    }

    private mutating func skipValue(depth: Int) throws(ProtobufDecodingError) {
        guard depth <= depthMax else {
            throw .limit("values lie too deep in one another", depthMax)
        }
        var isFirst = true
        switch try nextKind() {
        case .object:
            try takeObjectStart()
            while try takeMember(&isFirst) != nil { try skipValue(depth: depth + 1) }
        case .array:
            try takeArrayStart()
            while try takeElement(&isFirst) { try skipValue(depth: depth + 1) }
        case .string: _ = try takeString()
        case .number: _ = try takeNumber()
        case .bool: _ = try takeBool()
        case .null: try takeNull()
        }
    }
}

// What values are made of.
extension JSONScanner {
    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// What is said of a byte that does not belong where it is.
    private var unexpected: ProtobufDecodingError {
        position < bytes.count
            ? ProtobufDecodingError(
                .malformed,
                "what begins at byte \(position + 1) of the JSON does not belong there"
            )
            : ProtobufDecodingError(.malformed, "the JSON ends too early")
    }

    private mutating func skipSpace() {
        while let next, next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 {
            position += 1
        }
    }

    private mutating func takeByte(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        return takeByte(byte)
    }

    private mutating func expect(_ byte: UInt8) throws(ProtobufDecodingError) {
        guard take(byte) else { throw unexpected }
    }

    private mutating func take(word: StaticString) -> Bool {
        let isNext = word.withUTF8Buffer { unsafe bytes[position...].starts(with: $0) }
        if isNext { position += word.utf8CodeUnitCount }
        return isNext
    }

    /// Takes digits, one at least.
    private mutating func takeDigits() throws(ProtobufDecodingError) {
        let start = position
        while let next, next &- UInt8(ascii: "0") < 10 { position += 1 }
        if position == start { throw unexpected }
    }

    /// Takes what follows a backslash.
    private mutating func takeEscape(to text: inout [UInt8]) throws(ProtobufDecodingError) {
        guard let next else { throw unexpected }
        switch next {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(next)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            position += 1
            return try takeScalar(to: &text)
        default: throw unexpected
        }
        position += 1
    }

    /// Takes the four digits of a character, or twice four of a pair of surrogates.
    private mutating func takeScalar(to text: inout [UInt8]) throws(ProtobufDecodingError) {
        var value = try takeUnit()
        if 0xD800..<0xDC00 ~= value, take(word: "\\u") {
            let low = try takeUnit()
            guard 0xDC00..<0xE000 ~= low else { throw Self.unpairedSurrogate }
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(value) else { throw Self.unpairedSurrogate }
        text.append(contentsOf: String(scalar).utf8)
    }

    private static var unpairedSurrogate: ProtobufDecodingError {
        ProtobufDecodingError(.invalidUTF8, "a text of the JSON has half of a pair of surrogates")
    }

    private mutating func takeUnit() throws(ProtobufDecodingError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = next.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
                throw unexpected
            }
            position += 1
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
