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

/// All that a version has.
struct ConfigEntriesRecord: StoredRow {
    /// The version.
    var key: UInt64 = 0
    var entries: [String: String] = [:]

    enum CodingKeys: Int, CodingKey {
        case entries = 1
    }

    static let kind = RecordKind("config entries")

    /// The entries in the order of their keys.
    var all: [ConfigEntry] {
        entries.sorted { $0.key < $1.key }.map { ConfigEntry(key: $0.key, value: $0.value) }
    }
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
                .number("version", \.key),
                .moment("published_at", \.publishedAt),
                .text("operator", \.operatorName),
                .text("note", \.note),
                .number("rolled_back_from", \.rolledBackFrom),
                .number("entry_count", \.entryCount),
            ]
        )
    )

    static let configEntries: SchemaTable<ConfigEntriesRecord> = SchemaTable(
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
            return (try? ConfigEntries(row.all)) == nil ? "an entry is beyond its limits" : nil
        },
        line: DumpLine(
            "config_entries",
            place: 22,
            isShownWithoutSenders: true,
            fields: [.number("version", \.key), .texts("entries", \.entries)]
        )
    )
}
