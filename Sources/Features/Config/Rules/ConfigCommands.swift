package import AccountRules
package import Domain

// What operators do, each recorded.
extension ConfigWriting where Self: AccountAdministrationWriting {
    /// Publishes entries as the next version.
    ///
    /// - Throws: `configChanged`.
    package func publishConfig(
        _ entries: ConfigEntries,
        _ intention: ConfigIntention,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> ConfigVersion {
        _ = try newestNumber(for: intention)
        return try add(entries, intention, "publish", by: person, context)
    }

    /// Publishes what the newest version has, but for some entries, as the next one.
    ///
    /// - Throws: `invalidValue` of `put` where nothing is to be changed; then `configChanged`; then
    ///   what `ConfigEntries.changed` throws.
    package func changeConfig(
        putting put: [ConfigEntry],
        removing keys: [String],
        _ intention: ConfigIntention,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> ConfigVersion {
        guard !put.isEmpty || !keys.isEmpty else {
            let expected = "an entry at least, or a key in removed_keys"
            throw .refused(.invalidValue(field: "put", expected: expected))
        }
        var entries = ConfigEntries.none
        if let newest = try configVersion(newestNumber(for: intention)) {
            entries = try self.entries(of: newest)
        }
        entries = try entries.changed(putting: put, removing: keys)
        let names = put.map { "set \($0.key)" } + keys.map { "unset \($0)" }
        let areFew = names.count <= Self.namedKeysMax
        let action = areFew ? names.joined(separator: ", ") : "change \(names.count) keys"
        return try add(entries, intention, action, by: person, context)
    }

    /// Keys that the audit log names, beyond which it tells how many they were.
    private static var namedKeysMax: Int { 10 }

    /// Publishes what an older version has as the next one.
    ///
    /// - Throws: `configChanged`; then `configVersionNotFound`.
    package func rollBackConfig(
        to number: UInt64,
        _ intention: ConfigIntention,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> ConfigVersion {
        _ = try newestNumber(for: intention)
        let old = try configVersion(number)
            .unwrapped(or: .configVersionNotFound(version: Int(clamping: number)))
        let entries = try entries(of: old)
        return try add(entries, intention, "rollback \(number)", from: number, by: person, context)
    }

    private func newestNumber(for intention: ConfigIntention) throws(DomainError) -> UInt64 {
        let newest = try newestConfigNumber()
        guard intention.expected == nil || intention.expected == newest else {
            throw .refused(.configChanged(version: Int(clamping: newest)))
        }
        return newest
    }

    private func add(
        _ entries: ConfigEntries,
        _ intention: ConfigIntention,
        _ action: String,
        from number: UInt64? = nil,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> ConfigVersion {
        let version = try addConfig(
            entries,
            note: intention.note,
            rolledBackFrom: number,
            by: person,
            at: context.now
        )
        let because = intention.note.isEmpty ? "" : " --note '\(intention.note)'"
        try record(person, "app-config \(action)\(because): version \(version.number)", context)
        return version
    }
}
