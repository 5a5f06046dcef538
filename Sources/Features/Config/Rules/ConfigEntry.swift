package import Domain

/// A value of the configuration, and what applications find it by.
package struct ConfigEntry: Equatable, Sendable {
    /// 1 to 64 lower-case letters of English, digits, dots, hyphens and underscores.
    package let key: String
    /// What applications make of it.
    package let value: String

    /// Gathers an entry, which may break every rule.
    package init(key: String, value: String) {
        self.key = key
        self.value = value
    }

    /// Whether it keeps within its limits.
    package var isLegal: Bool {
        Self.isKey(key) && value.utf8.count <= DomainLimits.configValueByteCountMax
    }

    /// Whether a text may be a key.
    static func isKey(_ text: String) -> Bool {
        let allowed = "abcdefghijklmnopqrstuvwxyz0123456789._-".utf8
        return DomainLimits.configKeyCharacters.contains(text.utf8.count)
            && text.utf8.allSatisfy(allowed.contains)
    }
}

/// All that a version has, as it is stored: entries, each of another key.
package struct ConfigEntries: Codable, Equatable, Sendable {
    /// The values by their keys.
    package var values: [String: String]

    /// The numbers under which its parts are stored; none is ever another.
    enum CodingKeys: Int, CodingKey {
        case values = 1
    }

    /// No entries.
    package static let none = ConfigEntries(values: [:])

    /// The entries in the order of their keys.
    package var all: [ConfigEntry] {
        values.sorted { $0.key < $1.key }.map { ConfigEntry(key: $0.key, value: $0.value) }
    }
}

extension ConfigEntries {
    /// Checks entries.
    ///
    /// - Throws: `invalidValue` of `entries`, that says which entry it is about, if it is one;
    ///   `configTooLarge`.
    package init(_ entries: [ConfigEntry]) throws(DomainError) {
        guard entries.count <= DomainLimits.configEntriesMax else {
            throw Self.invalid("at most \(DomainLimits.configEntriesMax) entries")
        }
        for entry in entries { try Self.check(entry) }
        let byteCount = entries.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        guard byteCount <= DomainLimits.configByteCountMax else {
            throw .refused(.configTooLarge(maximum: DomainLimits.configByteCountMax))
        }
        values = [:]
        for entry in entries {
            guard values.updateValue(entry.value, forKey: entry.key) == nil else {
                throw Self.invalid("each key once, and '\(entry.key)' comes again")
            }
        }
    }

    /// These entries but for those of some keys, and with others in the place of those of theirs.
    ///
    /// - Throws: `invalidValue` of `put` where nothing is to be changed, and of `removed_keys`;
    ///   `configKeyNotFound`; as `init` does.
    package func changed(
        putting put: [ConfigEntry],
        removing keys: [String]
    ) throws(DomainError) -> ConfigEntries {
        let new = Set(put.map(\.key))
        guard !new.isEmpty || !keys.isEmpty else {
            throw .invalid("put", "an entry at least, or a key in removed_keys")
        }
        for key in keys {
            guard ConfigEntry.isKey(key), !new.contains(key) else {
                throw .invalid("removed_keys", "keys of entries, none of which is put as well")
            }
            guard values[key] != nil else { throw .refused(.configKeyNotFound(key: key)) }
        }
        let gone = new.union(keys)
        return try ConfigEntries(all.filter { !gone.contains($0.key) } + put)
    }

    private static func check(_ entry: ConfigEntry) throws(DomainError) {
        guard ConfigEntry.isKey(entry.key) else {
            let characters = DomainLimits.configKeyCharacters.words
            let shown = entry.key.prefix(DomainLimits.configKeyCharacters.upperBound)
            throw invalid(
                "keys of \(characters) lower-case letters, digits, dots, hyphens and underscores, "
                    + "unlike '\(shown)'"
            )
        }
        guard entry.isLegal else {
            let byteCountMax = DomainLimits.configValueByteCountMax
            throw invalid("values of at most \(byteCountMax) bytes, also under '\(entry.key)'")
        }
    }

    private static func invalid(_ expected: String) -> DomainError {
        .invalid("entries", expected)
    }
}
