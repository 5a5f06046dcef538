internal import Domain
internal import NoteletAPI
internal import Records
internal import Serving
internal import TelemetryRules
internal import TelemetryStorage

/// Serves what operators ask about telemetry.
struct TelemetryAdministrationMethods: TelemetryAdministrationService {
    let endpoint: AdministrationEndpoint

    func listEvents(_ method: TelemetryAdministrationAPI.ListEvents) -> ServedMethod {
        endpoint.list(method) { request, store, page throws(DomainError) in
            try store.visitEvents(
                of: request.day.map(UInt64.init),
                before: TelemetryPlace(cursor: request.cursor),
                limit: DomainLimits.recordsPerSearchMax
            ) { kept in
                let isWanted = request.name.isEmpty || kept.event.name == request.name
                return isWanted ? page.add(NoteletAPI.KeptEvent(kept)) : .next
            }?.cursor
        }
    }

    func summarizeEvents(_ method: TelemetryAdministrationAPI.SummarizeEvents) -> ServedMethod {
        endpoint.answer(method) { request, _ async throws(DomainError) in
            var tally = EventTally()
            var place: TelemetryPlace?
            // A view of the store that is held for a whole day of events would keep what is
            // replaced meanwhile.
            repeat {
                await Task.yield()
                if Task.isCancelled { throw .storeUnavailable("nobody waits for the summary") }
                place = try endpoint.dependencies.store.read { store throws(DomainError) in
                    try store.visitEvents(
                        of: UInt64(request.day),
                        before: place,
                        limit: DomainLimits.recordsPerSearchMax
                    ) { kept in
                        tally.add(kept)
                        return .next
                    }
                }
            } while place != nil
            return SummarizeEventsResponse(
                counts: tally.rows.map { name, count, installationCount in
                    EventCount(
                        name: name,
                        count: count,
                        installationCount: UInt64(installationCount)
                    )
                }
            )
        }
    }

    func listCrashes(_ method: TelemetryAdministrationAPI.ListCrashes) -> ServedMethod {
        endpoint.list(method) { request, store, page throws(DomainError) in
            try store.visitCrashes(
                of: request.day.map(UInt64.init),
                before: TelemetryPlace(cursor: request.cursor),
                limit: page.countMax
            ) { page.add(NoteletAPI.KeptCrash($0)) }?.cursor
        }
    }

    func listCrashGroups(_ method: TelemetryAdministrationAPI.ListCrashGroups) -> ServedMethod {
        endpoint.list(method) { request, store, page throws(DomainError) in
            let last = try OpaqueID(cursor: request.cursor)
            let groups = try store.crashGroups()
                .filter { group in last.map { group.place < ($0.high, $0.low) } ?? true }
                .sorted { $0.place > $1.place }
            let end = groups.first { page.add(NoteletAPI.CrashGroup($0)) == .last }
            return end?.signature == groups.last?.signature ? nil : end?.cursor
        }
    }

    func getCrashGroup(_ method: TelemetryAdministrationAPI.GetCrashGroup) -> ServedMethod {
        endpoint.read(method) { request, store, _ throws(DomainError) in
            let signature = try CrashSignature(request.signature).unwrapped(or: .crashNotFound)
            let group = try store.crashGroup(signature).unwrapped(or: .crashNotFound)
            let sample = try group.sample.flatMap { place throws(DomainError) in
                try store.crash(at: place)
            }
            return GetCrashGroupResponse(
                group: NoteletAPI.CrashGroup(group),
                sample: sample.map { NoteletAPI.KeptCrash($0) }
            )
        }
    }
}

extension OpaqueID {
    /// The place before which a page begins; nil for the first one.
    ///
    /// - Throws: `invalidCursor`.
    fileprivate init?(cursor: [UInt8]) throws(DomainError) {
        if cursor.isEmpty { return nil }
        guard let id = OpaqueID(cursor) else { throw .refused(.invalidCursor) }
        self = id
    }
}

extension TelemetryRules.CrashGroup {
    /// Where it stands in the list of all: by when it was seen last, and then by its signature.
    fileprivate var place: (UInt64, UInt64) {
        (UInt64(clamping: lastSeen.milliseconds), signature.rawValue)
    }

    /// The cursor of the page before it; operators may read it.
    fileprivate var cursor: [UInt8] { OpaqueID(high: place.0, low: place.1).bytes }
}

extension TelemetryPlace {
    /// The place before which a page begins; nil for the first one.
    ///
    /// - Throws: `invalidCursor`.
    fileprivate init?(cursor: [UInt8]) throws(DomainError) {
        guard let id = try OpaqueID(cursor: cursor) else { return nil }
        self.init(id.high, id.low)
    }

    /// The cursor of the page before it; operators may read it.
    fileprivate var cursor: [UInt8] { OpaqueID(high: day, low: number).bytes }
}

extension NoteletAPI.KeptEvent {
    fileprivate init(_ kept: TelemetryRules.KeptEvent) {
        self.init(
            occurredAt: Timestamp(kept.event.occurredAt),
            name: kept.event.name,
            properties: kept.event.properties,
            appVersion: kept.appVersion,
            platform: kept.platform,
            installation: kept.installation
        )
    }
}

extension NoteletAPI.KeptCrash {
    fileprivate init(_ crash: Crash) {
        self.init(
            occurredAt: Timestamp(crash.occurredAt),
            signature: crash.signature.text,
            exceptionType: crash.exceptionType,
            reason: crash.reason,
            stack: crash.stack,
            appVersion: crash.appVersion,
            platform: crash.platform
        )
    }
}

extension NoteletAPI.CrashGroup {
    fileprivate init(_ group: TelemetryRules.CrashGroup) {
        self.init(
            signature: group.signature.text,
            exceptionType: group.exceptionType,
            count: group.count,
            firstSeen: Timestamp(group.firstSeen),
            lastSeen: Timestamp(group.lastSeen),
            appVersions: group.appVersions
        )
    }
}
