/// A call to the C server, built once; from call to call only numbers in it change.
struct ClusteredCall {
    private(set) var bytes: [UInt8]

    /// Where the numbers lie.
    private static let (call, firstNumber, secondNumber) = (4, 9, 17)

    private enum Kind: UInt8 {
        case send = 1
        case page = 2
        case promise = 3
    }

    /// A note: its sender and its receiver are still to be set.
    static func send(content: [UInt8]) -> ClusteredCall {
        ClusteredCall(.send, Array(repeating: 0, count: 16) + content)
    }

    /// The newest notes of a receiver who is still to be set.
    static func page(size: Int) -> ClusteredCall {
        ClusteredCall(.page, Array(repeating: 0, count: 8) + BigEndian.bytes(of: UInt16(size)))
    }

    /// Whether notes are to be durable before they are acknowledged, from now on.
    static func promise(isKept: Bool) -> ClusteredCall {
        ClusteredCall(.promise, [isKept ? 1 : 0])
    }

    private init(_ kind: Kind, _ body: [UInt8]) {
        let head = BigEndian.bytes(of: UInt32(5 + body.count)) + [0, 0, 0, 0, kind.rawValue]
        bytes = head + body
    }

    /// Gives the call a number.
    mutating func set(call: Int) {
        BigEndian.store(UInt32(call), in: &bytes, at: Self.call)
    }

    /// Names who sends a note, and to whom.
    mutating func set(sender: Int, receiver: Int) {
        BigEndian.store(UInt64(sender), in: &bytes, at: Self.firstNumber)
        BigEndian.store(UInt64(receiver), in: &bytes, at: Self.secondNumber)
    }

    /// Names whose notes are read.
    mutating func set(reader: Int) {
        BigEndian.store(UInt64(reader), in: &bytes, at: Self.firstNumber)
    }
}
