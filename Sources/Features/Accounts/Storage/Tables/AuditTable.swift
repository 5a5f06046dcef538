internal import Domain
package import Records
package import StorageEngine

// What operators did.

extension TableID {
    /// What operators did, by a number that counts up.
    package static let audit = TableID(rawValue: 17)
}

extension Key {
    /// A key of `audit`.
    package static func audit(_ number: UInt64) -> Key { AuditRow.Form.key(number) }
}

extension NumberSeries {
    /// The numbers of entries of the audit log.
    static let audit = NumberSeries(.keys(of: [.audit]))
}

/// An entry of the audit log.
package struct AuditRow {
    typealias Form = OnePart<UInt64>

    var number: UInt64 = 0
    var record = AuditRecord()
}

extension Schema {
    /// The audit log: what operators did, the oldest first.
    package static let audit = SchemaTable<AuditRow>(
        .audit,
        "audit",
        key: AuditRow.Form("number"),
        owner: .nobody,
        erasure: .stays(because: "what operators did is not for others to delete"),
        sight: .nothing,
        archive: .kept,
        form: RecordForm(.audit, blank: AuditRow()) { key, value throws(DomainError) in
            AuditRow(
                number: try AuditRow.Form.value(of: key, .audit),
                record: try AuditRecord(value)
            )
        } key: { row in
            .audit(row.number)
        } value: { row, _ in
            row.record.encoded()
        },
        line: DumpLine(
            "audit",
            place: 10,
            isShownWithoutSenders: true,
            moment: { Instant(milliseconds: $0.record.recordedAt) },
            fields: [
                Field("number", .number(Access(\.number))),
                Field("recorded_at", .moment(Access(milliseconds: \.record.recordedAt))),
                Field("operator", .text(Access(\.record.operatorName))),
                Field("action", .text(Access(\.record.action))),
            ]
        )
    )
}
