internal import AccountRules
internal import Domain
internal import NoteletAPI
internal import ProtobufCoding
internal import Records
internal import Serving
internal import TTRPC
internal import TelemetryRules
internal import TelemetryStorage

/// Serves telemetry, which never fails what it accompanies: what there is no room for is dropped.
///
/// Where nobody knows what became of a call, as when the store has no time, the caller is told to
/// come again.
struct TelemetryMethods: TelemetryService {
    let endpoint: Endpoint
    let counts: TelemetryCounts
    let dayCount: Int

    func logEvents(_ method: TelemetryAPI.LogEvents) -> ServedMethod {
        endpoint.accompany(method) { request, origin throws(DomainError) in
            let total = request.events.count
            try EventBatch.check(count: total)
            let source = try TelemetrySource(
                appVersion: request.appVersion,
                platform: request.platform,
                installation: request.installation
            )
            var batch = EventBatch()
            let window = window
            for event in request.events {
                let moment = event.occurredAt.map { Instant($0) }
                batch.take(event.name, at: moment, event.properties, in: window)
            }
            let (events, drops) = (batch.events, batch.drops)
            guard !events.isEmpty, isLetIn(origin, .loggedEvents, events.count) else {
                counts.count(drops)
                counts.dropped.count(.quota, times: events.count)
                return .answer(LogEventsResponse(dropped: UInt32(total)))
            }
            return .change(
                { store, _ throws(DomainError) in
                    let count = UInt32(try store.log(events, of: source))
                    return LogEventsResponse(accepted: count, dropped: UInt32(total) - count)
                },
                instead: LogEventsResponse(dropped: UInt32(total)),
                end: { response, isFull in
                    let count = Int(response.accepted)
                    counts.count(drops)
                    counts.kept.count(.event, times: count)
                    counts.dropped.count(isFull ? .full : .quota, times: events.count - count)
                }
            )
        }
    }

    func reportCrash(_ method: TelemetryAPI.ReportCrash) -> ServedMethod {
        endpoint.accompany(method) { request, origin throws(DomainError) in
            let moment = request.occurredAt.map { Instant($0) }
            let crash = try Crash(request, at: moment)
            let late = window.drop(of: moment ?? crash.occurredAt)
            let drop = late ?? (isLetIn(origin, .reportedCrashes, 1) ? nil : .quota)
            if let drop {
                counts.dropped.count(drop)
                return .answer(ReportCrashResponse())
            }
            return .change(
                { store, _ throws(DomainError) in
                    try store.report(crash)
                    return ReportCrashResponse(accepted: true)
                },
                instead: ReportCrashResponse(),
                end: { _, isFull in
                    if isFull { counts.dropped.count(.full) } else { counts.kept.count(.crash) }
                }
            )
        }
    }

    private var window: TelemetryWindow {
        TelemetryWindow(now: endpoint.dependencies.context.now, dayCount: dayCount)
    }

    /// Whether an address has not told too much lately; this call counts, and all that it tells.
    private func isLetIn(_ origin: PeerOrigin, _ limit: RateLimit, _ count: Int) -> Bool {
        let (limiter, key) = (endpoint.dependencies.limiter, RateKey(origin))
        do throws(DomainError) {
            try limiter[.telemetryBursts].pass(key)
            try limiter[limit].pass(key, times: count)
            return true
        } catch {
            return false
        }
    }
}

extension Crash {
    /// A crash that an application told.
    fileprivate init(_ request: ReportCrashRequest, at moment: Instant?) throws(DomainError) {
        let source = try TelemetrySource(
            appVersion: request.appVersion,
            platform: request.platform
        )
        try self.init(
            request.exceptionType,
            reason: request.reason,
            stack: request.stack,
            of: source,
            at: moment,
            sign: CrashSignature.init(of:)
        )
    }
}
