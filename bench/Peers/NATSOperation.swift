/// What the first bytes of a connection to NATS say, without a copy of them.
///
/// NATS answers in lines; behind a line `MSG` stands what the message holds.
enum NATSOperation: Equatable {
    /// The bytes end within an operation: come back with more of them.
    case incomplete
    /// The bytes are no operation.
    case malformed
    /// A whole operation, and how many bytes it takes.
    case operation(Content, byteCount: Int)

    /// What an operation says.
    enum Content: Equatable {
        /// What needs no answer: `INFO`, `PONG` or `+OK`.
        case notice
        /// The question whether somebody is there.
        case ping
        /// The text of an error.
        case error(Range<Int>)
        /// A message on a subject.
        case message(subject: Range<Int>, payload: Range<Int>)
    }

    /// The longest line: what a server tells of itself.
    static let lineByteCountMax = 64 << 10
    /// The longest message that the server is set up to take.
    static let payloadByteCountMax = 1 << 20

    private static let carriageReturn = UInt8(ascii: "\r")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let space = UInt8(ascii: " ")

    /// Looks at the unread bytes of a connection.
    init(reading bytes: UnsafeRawBufferPointer) {
        var end = 0
        let last = min(bytes.count, Self.lineByteCountMax)
        while end < last, bytes[end] != Self.carriageReturn, bytes[end] != Self.lineFeed {
            end += 1
        }
        if end == last {
            self = end < Self.lineByteCountMax ? .incomplete : .malformed
        } else if !Self.isEnd(end, of: bytes) {
            self = .malformed
        } else if end + 1 == bytes.count {
            self = .incomplete
        } else {
            self = Self.operation(line: 0..<end, bytes)
        }
    }

    private static func operation(
        line: Range<Int>,
        _ bytes: UnsafeRawBufferPointer
    ) -> NATSOperation {
        let (name, rest) = word(in: line, bytes)
        let byteCount = line.upperBound + 2
        if isEqual(name, "MSG", bytes) { return message(head: rest, bytes) }
        if isEqual(name, "PING", bytes) { return .operation(.ping, byteCount: byteCount) }
        if isEqual(name, "-ERR", bytes) { return .operation(.error(rest), byteCount: byteCount) }
        for notice: StaticString in ["INFO", "PONG", "+OK"] where isEqual(name, notice, bytes) {
            return .operation(.notice, byteCount: byteCount)
        }
        return .malformed
    }

    /// A message: `MSG subject subscription [reply-to] length`, and what it holds.
    private static func message(
        head: Range<Int>,
        _ bytes: UnsafeRawBufferPointer
    ) -> NATSOperation {
        let (subject, afterSubject) = word(in: head, bytes)
        let (subscription, afterSubscription) = word(in: afterSubject, bytes)
        var (length, rest) = word(in: afterSubscription, bytes)
        if !rest.isEmpty { (length, rest) = word(in: rest, bytes) }
        guard !subject.isEmpty, !subscription.isEmpty, rest.isEmpty,
            let count = number(in: length, bytes)
        else { return .malformed }
        let payload = head.upperBound + 2..<head.upperBound + 2 + count
        guard isEnd(payload.upperBound, of: bytes) else { return .malformed }
        guard payload.upperBound + 2 <= bytes.count else { return .incomplete }
        return .operation(
            .message(subject: subject, payload: payload),
            byteCount: payload.upperBound + 2
        )
    }

    /// Whether what is there of a line's end, if anything, is right.
    private static func isEnd(_ offset: Int, of bytes: UnsafeRawBufferPointer) -> Bool {
        (offset >= bytes.count || bytes[offset] == carriageReturn)
            && (offset + 1 >= bytes.count || bytes[offset + 1] == lineFeed)
    }

    /// The first word of a line, and what follows the space behind it.
    private static func word(
        in line: Range<Int>,
        _ bytes: UnsafeRawBufferPointer
    ) -> (word: Range<Int>, rest: Range<Int>) {
        var end = line.lowerBound
        while end < line.upperBound, bytes[end] != space { end += 1 }
        return (line.lowerBound..<end, min(end + 1, line.upperBound)..<line.upperBound)
    }

    private static func isEqual(
        _ word: Range<Int>,
        _ text: StaticString,
        _ bytes: UnsafeRawBufferPointer
    ) -> Bool {
        text.withUTF8Buffer { bytes[word].elementsEqual($0) }
    }

    private static func number(in word: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> Int? {
        DecimalNumber.read(in: UnsafeRawBufferPointer(rebasing: bytes[word]))
            .flatMap { $0 <= payloadByteCountMax ? $0 : nil }
    }
}
