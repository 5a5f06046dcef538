internal import Domain

/// A kept reply in a dump that shows senders.
struct DumpedReply: DumpedRecord {
    static let entity = DumpEntity.reply

    private let day: UInt32
    private let user: UserNumber
    private let digest: OpaqueID
    private let reply: KeptReply

    init(key: RawSpan, value: RawSpan) throws(DomainError) {
        try key.requireByteCount(28, of: .reply)
        day = try key.number(at: 0, of: .reply)
        user = UserNumber(try key.number(at: 4, of: .reply))
        digest = try key.id(at: 12, of: .reply)
        reply = try KeptReply(value)
    }

    var owner: UserNumber? { user }
    var moment: Instant? { Instant(seconds: Int64(day) * 86_400) }

    func writeWhole(to line: inout JSONWriter, _ secrets: StoreSecrets) {
        line.write("day", number: UInt64(day))
        line.write("user", number: user.rawValue)
        line.write("key", id: digest)
        line.write("request", binary: reply.requestDigest)
        line.write("reply", binary: reply.reply)
    }

    static func load(
        _ line: inout JSONReader,
        into store: LoadTarget
    ) throws(DumpProblem) {
        guard let day = UInt32(exactly: try line.number("day")) else {
            throw DumpProblem("'day' is no day")
        }
        let user = UserNumber(try line.number("user"))
        let key = Key.reply(day: day, user, try line.id("key"))
        let digest = try line.binary("request")
        guard digest.count <= UInt8.max else { throw DumpProblem("'request' is too long") }
        let reply = KeptReply(requestDigest: digest, reply: try line.binary("reply"))
        try store.append(reply.encoded(), for: key, in: .replies)
    }
}
