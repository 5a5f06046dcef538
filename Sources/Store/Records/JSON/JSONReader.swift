package import Domain
internal import TextForms

/// One JSON object on one line, read member by member as a `JSONWriter` wrote it.
///
/// Each question is for the next member. One that is missing, unknown, there twice or in another
/// place is never asked for where it stands, so it is refused, and a value of another form than the
/// writer's is too. Nothing is gathered: what is read is one value, as deep in objects as the
/// questions go, and the line alone bounds its size.
package struct JSONReader {
    private let bytes: ArraySlice<UInt8>
    /// Of the next byte.
    private var index: Int

    /// Begins to read a line, which is told without its end.
    package init(_ line: ArraySlice<UInt8>) throws(DumpProblem) {
        bytes = line
        index = line.startIndex
        try expect("{")
    }

    /// Refuses what nobody asked for: what is not understood would be lost.
    package mutating func end() throws(DumpProblem) {
        try expect("}")
        guard index == bytes.endIndex else { throw unexpected }
    }

    /// Reads a text.
    package mutating func text(_ name: StaticString) throws(DumpProblem) -> String {
        try require(name, try optionalText(name))
    }

    /// Reads a text, if it comes next.
    package mutating func optionalText(_ name: StaticString) throws(DumpProblem) -> String? {
        guard take(name) else { return nil }
        return try nextText()
    }

    /// Reads a whole number.
    package mutating func number(_ name: StaticString) throws(DumpProblem) -> UInt64 {
        try require(name, try optionalNumber(name))
    }

    /// Reads a whole number, if it comes next.
    mutating func optionalNumber(_ name: StaticString) throws(DumpProblem) -> UInt64? {
        guard take(name) else { return nil }
        guard let number = digits() else { throw DumpProblem("'\(name)' is no whole number") }
        return number
    }

    /// Reads a yes or a no.
    package mutating func flag(_ name: StaticString) throws(DumpProblem) -> Bool {
        try require(name, try optionalFlag(name))
    }

    /// Reads a yes or a no if it is there.
    package mutating func optionalFlag(_ name: StaticString) throws(DumpProblem) -> Bool? {
        guard take(name) else { return nil }
        if take(word: "true") { return true }
        if take(word: "false") { return false }
        throw DumpProblem("'\(name)' is neither true nor false")
    }

    /// Reads a yes that is written only where it is true, if it comes next.
    mutating func optionalYes(_ name: StaticString) throws(DumpProblem) -> Bool {
        guard take(name) else { return false }
        guard take(word: "true") else { throw DumpProblem("'\(name)' is not true") }
        return true
    }

    /// Reads a moment.
    package mutating func moment(_ name: StaticString) throws(DumpProblem) -> Instant {
        try require(name, try optionalMoment(name))
    }

    /// Reads a moment, if it comes next.
    mutating func optionalMoment(_ name: StaticString) throws(DumpProblem) -> Instant? {
        guard take(name) else { return nil }
        if index < bytes.endIndex, bytes[index] == UInt8(ascii: "\"") {
            let text = try quotedText()
            if let milliseconds = MomentText.milliseconds(of: bytes[text.range].span) {
                return Instant(milliseconds: milliseconds)
            }
        } else if let moment = signedDigits().map(Instant.init(milliseconds:)),
            MomentText.characters(ofMilliseconds: moment.milliseconds) == nil
        {
            return moment
        }
        throw DumpProblem("'\(name)' is no moment")
    }

    /// Reads an id.
    package mutating func id(_ name: StaticString) throws(DumpProblem) -> OpaqueID {
        try require(name, try optionalID(name))
    }

    /// Reads an id, if it comes next.
    mutating func optionalID(_ name: StaticString) throws(DumpProblem) -> OpaqueID? {
        guard take(name) else { return nil }
        let text = try quotedText()
        guard let uuid = UUIDText(canonical: bytes[text.range].span) else {
            throw DumpProblem("'\(name)' is no id")
        }
        return OpaqueID(high: uuid.high, low: uuid.low)
    }

    /// Reads bytes.
    package mutating func binary(_ name: StaticString) throws(DumpProblem) -> [UInt8] {
        try require(name, try optionalBinary(name))
    }

    /// Reads bytes, if they come next.
    mutating func optionalBinary(_ name: StaticString) throws(DumpProblem) -> [UInt8]? {
        guard let text = try optionalText(name) else { return nil }
        guard let bytes = Base64URL.decode(text) else {
            throw DumpProblem("'\(name)' is not base64url")
        }
        return bytes
    }

    /// Reads an object of texts, if it comes next; in the order of their names, so that none is
    /// there twice.
    mutating func optionalTexts(_ name: StaticString) throws(DumpProblem) -> [String: String]? {
        try optionalObject(name) { line throws(DumpProblem) in
            var texts: [String: String] = [:]
            var last: String?
            while line.bytes[line.index...].first != UInt8(ascii: "}") {
                if last != nil { try line.expect(",") }
                let key = try line.nextText()
                if let last, !last.isBytewise(before: key) {
                    throw DumpProblem("the names in '\(name)' are not in their order")
                }
                try line.expect(":")
                texts[key] = try line.nextText()
                last = key
            }
            return texts
        }
    }

    /// Reads an object, if it comes next, and makes something of it.
    package mutating func optionalObject<Value>(
        _ name: StaticString,
        _ body: (inout JSONReader) throws(DumpProblem) -> Value
    ) throws(DumpProblem) -> Value? {
        guard take(name) else { return nil }
        try expect("{")
        let result = try body(&self)
        try expect("}")
        return result
    }

    private func require<Value>(
        _ name: StaticString,
        _ value: Value?
    ) throws(DumpProblem) -> Value {
        guard let value else { throw DumpProblem("'\(name)' is missing") }
        return value
    }
}

