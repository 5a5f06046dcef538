import Domain
import TelemetryRules

/// Telemetry in memory, for the rules alone; a signature is made of the length of a trace.
final class TelemetryShelf: TelemetryWriting {
    /// How many events and crashes find room.
    var roomMax = Int.max
    private(set) var events: [LoggedEvent] = []
    private(set) var crashes: [Crash] = []
    private var groups: [CrashSignature: CrashGroup] = [:]
    private var samples: [CrashSignature: Crash] = [:]

    func signature(of trace: String) -> CrashSignature {
        CrashSignature(rawValue: UInt64(trace.utf8.count))
    }

    func crashGroup(_ signature: CrashSignature) -> CrashGroup? { groups[signature] }

    func crashGroups() -> [CrashGroup] { groups.values.sorted { $0.lastSeen > $1.lastSeen } }

    func crashGroupCount(countMax: Int) -> Int { min(groups.count, countMax) }

    func sample(of signature: CrashSignature) -> Crash? { samples[signature] }

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
        _ visit: (CrashSignature, Crash) -> PageStep
    ) -> TelemetryPlace? { nil }

    func hasTelemetry(before day: UInt64) -> Bool { false }

    func add(_ event: LoggedEvent, of source: TelemetrySource) -> Bool {
        guard events.count < roomMax else { return false }
        events.append(event)
        return true
    }

    func add(_ crash: Crash, _ signature: CrashSignature) {
        if crashes.count < roomMax { crashes.append(crash) }
    }

    func put(_ group: CrashGroup, sample: Crash?) {
        groups[group.signature] = group
        if let sample { samples[group.signature] = sample }
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
        at: Instant(seconds: 1_700_000_040 + minute * 60)
    )
}
