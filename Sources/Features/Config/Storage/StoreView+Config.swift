package import ConfigRules
package import Domain
package import Records
internal import StorageEngine

extension StoreView: ConfigReading {
    package func newestConfigNumber() throws(DomainError) -> UInt64 {
        try lastKey(of: Schema.configVersions) ?? 0
    }

    package func configVersion(_ number: UInt64) throws(DomainError) -> ConfigVersion? {
        try row(at: number, in: Schema.configVersions)
    }

    package func configVersions() throws(DomainError) -> [ConfigVersion] {
        try firstRows(of: Schema.configVersions).reversed()
    }

    package func entries(of version: ConfigVersion) throws(DomainError) -> ConfigEntries {
        guard let row = try row(at: version.number, in: Schema.configEntries) else {
            throw ConfigEntries.kind.damaged
        }
        return row.record
    }

    package func publishedConfig(_ entry: RawSpan) throws(DomainError) -> ConfigVersion? {
        try configVersion(UInt64(key: entry, of: ConfigVersion.kind))
    }
}

extension StoreTransaction: ConfigWriting {
    package func add(
        _ version: ConfigVersion,
        with entries: ConfigEntries
    ) throws(DomainError) -> ConfigVersion {
        var version = version
        version.number = try takeNumber(of: Schema.configVersions)
        version.entryCount = UInt64(entries.values.count)
        try put(version, in: Schema.configVersions)
        try put(Keyed(key: version.number, record: entries), in: Schema.configEntries)
        try deleteOldVersions()
        try tell(version.number)
        return version
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