// What values are made of.
extension JSONReader {
    /// Goes on behind the name of the next member, if it is this one.
    private mutating func take(_ name: StaticString) -> Bool {
        let isFirst = bytes[index - 1] == UInt8(ascii: "{")
        let quote = isFirst ? index : index + 1
        let end = quote + name.utf8CodeUnitCount + 3
        guard end <= bytes.endIndex, isFirst || bytes[index] == UInt8(ascii: ","),
            bytes[quote] == UInt8(ascii: "\""), bytes[end - 2] == UInt8(ascii: "\""),
            bytes[end - 1] == UInt8(ascii: ":"),
            name.withUTF8Buffer({ name in
                name.indices.allSatisfy { name[$0] == bytes[quote + 1 + $0] }
            })
        else { return false }
        index = end
        return true
    }

    /// Goes on behind a word, if it comes next.
    private mutating func take(word: StaticString) -> Bool {
        let isNext = word.withUTF8Buffer { bytes[index...].starts(with: $0) }
        if isNext { index += word.utf8CodeUnitCount }
        return isNext
    }

    private mutating func expect(_ word: StaticString) throws(DumpProblem) {
        guard take(word: word) else { throw unexpected }
    }

    /// What is said of a byte that nothing was asked about.
    private var unexpected: DumpProblem {
        DumpProblem("what begins at its byte \(index - bytes.startIndex + 1) does not belong there")
    }

    /// Reads a number as it is written: without a sign and without zeros before it.
    private mutating func digits() -> UInt64? {
        let start = index
        var number: UInt64 = 0
        while index < bytes.endIndex {
            let digit = UInt64(bytes[index]) &- UInt64(UInt8(ascii: "0"))
            guard digit < 10 else { break }
            let (tenfold, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isSumTooLarge) = tenfold.addingReportingOverflow(digit)
            if isTooLarge || isSumTooLarge { return nil }
            number = sum
            index += 1
        }
        if index == start || (bytes[start] == UInt8(ascii: "0") && index > start + 1) { return nil }
        return number
    }

    private mutating func signedDigits() -> Int64? {
        guard take(word: "-") else { return digits().flatMap(Int64.init(exactly:)) }
        // The smallest number has no opposite.
        return digits().flatMap { magnitude in
            magnitude > Int64.min.magnitude ? nil : Int64(truncatingIfNeeded: 0 &- magnitude)
        }
    }

    private mutating func nextText() throws(DumpProblem) -> String {
        let (range, isEscaped) = try quotedText()
        return try string(isEscaped ? try unescaped(range)[...] : bytes[range])
    }

    /// Goes on behind a text; answers what stands between its quotes, and whether that has escapes.
    private mutating func quotedText() throws(DumpProblem) -> (range: Range<Int>, isEscaped: Bool) {
        try expect("\"")
        let start = index
        var next = start
        var isEscaped = false
        while next < bytes.endIndex {
            switch bytes[next] {
            case UInt8(ascii: "\""):
                index = next + 1
                return (start..<next, isEscaped)
            case UInt8(ascii: "\\"):
                isEscaped = true
                next += 2
            case 0..<0x20, 0x7F: throw DumpProblem("a text holds a control character")
            case 0xC2 where next + 1 < bytes.endIndex && bytes[next + 1] < 0xA0:
                // U+0080 to U+009F; it makes no other character with such a byte.
                throw DumpProblem("a text holds a control character")
            default: next += 1
            }
        }
        throw DumpProblem("a text does not end")
    }

    /// What a text with escapes stands for.
    private func unescaped(_ range: Range<Int>) throws(DumpProblem) -> [UInt8] {
        var rest = bytes[range]
        var text: [UInt8] = []
        text.reserveCapacity(range.count)
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "\"")?: text.append(UInt8(ascii: "\""))
            case UInt8(ascii: "\\")?: text.append(UInt8(ascii: "\\"))
            case UInt8(ascii: "n")?: text.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "u")?: try appendScalar(of: &rest, to: &text)
            default: throw DumpProblem("a text holds an unknown escape")
            }
        }
        return text
    }

    /// Takes the digits of a control character; others are not escaped, and a line's end has an
    /// escape of its own.
    private func appendScalar(
        of rest: inout ArraySlice<UInt8>,
        to text: inout [UInt8]
    ) throws(DumpProblem) {
        let digits = rest.prefix(4)
        rest = rest.dropFirst(4)
        let areDigits = digits.allSatisfy { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        }
        guard areDigits, digits.count == 4,
            let number = UInt8(String(decoding: digits, as: UTF8.self), radix: 16),
            number < 0x20 || 0x7F..<0xA0 ~= number, number != UInt8(ascii: "\n"),
            let units = UTF8.encode(Unicode.Scalar(number))
        else { throw DumpProblem("a text holds an unknown escape") }
        text.append(contentsOf: units)
    }

    private func string(_ bytes: ArraySlice<UInt8>) throws(DumpProblem) -> String {
        guard let valid = try? UTF8Span(validating: bytes.span) else {
            throw DumpProblem("a text is not UTF-8")
        }
        return String(copying: valid)
    }
}
