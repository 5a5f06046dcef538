internal import Domain

extension KeptReply {
    /// Reads a stored value: the digest's byte count (1), the digest, the reply.
    init(_ value: RawSpan) throws(DomainError) {
        let kind = RecordKind.reply
        let digestEnd = 1 + Int(try value.byte(at: 0, of: kind))
        guard digestEnd <= value.byteCount else { throw kind.damaged }
        self.init(
            requestDigest: value.copy(1..<digestEnd),
            reply: value.copy(digestEnd..<value.byteCount)
        )
    }

    /// The bytes to store; a digest of at most 255 bytes.
    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(1 + requestDigest.count + reply.count)
        bytes.append(UInt8(requestDigest.count))
        bytes.append(contentsOf: requestDigest)
        bytes.append(contentsOf: reply)
        return bytes
    }
}
