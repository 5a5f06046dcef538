package import AccountRules
package import ConfigRules
package import Domain
package import Records
internal import StorageEngine

extension StoreView: ConfigReading {
    package func newestConfigNumber() throws(DomainError) -> UInt64 {
        var newest: UInt64 = 0
        let table = Schema.configVersions.id
        try scanKeys(table, .all, .descending, atMost: 1) { key throws(DomainError) in
            newest = try UInt64(key: key, of: ConfigVersionRecord.kind)
            return .stop
        }
        return newest
    }

    package func configVersion(_ number: UInt64) throws(DomainError) -> ConfigVersion? {
        try row(at: number, in: Schema.configVersions).map(ConfigVersion.init)
    }

    package func configVersions() throws(DomainError) -> [ConfigVersion] {
        try firstRows(of: Schema.configVersions).reversed().map(ConfigVersion.init)
    }

    package func entries(of version: ConfigVersion) throws(DomainError) -> ConfigEntries {
        guard let row = try row(at: version.number, in: Schema.configEntries) else {
            throw ConfigEntriesRecord.kind.damaged
        }
        return ConfigEntries(stored: row.all)
    }

    package func publishedConfig(_ entry: RawSpan) throws(DomainError) -> ConfigVersion? {
        try configVersion(UInt64(key: entry, of: ConfigVersionRecord.kind))
    }
}

extension StoreTransaction: ConfigWriting {
    package func addConfig(
        _ entries: ConfigEntries,
        note: String,
        rolledBackFrom: UInt64?,
        by person: Operator,
        at now: Instant
    ) throws(DomainError) -> ConfigVersion {
        let record = ConfigVersionRecord(
            key: try takeNumber(of: Schema.configVersions),
            publishedAt: now,
            operatorName: person.name,
            note: note,
            rolledBackFrom: rolledBackFrom ?? 0,
            entryCount: UInt64(entries.all.count)
        )
        try put(record, in: Schema.configVersions)
        let values = Dictionary(entries.all.map { ($0.key, $0.value) }) { $1 }
        try put(ConfigEntriesRecord(key: record.key, entries: values), in: Schema.configEntries)
        try deleteOldVersions()
        try tell(record.key)
        return ConfigVersion(record)
    }

    private func deleteOldVersions() throws(DomainError) {
        let numbers = try firstKeys(of: Schema.configVersions, countMax: .max)
        for number in numbers.dropLast(DomainLimits.configVersionsMax) {
            try delete(at: number, in: Schema.configEntries)
            try delete(at: number, in: Schema.configVersions)
        }
    }

    /// Has the feed tell of a version, and of no earlier one.
    private func tell(_ number: UInt64) throws(DomainError) {
        let place = try append(number.storedBytes, to: .config)
        try deleteAll(
            .before(place, of: .config),
            in: Schema.sharedChanges.id,
            recordCountMax: .max
        )
    }
}

extension ConfigVersion {
    fileprivate init(_ record: ConfigVersionRecord) {
        self.init(
            number: record.key,
            publishedAt: record.publishedAt,
            operatorName: record.operatorName,
            note: record.note,
            rolledBackFrom: record.rolledBackFrom == 0 ? nil : record.rolledBackFrom,
            entryCount: Int(record.entryCount)
        )
    }
}
