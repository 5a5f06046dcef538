internal import Domain

/// An entry of the audit log in a dump.
struct DumpedAudit: DumpedRecord {
    static let entity = DumpEntity.audit

    private let number: UInt64
    private let record: AuditRecord

    init(key: RawSpan, value: RawSpan) throws(DomainError) {
        try key.requireByteCount(8, of: .audit)
        number = try key.number(at: 0, of: .audit)
        record = try AuditRecord(value)
    }

    var owner: UserNumber? { nil }
    var moment: Instant? { Instant(milliseconds: record.recordedAt) }

    func writeWhole(to line: inout JSONWriter, _ secrets: StoreSecrets) {
        line.write("number", number: number)
        line.write("recorded_at", moment: moment)
        line.write("operator", record.operatorName)
        line.write("action", record.action)
    }

    func writeWithoutSenders(to line: inout JSONWriter, _ secrets: StoreSecrets) -> Bool {
        writeWhole(to: &line, secrets)
        return true
    }

    static func load(
        _ line: inout JSONReader,
        into store: LoadTarget
    ) throws(DumpProblem) {
        let number = try line.number("number")
        let record = AuditRecord(
            recordedAt: try line.moment("recorded_at").milliseconds,
            operatorName: try line.text("operator"),
            action: try line.text("action")
        )
        try store.append(record.encoded(), for: .audit(number), in: .audit)
    }
}
