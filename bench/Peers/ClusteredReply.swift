/// An answer of the C server, in the bytes that a connection has received.
struct ClusteredReply {
    /// How many bytes the frame takes.
    let byteCount: Int
    /// The number of the call that it answers.
    let call: Int
    /// Whether the call was done, and not refused.
    let isDone: Bool
    /// What follows the head.
    let body: UnsafeRawBufferPointer

    /// Length, number of the call, and status.
    static let headByteCount = 9
    /// More than any page that is asked for.
    static let byteCountMax = 4 << 20
    /// Receiver and sequence.
    static let idByteCount = 16

    /// What stands in front of a note's content: id, sender, time and length.
    private static let noteHeadByteCount = 34
    /// The length does not count itself.
    private static let lengthByteCount = 4
    private static let statusMax: UInt8 = 1

    /// Finds the first answer; nil if it is not whole yet.
    static func first(in bytes: UnsafeRawBufferPointer) throws(BrokenReply) -> ClusteredReply? {
        guard bytes.count >= headByteCount else { return nil }
        let byteCount = lengthByteCount + Int(number(in: bytes, at: 0) as UInt32)
        guard (headByteCount...byteCountMax).contains(byteCount), bytes[8] <= statusMax else {
            throw BrokenReply()
        }
        guard bytes.count >= byteCount else { return nil }
        return ClusteredReply(
            byteCount: byteCount,
            call: Int(number(in: bytes, at: 4) as UInt32),
            isDone: bytes[8] == 0,
            body: UnsafeRawBufferPointer(rebasing: bytes[headByteCount..<byteCount])
        )
    }

    /// The id of the note that was sent; nil if the body is not one.
    var noteID: UInt128? {
        body.count == Self.idByteCount ? Self.number(in: body, at: 0) : nil
    }

    /// The number of notes of a page; nil if the body is not such a page from end to end.
    var noteCount: Int? {
        guard body.count >= 4 else { return nil }
        let count = Int(Self.number(in: body, at: 0) as UInt32)
        var offset = 4
        for _ in 0..<count {
            guard body.count - offset >= Self.noteHeadByteCount else { return nil }
            offset += Self.noteHeadByteCount
            let length = Int(Self.number(in: body, at: offset - 2) as UInt16)
            guard body.count - offset >= length else { return nil }
            offset += length
        }
        return offset == body.count ? count : nil
    }

    private static func number<Number: FixedWidthInteger & BitwiseCopyable>(
        in bytes: UnsafeRawBufferPointer,
        at offset: Int
    ) -> Number {
        Number(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
}
