package import Domain

/// Reads telemetry.
package protocol TelemetryReading: AnyObject {
    /// The crashes of a signature; nil where there are none, or no longer, or what is known of them
    /// is damaged.
    func crashGroup(_ signature: CrashSignature) throws(DomainError) -> CrashGroup?
    /// All groups but damaged ones.
    func crashGroups() throws(DomainError) -> [CrashGroup]
    /// How many groups there are; counts up to `countMax` and no further.
    func crashGroupCount(countMax: Int) throws(DomainError) -> Int
    /// The crash that is kept at a place; nil where there is none, or no longer, or it is damaged.
    func crash(at place: TelemetryPlace) throws(DomainError) -> Crash?

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
        _ visit: (Crash) -> PageStep
    ) throws(DomainError) -> TelemetryPlace?

    /// Whether anything is kept of the days before one.
    func hasTelemetry(before day: UInt64) throws(DomainError) -> Bool
}

/// Writes telemetry.
package protocol TelemetryWriting: TelemetryReading {
    /// Keeps an event; answers whether there was room on its day.
    func add(_ event: LoggedEvent, of source: TelemetrySource) throws(DomainError) -> Bool
    /// Keeps a crash where there is room on its day, or in any case; answers where.
    func add(_ crash: Crash, inAnyCase: Bool) throws(DomainError) -> TelemetryPlace?
    /// Keeps a group instead of what it was before.
    func put(_ group: CrashGroup) throws(DomainError)
    /// Deletes a group, and its sample with it.
    func remove(_ group: CrashGroup) throws(DomainError)

    /// Deletes part of what is kept of the days before one, at most `recordCountMax` records.
    ///
    /// - Returns: Whether anything is left of it.
    func clearTelemetry(before day: UInt64, recordCountMax: Int) throws(DomainError) -> Bool
}

/// Where something stands that was told: the day on which it happened, and what came before it.
package struct TelemetryPlace: Codable, Hashable, Sendable {
    /// Days since the beginning of 1970.
    package var day: UInt64
    /// Its number among those of the day.
    package var number: UInt64

    /// The numbers under which its parts are stored; none is ever another.
    enum CodingKeys: Int, CodingKey {
        case day = 1
        case number = 2
    }

    /// Names the place by both.
    package init(_ day: UInt64, _ number: UInt64) {
        self.day = day
        self.number = number
    }
}
