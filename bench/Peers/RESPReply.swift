/// What the first bytes of a connection to Redis say, without a copy of them.
///
/// Replies are those of RESP 2 that the load asks for: a status, an error, a number, a bulk string,
/// or an array of such. Arrays within arrays are asked for by nobody, and are malformed here.
enum RESPReply: Equatable {
    /// The bytes end within a reply: come back with more of them.
    case incomplete
    /// The bytes are no reply.
    case malformed
    /// A whole reply, and how many bytes it takes.
    case reply(Content, byteCount: Int)

    /// What a reply holds.
    enum Content: Equatable {
        /// `+OK`, or a number.
        case simple
        /// The text of an error.
        case error(Range<Int>)
        /// The bytes of a string.
        case bulk(Range<Int>)
        /// The answer that there is nothing.
        case null
        /// A list, and the number of strings in it.
        case array(count: Int)
    }

    /// The longest string that Redis itself takes: 512 MiB.
    static let bulkByteCountMax = 512 << 20
    /// More elements than any page has, and few enough to count.
    static let elementCountMax = 1 << 20
    /// The longest line: an error with its text.
    static let lineByteCountMax = 64 << 10

    /// Looks at the unread bytes of a connection.
    init(reading bytes: UnsafeRawBufferPointer) {
        var cursor = RESPCursor(bytes: bytes)
        switch cursor.element() {
        case .incomplete: self = .incomplete
        case .malformed: self = .malformed
        case .content(let content): self = .reply(content, byteCount: cursor.offset)
        case .arrayHead(let count): self = RESPReply.array(count, &cursor)
        }
    }

    private static func array(_ count: Int, _ cursor: inout RESPCursor) -> RESPReply {
        for _ in 0..<count {
            switch cursor.element() {
            case .incomplete: return .incomplete
            case .malformed, .arrayHead: return .malformed
            case .content: continue
            }
        }
        return .reply(.array(count: count), byteCount: cursor.offset)
    }
}

/// A place in bytes of RESP, moved from element to element.
private struct RESPCursor {
    let bytes: UnsafeRawBufferPointer
    var offset = 0

    /// One element: a whole one, or the head of an array.
    enum Element {
        case incomplete
        case malformed
        case content(RESPReply.Content)
        case arrayHead(count: Int)
    }

    /// A line without its type and its end.
    private enum Line {
        case incomplete
        case malformed
        case whole(Range<Int>)
    }

    private static let carriageReturn = UInt8(ascii: "\r")
    private static let lineFeed = UInt8(ascii: "\n")

    mutating func element() -> Element {
        guard offset < bytes.count else { return .incomplete }
        let type = bytes[offset]
        let line: Range<Int>
        switch self.line() {
        case .incomplete: return .incomplete
        case .malformed: return .malformed
        case .whole(let range): line = range
        }
        switch type {
        case UInt8(ascii: "+"): return .content(.simple)
        case UInt8(ascii: ":"): return number(in: line) == nil ? .malformed : .content(.simple)
        case UInt8(ascii: "-"): return .content(.error(line))
        case UInt8(ascii: "$"): return bulk(number(in: line))
        case UInt8(ascii: "*"):
            guard let count = number(in: line) else { return .malformed }
            if count == -1 { return .content(.null) }
            guard (0...RESPReply.elementCountMax).contains(count) else { return .malformed }
            return .arrayHead(count: count)
        default: return .malformed
        }
    }

    private mutating func bulk(_ length: Int?) -> Element {
        guard let length else { return .malformed }
        if length == -1 { return .content(.null) }
        guard (0...RESPReply.bulkByteCountMax).contains(length) else { return .malformed }
        let end = offset + length
        // What is there of the end of the string must be right, though all of it is not there yet.
        if end < bytes.count, bytes[end] != Self.carriageReturn { return .malformed }
        guard end + 1 < bytes.count else { return .incomplete }
        guard bytes[end + 1] == Self.lineFeed else { return .malformed }
        let content = offset..<end
        offset = end + 2
        return .content(.bulk(content))
    }

    /// Passes over a type and its line.
    private mutating func line() -> Line {
        var end = offset + 1
        let last = min(bytes.count, offset + RESPReply.lineByteCountMax)
        while end < last, bytes[end] != Self.carriageReturn {
            if bytes[end] == Self.lineFeed { return .malformed }
            end += 1
        }
        guard end < last else { return end < bytes.count ? .malformed : .incomplete }
        guard end + 1 < bytes.count else { return .incomplete }
        guard bytes[end + 1] == Self.lineFeed else { return .malformed }
        let range = offset + 1..<end
        offset = end + 2
        return .whole(range)
    }

    /// A decimal number of at most 18 digits, so that it cannot overflow.
    private func number(in line: Range<Int>) -> Int? {
        var digits = line
        let isNegative = digits.first.map { bytes[$0] == UInt8(ascii: "-") } ?? false
        if isNegative { digits = digits.dropFirst() }
        guard (1...18).contains(digits.count) else { return nil }
        var value = 0
        for index in digits {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        return isNegative ? -value : value
    }
}
