package import Domain

/// Reads telemetry.
package protocol TelemetryReading: AnyObject {
    /// What a trace is known by.
    func signature(of trace: String) -> CrashSignature
    /// The crashes of a signature; nil where there are none, or no longer.
    func crashGroup(_ signature: CrashSignature) throws(DomainError) -> CrashGroup?
    /// All groups, those first that were seen last.
    func crashGroups() throws(DomainError) -> [CrashGroup]
    /// How many groups there are; counts up to `countMax` and no further.
    func crashGroupCount(countMax: Int) throws(DomainError) -> Int
    /// The crash of a group that came last.
    func sample(of signature: CrashSignature) throws(DomainError) -> Crash?

    /// Visits events, the newest days first and in each what came last, before a place (nil: the
    /// newest); of one day where it is given.
    ///
    /// - Returns: The place to go on before; nil at the end.
    func visitEvents(
        of day: UInt64?,
        before place: TelemetryPlace?,
        limit: Int,
        _ visit: (KeptEvent) -> PageStep
    ) throws(DomainError) -> TelemetryPlace?
    /// Visits crashes as `visitEvents` does events.
    func visitCrashes(
        of day: UInt64?,
        before place: TelemetryPlace?,
        limit: Int,
        _ visit: (CrashSignature, Crash) -> PageStep
    ) throws(DomainError) -> TelemetryPlace?

    /// Whether anything is kept of the days before one.
    func hasTelemetry(before day: UInt64) throws(DomainError) -> Bool
}

/// Writes telemetry.
package protocol TelemetryWriting: TelemetryReading {
    /// Keeps an event; answers whether there was room on its day.
    func add(_ event: LoggedEvent, of source: TelemetrySource) throws(DomainError) -> Bool
    /// Keeps a crash, where there is room on its day.
    func add(_ crash: Crash, _ signature: CrashSignature) throws(DomainError)
    /// Keeps a group instead of what it was before, and its sample where one is given.
    func put(_ group: CrashGroup, sample: Crash?) throws(DomainError)

    /// Deletes part of what is kept of the days before one, at most `recordCountMax` records.
    ///
    /// - Returns: Whether anything is left of it.
    func clearTelemetry(before day: UInt64, recordCountMax: Int) throws(DomainError) -> Bool
}

/// Where something stands that was told: the day on which it happened, and what came before it.
package struct TelemetryPlace: Hashable, Sendable {
    /// Days since the beginning of 1970.
    package var day: UInt64
    /// Its number among those of the day.
    package var number: UInt64

    /// Names the place by both.
    package init(_ day: UInt64, _ number: UInt64) {
        self.day = day
        self.number = number
    }
}

/// An event with what is kept of where it comes from.
package struct KeptEvent: Equatable, Sendable {
    /// What happened.
    package let event: LoggedEvent
    /// The version of the application.
    package let appVersion: String
    /// What it ran on.
    package let platform: String
    /// Of which installation, as a hash that is another one each day; empty where none was said.
    package let installation: [UInt8]

    /// Gathers an event as it is stored.
    package init(
        _ event: LoggedEvent,
        appVersion: String,
        platform: String,
        installation: [UInt8]
    ) {
        self.event = event
        self.appVersion = appVersion
        self.platform = platform
        self.installation = installation
    }
}
