package import ConfigRules
internal import Domain
package import Records
internal import StorageEngine

// What operators published for applications, version by version; it is stored as the rules have it.

extension ConfigVersion: StoredRow {
    /// What a damaged one is called.
    package static let kind = RecordKind("config version")

    /// The number.
    package var key: UInt64 {
        get { number }
        set { number = newValue }
    }

    /// Whether its numbers can be those of a version.
    package var isSound: Bool {
        number > 0 && rolledBackFrom < number && entryCount <= DomainLimits.configEntriesMax
    }
}

extension ConfigEntries: StoredRecord {
    /// What damaged ones are called.
    package static let kind = RecordKind("config entries")
}

extension Schema {
    /// What is kept of the published configuration.
    package static let ofConfig = StoredFeature([configVersions, configEntries])

    static let configVersions: SchemaTable<ConfigVersion> = SchemaTable(
        30,
        "config_versions",
        key: ["version"],
        owner: .nobody,
        erasure: .stays(because: "operators publish it"),
        archive: .kept(because: "it names nobody but an operator"),
        flaw: { version, exists in
            guard ShortText.fits(version.note, 0...DomainLimits.configNoteCharactersMax) else {
                return "the note is beyond its limits"
            }
            return exists(version.storedKey, configEntries.id) ? nil : "its entries are not there"
        },
        line: DumpLine(
            "config_version",
            place: 21,
            isShownWithoutSenders: true,
            moment: { $0.publishedAt },
            finish: { row, _ throws(DumpProblem) in
                guard row.isSound else { throw DumpProblem("a number is beyond its limits") }
            },
            fields: [
                .number("version", \.number),
                .moment("published_at", \.publishedAt),
                .text("operator", \.operatorName),
                .text("note", \.note),
                .number("rolled_back_from", \.rolledBackFrom),
                .number("entry_count", \.entryCount),
            ]
        )
    )

    static let configEntries: SchemaTable<Keyed<UInt64, ConfigEntries>> = SchemaTable(
        31,
        "config_entries",
        key: ["version"],
        owner: .nobody,
        erasure: .stays(because: "operators publish it"),
        archive: .kept(because: "it names nobody"),
        flaw: { row, exists in
            guard exists(row.storedKey, configVersions.id) else {
                return "its version is not there"
            }
            let isLegal = (try? ConfigEntries(row.record.all)) != nil
            return isLegal ? nil : "an entry is beyond its limits"
        },
        line: DumpLine(
            "config_entries",
            place: 22,
            isShownWithoutSenders: true,
            fields: [.number("version", \.key), .texts("entries", \.record.values)]
        )
    )
}
