import CommandLineInterface
import NoteletAPI
import OperatorCommands

extension ConfigVersion {
    /// How versions are shown.
    static let form = RowForm<ConfigVersion>(
        "versions",
        "version",
        fields: [
            .number("version") { $0.version }, .moment("published_at", \.publishedAt),
            .text("operator", \.operatorName), .text("note", \.note),
            RowField("rolled_back_from") { row in
                row.rolledBackFrom == 0 ? .null : .number(Int64(clamping: row.rolledBackFrom))
            },
            .number("entry_count") { UInt64($0.entryCount) },
        ],
        columns: [
            .number("version") { Int(clamping: $0.version) }, .moment("published", \.publishedAt),
            .text("operator", \.operatorName), .number("entries") { Int($0.entryCount) },
            .text("as") { $0.rolledBackFrom == 0 ? "" : "\($0.rolledBackFrom)" },
            .text("note", \.note),
        ]
    )
}

extension ConfigEntry {
    /// How the entries of a version are shown, which may be none.
    static func form(ofVersion version: UInt64) -> RowForm<ConfigEntry> {
        RowForm(
            "entries",
            "entry",
            none: "Version \(version) has no entries.",
            fields: [.text("key", \.key), .text("value", \.value)],
            columns: [.text("key", fitting: .whole, \.key), .text("value", \.value)]
        )
    }
}

/// What two versions have under a key, where that is not the same.
struct ConfigDifference: Equatable {
    let key: String
    /// What the first one has; nil for nothing.
    var old: String?
    /// What the second one has; nil for nothing.
    var new: String?

    /// The differences of two versions, in the order of the keys.
    static func all(from old: [ConfigEntry], to new: [ConfigEntry]) -> [ConfigDifference] {
        var found: [String: ConfigDifference] = [:]
        for entry in old {
            found[entry.key, default: ConfigDifference(key: entry.key)].old = entry.value
        }
        for entry in new {
            found[entry.key, default: ConfigDifference(key: entry.key)].new = entry.value
        }
        return found.values.filter { $0.old != $0.new }.sorted { $0.key < $1.key }
    }

    /// How differences are shown.
    static let form = RowForm<ConfigDifference>(
        "differences",
        "difference",
        none: "There is no difference.",
        fields: [
            .text("key", \.key), RowField("old") { $0.old.map(JSON.string) ?? .null },
            RowField("new") { $0.new.map(JSON.string) ?? .null },
        ],
        columns: [
            .text("key", fitting: .whole, \.key), .text("old") { $0.old ?? "" },
            .text("new") { $0.new ?? "" },
        ]
    )
}
