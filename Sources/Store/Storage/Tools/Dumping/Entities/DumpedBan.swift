internal import Domain

/// A ban of somebody whom nobody named, in a dump that shows senders.
struct DumpedBan: DumpedRecord {
    static let entity = DumpEntity.ban

    private let pseudonym: OpaqueID
    private let bannedAt: Instant

    init(key: RawSpan, value: RawSpan) throws(DomainError) {
        try key.requireByteCount(OpaqueID.byteCount, of: .ban)
        try value.requireByteCount(8, of: .ban)
        pseudonym = try key.id(at: 0, of: .ban)
        bannedAt = Instant(milliseconds: try value.number(at: 0, of: .ban))
    }

    var owner: UserNumber? { nil }
    var moment: Instant? { bannedAt }

    func writeWhole(to line: inout JSONWriter, _ secrets: StoreSecrets) {
        line.write("pseudonym", id: pseudonym)
        line.write("banned_at", moment: bannedAt)
    }

    static func load(
        _ line: inout JSONReader,
        into store: LoadTarget
    ) throws(DumpProblem) {
        let key = Key.ban(try line.id("pseudonym"))
        var value: [UInt8] = []
        value.append(bigEndian: try line.moment("banned_at").milliseconds)
        try store.append(value, for: key, in: .bans)
    }
}
