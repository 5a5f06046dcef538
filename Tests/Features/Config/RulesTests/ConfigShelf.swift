import AccountRules
import ConfigRules
import Domain
import RuleTestSupport

/// Versions in memory, for the rules alone.
final class ConfigShelf: ConfigWriting, OperatorLog {
    var entries: [AuditEntry] = []
    private var versions: [(ConfigVersion, ConfigEntries)] = []
    /// The moment of all that is done.
    let context = Context(
        now: Instant(milliseconds: 1_700_000_012_345),
        random: CountingRandom(seed: 1),
        secrets: NoSecrets()
    )
    static let root = Operator(name: "root")

    func newestConfigNumber() -> UInt64 { UInt64(versions.count) }

    func configVersion(_ number: UInt64) -> ConfigVersion? {
        versions.first { $0.0.number == number }?.0
    }

    func configVersions() -> [ConfigVersion] { versions.reversed().map(\.0) }

    func entries(of version: ConfigVersion) -> ConfigEntries {
        versions.first { $0.0 == version }?.1 ?? .none
    }

    func publishedConfig(_ entry: RawSpan) -> ConfigVersion? { nil }

    func add(_ version: ConfigVersion, with entries: ConfigEntries) -> ConfigVersion {
        var version = version
        version.number = UInt64(versions.count + 1)
        version.entryCount = UInt64(entries.values.count)
        versions.append((version, entries))
        return version
    }

    /// What the newest version has.
    var newest: [String: String] { versions.last?.1.values ?? [:] }

    @discardableResult
    func publish(
        _ values: KeyValuePairs<String, String>,
        note: String = "",
        expecting expected: UInt64? = nil
    ) throws(DomainError) -> ConfigVersion {
        let entries = try ConfigEntries(values.map { ConfigEntry(key: $0.key, value: $0.value) })
        return try publish(.entries(entries), note, expected)
    }

    @discardableResult
    func change(
        _ put: KeyValuePairs<String, String> = [:],
        removing keys: [String] = [],
        expecting expected: UInt64? = nil
    ) throws(DomainError) -> ConfigVersion {
        let entries = put.map { ConfigEntry(key: $0.key, value: $0.value) }
        return try publish(.change(putting: entries, removing: keys), "", expected)
    }

    @discardableResult
    func rollBack(
        to number: UInt64,
        expecting expected: UInt64? = nil
    ) throws(DomainError) -> ConfigVersion {
        try publish(.rollback(to: number), "again", expected)
    }

    private func publish(
        _ draft: ConfigDraft,
        _ note: String,
        _ expected: UInt64?
    ) throws(DomainError) -> ConfigVersion {
        let intention = try ConfigIntention(note: note, expecting: expected)
        return try publish(draft, intention, by: Self.root, context)
    }
}
