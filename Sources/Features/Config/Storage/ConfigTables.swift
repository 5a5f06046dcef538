internal import ConfigRules
internal import Domain
package import Records
internal import StorageEngine

// What operators published for applications, version by version.

/// What is known of a version beside its entries.
struct ConfigVersionRecord: StoredRow {
    /// The version.
    var key: UInt64 = 0
    var publishedAt = Instant(milliseconds: 0)
    var operatorName = ""
    var note = ""
    /// 0 where it was not rolled back.
    var rolledBackFrom: UInt64 = 0
    var entryCount: UInt64 = 0

    enum CodingKeys: Int, CodingKey {
        case publishedAt = 1
        case operatorName = 2
        case note = 3
        case rolledBackFrom = 4
        case entryCount = 5
    }

    static let kind = RecordKind("config version")

    var isSound: Bool {
        key > 0 && rolledBackFrom < key && entryCount <= DomainLimits.configEntriesMax
    }
}

/// An entry of a version.
struct ConfigEntryRecord: StoredRow {
    var key: ConfigEntryPlace = .blank
    var name = ""
    var value = ""

    enum CodingKeys: Int, CodingKey {
        case name = 1
        case value = 2
    }

    static let kind = RecordKind("config entry")

    /// The entry as its version has it.
    var entry: ConfigEntry { ConfigEntry(key: name, value: value) }
}

/// Where an entry stands: in a version, and in the order of the keys there.
struct ConfigEntryPlace: TwoPartKey {
    var version: UInt64
    var number: UInt64

    init(_ version: UInt64, _ number: UInt64) {
        self.version = version
        self.number = number
    }

    var pair: (UInt64, UInt64) { (version, number) }
}

extension Schema {
    /// What is kept of the published configuration.
    package static let ofConfig = StoredFeature([configVersions, configEntries])

    static let configVersions: SchemaTable<ConfigVersionRecord> = SchemaTable(
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
            guard version.entryCount > 0 else { return nil }
            let last = ConfigEntryPlace(version.key, version.entryCount - 1)
            return exists(last.storedKey, configEntries.id) ? nil : "its entries are not all there"
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
                .number("version", \.key),
                .moment("published_at", \.publishedAt),
                .text("operator", \.operatorName),
                .text("note", \.note),
                .number("rolled_back_from", \.rolledBackFrom),
                .number("entry_count", \.entryCount),
            ]
        )
    )

    static let configEntries: SchemaTable<ConfigEntryRecord> = SchemaTable(
        31,
        "config_entries",
        key: ["version", "number"],
        owner: .nobody,
        erasure: .stays(because: "operators publish it"),
        archive: .kept(because: "it names nobody"),
        flaw: { row, exists in
            guard exists(row.key.version.storedKey, configVersions.id) else {
                return "its version is not there"
            }
            if row.key.number > 0 {
                let before = ConfigEntryPlace(row.key.version, row.key.number - 1)
                guard exists(before.storedKey, configEntries.id) else {
                    return "the entry before it is not there"
                }
            }
            return row.entry.isLegal ? nil : "a field is beyond its limits"
        },
        line: DumpLine(
            "config_entry",
            place: 22,
            isShownWithoutSenders: true,
            fields: [
                .number("version", \.key.version),
                .number("number", \.key.number),
                .text("key", \.name),
                .text("value", \.value),
            ]
        )
    )
}
