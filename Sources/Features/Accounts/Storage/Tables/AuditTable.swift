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
    package static func audit(_ number: UInt64) -> Key { number.storedKey }
}

/// An entry of the audit log, under its number.
package typealias AuditRow = Keyed<UInt64, AuditRecord>

extension Schema {
    /// The audit log: what operators did, the oldest first.
    package static let audit = SchemaTable<AuditRow>(
        .audit,
        "audit",
        key: ["number"],
        owner: .nobody,
        erasure: .stays(because: "what operators did is not for others to delete"),
        archive: .kept(because: "it stays in the store as well"),
        line: DumpLine(
            "audit",
            place: 10,
            isShownWithoutSenders: true,
            moment: { Instant(milliseconds: $0.record.recordedAt) },
            fields: [
                .number("number", \.key),
                .moment("recorded_at", \.record.recordedAt),
                .text("operator", \.record.operatorName),
                .text("action", \.record.action),
            ]
        )
    )
}
