internal import Cryptography
package import Domain
package import Records
internal import StorageEngine
package import TelemetryRules

extension StoreView: TelemetryReading {
    package func signature(of trace: String) -> CrashSignature {
        CrashSignature(rawValue: Digest(of: trace.utf8.span.bytes).firstHalf.high)
    }

    package func crashGroup(_ signature: CrashSignature) throws(DomainError) -> CrashGroup? {
        try row(at: signature.rawValue, in: Schema.crashGroups).map(CrashGroup.init)
    }

    package func crashGroups() throws(DomainError) -> [CrashGroup] {
        try firstRows(of: Schema.crashGroups).map(CrashGroup.init)
            .sorted { ($0.lastSeen, $0.count) > ($1.lastSeen, $1.count) }
    }

    package func crashGroupCount(countMax: Int) throws(DomainError) -> Int {
        try count(.all, in: Schema.crashGroups.id, countMax)
    }

    package func sample(of signature: CrashSignature) throws(DomainError) -> Crash? {
        try row(at: signature.rawValue, in: Schema.crashSamples)?.record.crash
    }

    package func visitEvents(
        of day: UInt64?,
        before place: TelemetryPlace?,
        limit: Int,
        _ visit: (KeptEvent) -> PageStep
    ) throws(DomainError) -> TelemetryPlace? {
        let range = KeyRange.telemetry(of: day, before: place)
        return try visitPage(of: Schema.events, range, limit: limit) { row in
            visit(
                KeptEvent(
                    row.event,
                    appVersion: row.appVersion,
                    platform: row.platform,
                    installation: row.installation
                )
            )
        }
    }

    package func visitCrashes(
        of day: UInt64?,
        before place: TelemetryPlace?,
        limit: Int,
        _ visit: (CrashSignature, Crash) -> PageStep
    ) throws(DomainError) -> TelemetryPlace? {
        let range = KeyRange.telemetry(of: day, before: place)
        return try visitPage(of: Schema.crashes, range, limit: limit) { row in
            visit(CrashSignature(rawValue: row.record.signature), row.record.crash)
        }
    }

    package func hasTelemetry(before day: UInt64) throws(DomainError) -> Bool {
        let range = KeyRange.telemetry(before: day)
        for table in [Schema.events.id, Schema.crashes.id] {
            guard try isEmpty(range, in: table) else { return true }
        }
        return try firstRow(of: Schema.crashGroups) { $0.isOver(on: day) } != nil
    }
}

extension StoreTransaction: TelemetryWriting {
    package func add(
        _ event: LoggedEvent,
        of source: TelemetrySource
    ) throws(DomainError) -> Bool {
        let day = UInt64(event.occurredAt.dayNumber)
        guard
            let place = try takePlace(
                in: Schema.events,
                on: day,
                countMax: DomainLimits.eventsPerDayMax
            )
        else { return false }
        let row = EventRecord(
            key: place,
            name: event.name,
            occurredAt: event.occurredAt,
            properties: event.properties,
            appVersion: source.appVersion,
            platform: source.platform,
            installation: installation(of: source, on: day)
        )
        try put(row, in: Schema.events)
        return true
    }

    package func add(_ crash: Crash, _ signature: CrashSignature) throws(DomainError) {
        let day = UInt64(crash.occurredAt.dayNumber)
        let countMax = DomainLimits.crashesPerDayMax
        let place = try takePlace(in: Schema.crashes, on: day, countMax: countMax)
        guard let place else { return }
        try put(Keyed(key: place, record: CrashRecord(crash, signature)), in: Schema.crashes)
    }

    package func put(_ group: CrashGroup, sample: Crash?) throws(DomainError) {
        try put(CrashGroupRecord(group), in: Schema.crashGroups)
        guard let sample else { return }
        let row = Keyed(key: group.signature.rawValue, record: CrashRecord(sample))
        try put(row, in: Schema.crashSamples)
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
        for row in try firstRows(of: Schema.crashGroups) where row.isOver(on: day) {
            guard remaining >= 2 else { return true }
            try delete(at: row.key, in: Schema.crashGroups)
            try delete(at: row.key, in: Schema.crashSamples)
            remaining -= 2
        }
        return false
    }

    /// The next place of a day; nil where so many were given out.
    private func takePlace<Row>(
        in table: SchemaTable<Row>,
        on day: UInt64,
        countMax: UInt64
    ) throws(DomainError) -> TelemetryPlace? {
        let series = NumberSeries(.keys(of: [table.id]))
        let number = try takeNumber(of: series, for: day)
        return number > countMax ? nil : TelemetryPlace(day, number)
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

    /// What is of a day, or of all, before a place.
    fileprivate static func telemetry(
        of day: UInt64?,
        before place: TelemetryPlace?
    ) -> KeyRange {
        var range = day.map { KeyRange(prefix: $0.storedKey) } ?? .all
        if let place { range.upper = place.storedKey }
        return range
    }
}

extension CrashGroupRecord {
    init(_ group: CrashGroup) {
        self.init(
            key: group.signature.rawValue,
            exceptionType: group.exceptionType,
            count: group.count,
            firstSeen: group.firstSeen,
            lastSeen: group.lastSeen,
            appVersions: group.appVersions.joined(separator: "\n")
        )
    }

    /// Whether all of its crashes happened before a day.
    func isOver(on day: UInt64) -> Bool { UInt64(lastSeen.dayNumber) < day }
}

extension CrashGroup {
    init(_ record: CrashGroupRecord) {
        self.init(
            signature: CrashSignature(rawValue: record.key),
            exceptionType: record.exceptionType,
            count: record.count,
            firstSeen: record.firstSeen,
            lastSeen: record.lastSeen,
            appVersions: record.appVersions.split(separator: "\n").map(String.init)
        )
    }
}

extension CrashRecord {
    init(_ crash: Crash, _ signature: CrashSignature? = nil) {
        self.init(
            signature: signature?.rawValue ?? 0,
            exceptionType: crash.exceptionType,
            reason: crash.reason,
            stack: crash.stack,
            appVersion: crash.appVersion,
            platform: crash.platform,
            occurredAt: crash.occurredAt
        )
    }
}
