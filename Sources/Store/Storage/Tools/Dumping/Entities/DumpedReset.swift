internal import Domain

/// A code for a new password, in a dump that shows senders.
struct DumpedReset: DumpedRecord {
    static let entity = DumpEntity.reset

    private let digest: [UInt8]
    private let record: ResetRecord

    init(key: RawSpan, value: RawSpan) throws(DomainError) {
        try key.requireByteCount(ResetRecord.digestByteCount, of: .resetCode)
        digest = key.copy(0..<key.byteCount)
        record = try ResetRecord(value)
    }

    var owner: UserNumber? { UserNumber(record.user) }
    var moment: Instant? { nil }

    func writeWhole(to line: inout JSONWriter, _ secrets: StoreSecrets) {
        line.write("digest", binary: digest)
        line.write("user", number: record.user)
        line.write("expires_at", moment: Instant(milliseconds: record.expiresAt))
        line.write("operator", record.operatorName)
    }

    static func load(
        _ line: inout JSONReader,
        into store: LoadTarget
    ) throws(DumpProblem) {
        let digest = try line.binary("digest")
        guard digest.count == ResetRecord.digestByteCount else {
            throw DumpProblem("'digest' has not \(ResetRecord.digestByteCount) bytes")
        }
        let record = ResetRecord(
            user: try line.number("user"),
            expiresAt: try line.moment("expires_at").milliseconds,
            operatorName: try line.text("operator")
        )
        try store.append(record.encoded(), for: .resetCode(digest), in: .resetCodes)
    }
}
