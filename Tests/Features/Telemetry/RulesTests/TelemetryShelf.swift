import Domain
import TelemetryRules

/// Telemetry in memory, for the rules alone; a signature is made of the length of a trace.
final class TelemetryShelf: TelemetryWriting {
    /// How many events and crashes find room.
    var roomMax = Int.max
    private(set) var events: [LoggedEvent] = []
    /// How many crashes were told.
    private var number: UInt64 = 0
    var crashes: [Crash] { Array(kept.values) }
    private var groups: [CrashSignature: CrashGroup] = [:]
    private var kept: [TelemetryPlace: Crash] = [:]

    func crashGroup(_ signature: CrashSignature) -> CrashGroup? { groups[signature] }

    func crashGroups() -> [CrashGroup] { Array(groups.values) }

    func crashGroupCount(countMax: Int) -> Int { min(groups.count, countMax) }

    func crash(at place: TelemetryPlace) -> Crash? { kept[place] }

    func visitEvents(
        of day: UInt64?,
        before place: TelemetryPlace?,
        limit: Int,
        _ visit: (KeptEvent) -> PageStep
    ) -> TelemetryPlace? { nil }

    func visitCrashes(
        of day: UInt64?,
        before place: TelemetryPlace?,
        limit: Int,
        _ visit: (Crash) -> PageStep
    ) -> TelemetryPlace? { nil }

    func hasTelemetry(before day: UInt64) -> Bool { false }

    func add(_ event: LoggedEvent, of source: TelemetrySource) -> Bool {
        guard events.count < roomMax else { return false }
        events.append(event)
        return true
    }

    func add(_ crash: Crash, inAnyCase: Bool) -> TelemetryPlace? {
        guard inAnyCase || kept.count < roomMax else { return nil }
        number += 1
        let place = TelemetryPlace(UInt64(crash.occurredAt.dayNumber), number)
        kept[place] = crash
        return place
    }

    func put(_ group: CrashGroup) { groups[group.signature] = group }

    func remove(_ group: CrashGroup) {
        groups[group.signature] = nil
        if let place = group.sample { kept[place] = nil }
    }

    func clearTelemetry(before day: UInt64, recordCountMax: Int) -> Bool { false }
}

/// A crash of a version, some minutes after a moment.
func crash(
    _ type: String = "SIGABRT",
    reason: String = "",
    stack: String = "",
    version: String = "1.0",
    minute: Int64 = 0
) throws(DomainError) -> Crash {
    try Crash(
        type,
        reason: reason,
        stack: stack,
        of: TelemetrySource(appVersion: version, platform: "test"),
        at: Instant(seconds: 1_700_000_040 + minute * 60),
        sign: { CrashSignature(rawValue: UInt64($0.utf8.count)) }
    )
}
