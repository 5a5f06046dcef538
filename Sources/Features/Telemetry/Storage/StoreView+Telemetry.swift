internal import Cryptography
package import Domain
package import Records
internal import StorageEngine
package import TelemetryRules

extension CrashSignature {
    /// What a trace is known by, in any store.
    package init(of trace: String) {
        self.init(rawValue: Digest(of: trace.utf8.span.bytes).firstHalf.high)
    }
}

extension StoreView: TelemetryReading {
    package func crashGroup(_ signature: CrashSignature) throws(DomainError) -> CrashGroup? {
        try readable { () throws(DomainError) in
            try row(at: signature.rawValue, in: Schema.crashGroups)
        }
    }

    package func crashGroups() throws(DomainError) -> [CrashGroup] {
        try firstRows(of: Schema.crashGroups)
    }

    package func crashGroupCount(countMax: Int) throws(DomainError) -> Int {
        try count(.all, in: Schema.crashGroups.id, countMax)
    }

    package func crash(at place: TelemetryPlace) throws(DomainError) -> Crash? {
        try readable { () throws(DomainError) in try row(at: place, in: Schema.crashes) }?.record
    }

    package func visitEvents(
        of day: UInt64?,
        before place: TelemetryPlace?,
        limit: Int,
        _ visit: (KeptEvent) -> PageStep
    ) throws(DomainError) -> TelemetryPlace? {
        let range = KeyRange.telemetry(of: day, before: place)
        return try visitPage(of: Schema.events, range, limit: limit) { visit($0.record) }
    }

    package func visitCrashes(
        of day: UInt64?,
        before place: TelemetryPlace?,
        limit: Int,
        _ visit: (Crash) -> PageStep
    ) throws(DomainError) -> TelemetryPlace? {
        let range = KeyRange.telemetry(of: day, before: place)
        return try visitPage(of: Schema.crashes, range, limit: limit) { visit($0.record) }
    }

    package func hasTelemetry(before day: UInt64) throws(DomainError) -> Bool {
        let range = KeyRange.telemetry(before: day)
        for table in [Schema.events.id, Schema.crashes.id] {
            guard try isEmpty(range, in: table) else { return true }
        }
        return try !crashGroupsOver(before: day).isEmpty
    }

    /// The groups whose crashes all happened before a day, and those of which nobody can tell since
    /// they are damaged.
    fileprivate func crashGroupsOver(before day: UInt64) throws(DomainError) -> [UInt64] {
        var keys: [UInt64] = []
        let countMax = DomainLimits.crashGroupsMax
        for key in try firstKeys(of: Schema.crashGroups, countMax: countMax) {
            let group = try crashGroup(CrashSignature(rawValue: key))
            if let group, UInt64(group.lastSeen.dayNumber) >= day { continue }
            keys.append(key)
        }
        return keys
    }
}

extension StoreTransaction: TelemetryWriting {
    package func add(
        _ event: LoggedEvent,
        of source: TelemetrySource
    ) throws(DomainError) -> Bool {
        let day = UInt64(event.occurredAt.dayNumber)
        let place = try nextPlace(of: day, in: Schema.events)
        guard place.number <= DomainLimits.eventsPerDayMax else { return false }
        let installation = installation(of: source, on: day)
        let kept = KeptEvent(event, of: source, installation: installation)
        try put(Keyed(key: place, record: kept), in: Schema.events)
        return true
    }

    package func add(
        _ crash: Crash,
        inAnyCase: Bool
    ) throws(DomainError) -> TelemetryPlace? {
        let day = UInt64(crash.occurredAt.dayNumber)
        let place = try nextPlace(of: day, in: Schema.crashes)
        guard inAnyCase || place.number <= DomainLimits.crashesPerDayMax else { return nil }
        try put(Keyed(key: place, record: crash), in: Schema.crashes)
        return place
    }

    package func put(_ group: CrashGroup) throws(DomainError) {
        try put(group, in: Schema.crashGroups)
    }

    package func remove(_ group: CrashGroup) throws(DomainError) {
        try delete(at: group.key, in: Schema.crashGroups)
        if let place = group.sample { try delete(at: place, in: Schema.crashes) }
    }

    package func clearTelemetry(
        before day: UInt64,
        recordCountMax: Int
    ) throws(DomainError) -> Bool {
        var remaining = recordCountMax
        for table in [Schema.events.id, Schema.crashes.id] {
            let range = KeyRange.telemetry(before: day)
            remaining -= try deleteAll(range, in: table, recordCountMax: remaining)
            if remaining <= 0 { return true }
        }
        let groups = try crashGroupsOver(before: day)
        for key in groups.prefix(remaining) { try delete(at: key, in: Schema.crashGroups) }
        return groups.count >= remaining
    }

    /// The next place of a day.
    private func nextPlace<Row>(
        of day: UInt64,
        in table: SchemaTable<Row>
    ) throws(DomainError) -> TelemetryPlace {
        let series = NumberSeries(.keys(of: [table.id]))
        return TelemetryPlace(day, try takeNumber(of: series, for: day))
    }

    /// What is kept of which installation it was: another one each day, and none for nothing.
    private func installation(of source: TelemetrySource, on day: UInt64) -> [UInt8] {
        if source.installation.isEmpty { return [] }
        let digest = secrets.digests.digest(
            of: "\(day) \(source.installation)",
            for: .installation
        )
        return digest.firstHalf.high.storedBytes
    }
}

extension KeyRange {
    /// What is of the days before one.
    fileprivate static func telemetry(before day: UInt64) -> KeyRange {
        KeyRange(lower: Key(), upper: day.storedKey)
    }

    /// What is of a day, or of all, before a place, which may be one of another day.
    fileprivate static func telemetry(
        of day: UInt64?,
        before place: TelemetryPlace?
    ) -> KeyRange {
        var range = day.map { KeyRange(prefix: $0.storedKey) } ?? .all
        if let key = place?.storedKey {
            range.upper = max(range.lower, min(range.upper ?? key, key))
        }
        return range
    }
}
