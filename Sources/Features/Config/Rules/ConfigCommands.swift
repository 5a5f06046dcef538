package import AccountRules
package import Domain

/// What the next version is to have.
package enum ConfigDraft: Sendable {
    /// These entries, and no others.
    case entries(ConfigEntries)
    /// What the newest one has, with other values under some keys and without some others.
    case change(putting: [ConfigEntry], removing: [String])
    /// What an older one has.
    case rollback(to: UInt64)

    /// What the audit log says of it: keys as far as they are few, and no value.
    fileprivate var action: String {
        switch self {
        case .entries: return "publish"
        case .change(let put, let keys):
            let names = put.map { "set \($0.key)" } + keys.map { "unset \($0)" }
            let areFew = names.count <= Self.namedKeysMax
            return areFew ? names.joined(separator: ", ") : "change \(names.count) keys"
        case .rollback(let number): return "rollback \(number)"
        }
    }

    /// Keys that the audit log names, beyond which it tells how many they were.
    private static var namedKeysMax: Int { 10 }
}

// What operators do, each recorded.
extension ConfigWriting where Self: AccountAdministrationWriting {
    /// Publishes the next version.
    ///
    /// - Throws: `configChanged`; then `configVersionNotFound`, and what `ConfigEntries.changed`
    ///   throws.
    package func publish(
        _ draft: ConfigDraft,
        _ intention: ConfigIntention,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> ConfigVersion {
        let newest = try newestConfigNumber()
        guard newest == intention.expected ?? newest else {
            throw .refused(.configChanged(version: Int(clamping: newest)))
        }
        var version = ConfigVersion(
            publishedAt: context.now,
            operatorName: person.name,
            note: intention.note
        )
        if case .rollback(let number) = draft { version.rolledBackFrom = number }
        let entries = try entries(of: draft, newest: newest)
        version = try add(version, with: entries)
        let because = intention.note.isEmpty ? "" : " --note '\(intention.note)'"
        let action = draft.action + because
        try record(person, "app-config \(action): version \(version.number)", context)
        return version
    }

    private func entries(
        of draft: ConfigDraft,
        newest: UInt64
    ) throws(DomainError) -> ConfigEntries {
        switch draft {
        case .entries(let entries): return entries
        case .change(let put, let keys):
            let old = try configVersion(newest).map { version throws(DomainError) in
                try entries(of: version)
            }
            return try (old ?? .none).changed(putting: put, removing: keys)
        case .rollback(let number):
            let version = try configVersion(number)
                .unwrapped(or: .configVersionNotFound(version: Int(clamping: number)))
            return try entries(of: version)
        }
    }
}
