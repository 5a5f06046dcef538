internal import Domain

/// A log-in in a dump.
struct DumpedSession: DumpedRecord {
    static let entity = DumpEntity.session

    private let key: SessionKey
    private let record: SessionRecord
    private let kind: IdentityKind

    init(key: RawSpan, value: RawSpan) throws(DomainError) {
        try key.requireByteCount(16, of: .session)
        self.key = SessionKey(
            user: UserNumber(try key.number(at: 0, of: .session)),
            number: try key.number(at: 8, of: .session)
        )
        record = try SessionRecord(value)
        guard let kind = IdentityKind(rawValue: UInt8(clamping: record.kind)) else {
            throw SessionRecord.kind.damaged
        }
        self.kind = kind
    }

    var owner: UserNumber? { key.user }
    var moment: Instant? { Instant(milliseconds: record.openedAt) }

    func writeWhole(to line: inout JSONWriter, _ secrets: StoreSecrets) {
        line.write("user", number: key.user.rawValue)
        line.write("number", number: key.number)
        line.write("kind", "\(kind)")
        line.write("opened_at", moment: moment)
        line.write("refreshed_at", moment: Instant(milliseconds: record.refreshedAt))
        line.write("access_digest", binary: record.accessDigest)
        line.write("access_expires_at", moment: Instant(milliseconds: record.accessExpiresAt))
        line.write("refresh_digest", binary: record.refreshDigest)
        line.write("refresh_expires_at", moment: Instant(milliseconds: record.refreshExpiresAt))
        guard let rotation = record.rotation else { return }
        line.write("rotation") { line in
            line.write("spent_digest", binary: rotation.spentDigest)
            line.write("rotated_at", moment: Instant(milliseconds: rotation.rotatedAt))
            line.write("sealed_successor", binary: rotation.sealedSuccessor)
        }
    }

    /// Days and no times: who came a moment before an anonymous note may have sent it.
    func writeWithoutSenders(to line: inout JSONWriter, _ secrets: StoreSecrets) -> Bool {
        line.write("user", id: secrets.identifiers.userID(of: key.user).opaque)
        line.write("kind", "\(kind)")
        line.write("opened_on", moment: Instant(milliseconds: record.openedAt).toTheDay)
        line.write("refreshed_on", moment: Instant(milliseconds: record.refreshedAt).toTheDay)
        return true
    }

    static func load(
        _ line: inout JSONReader,
        into store: LoadTarget
    ) throws(DumpProblem) {
        let key = SessionKey(
            user: UserNumber(try line.number("user")),
            number: try line.number("number")
        )
        var record = SessionRecord()
        record.kind = try line.word("kind", kinds)
        record.openedAt = try line.moment("opened_at").milliseconds
        record.refreshedAt = try line.moment("refreshed_at").milliseconds
        record.accessDigest = try line.binary("access_digest")
        record.accessExpiresAt = try line.moment("access_expires_at").milliseconds
        record.refreshDigest = try line.binary("refresh_digest")
        record.refreshExpiresAt = try line.moment("refresh_expires_at").milliseconds
        record.rotation = try line.optionalObject("rotation") { line throws(DumpProblem) in
            SessionRecord.Rotation(
                spentDigest: try line.binary("spent_digest"),
                rotatedAt: try line.moment("rotated_at").milliseconds,
                sealedSuccessor: try line.binary("sealed_successor")
            )
        }
        try store.append(record.encoded(), for: .session(key), in: .sessions)
    }

    private static let kinds: [(String, UInt32)] = IdentityKind.allCases.map { kind in
        ("\(kind)", UInt32(kind.rawValue))
    }
}

extension Instant {
    /// The beginning of the day in UTC.
    fileprivate var toTheDay: Instant {
        let day: Int64 = 86_400_000
        let remainder = milliseconds % day
        let excess = remainder < 0 ? remainder + day : remainder
        let (floor, overflow) = milliseconds.subtractingReportingOverflow(excess)
        return Instant(milliseconds: overflow ? .min : floor)
    }
}
