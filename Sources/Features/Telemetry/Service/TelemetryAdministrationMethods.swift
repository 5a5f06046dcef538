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
        endpoint.read(method) { request, store, _ throws(DomainError) in
            let size = try PageSize(request.pageSize).count
            var (events, byteCount) = ([NoteletAPI.KeptEvent](), 0)
            let next = try store.visitEvents(
                of: request.day.map(UInt64.init),
                before: TelemetryPlace(cursor: request.cursor),
                limit: DomainLimits.recordsPerSearchMax
            ) { kept in
                guard request.name.isEmpty || kept.event.name == request.name else { return .next }
                events.append(NoteletAPI.KeptEvent(kept))
                byteCount += kept.event.byteCount
                let isFull = events.count == size || byteCount >= DomainLimits.pageByteCountMax
                return isFull ? .last : .next
            }
            return ListEventsResponse(events: events, nextCursor: next?.cursor ?? [])
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
        endpoint.read(method) { request, store, _ throws(DomainError) in
            let size = try PageSize(request.pageSize).count
            var (crashes, byteCount) = ([NoteletAPI.KeptCrash](), 0)
            let next = try store.visitCrashes(
                of: request.day.map(UInt64.init),
                before: TelemetryPlace(cursor: request.cursor),
                limit: size
            ) { signature, crash in
                crashes.append(NoteletAPI.KeptCrash(crash, signature))
                byteCount += crash.stack.utf8.count + crash.reason.utf8.count
                return byteCount >= DomainLimits.pageByteCountMax ? .last : .next
            }
            return ListCrashesResponse(crashes: crashes, nextCursor: next?.cursor ?? [])
        }
    }

    func listCrashGroups(_ method: TelemetryAdministrationAPI.ListCrashGroups) -> ServedMethod {
        endpoint.read(method) { _, store, _ throws(DomainError) in
            ListCrashGroupsResponse(groups: try store.crashGroups().map { .init($0) })
        }
    }

    func getCrashGroup(_ method: TelemetryAdministrationAPI.GetCrashGroup) -> ServedMethod {
        endpoint.read(method) { request, store, _ throws(DomainError) in
            let signature = try CrashSignature(request.signature).unwrapped(or: .crashNotFound)
            let group = try store.crashGroup(signature).unwrapped(or: .crashNotFound)
            let sample = try store.sample(of: signature)
            return GetCrashGroupResponse(
                group: NoteletAPI.CrashGroup(group),
                sample: sample.map { NoteletAPI.KeptCrash($0, signature) }
            )
        }
    }
}

extension TelemetryPlace {
    /// The place before which a page begins; nil for the first one.
    ///
    /// - Throws: `invalidCursor`.
    fileprivate init?(cursor: [UInt8]) throws(DomainError) {
        if cursor.isEmpty { return nil }
        guard let id = OpaqueID(cursor) else { throw .refused(.invalidCursor) }
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
    fileprivate init(_ crash: Crash, _ signature: CrashSignature) {
        self.init(
            occurredAt: Timestamp(crash.occurredAt),
            signature: signature.text,
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
