internal import AccountRules
internal import Domain
internal import Locking
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
            let done = Mutex<Int?>(nil)
            return .change { store, _ throws(DomainError) in
                let count = try store.log(events, of: source)
                done.withLock { $0 = count }
                return LogEventsResponse(
                    accepted: UInt32(count),
                    dropped: UInt32(total - count)
                )
            } instead: { error in
                error == .storeFull ? LogEventsResponse(dropped: UInt32(total)) : nil
            } end: { error in
                end(error, done.withLock { $0 }, of: events.count, .event, drops)
            }
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
            let done = Mutex<Int?>(nil)
            return .change { store, _ throws(DomainError) in
                try store.report(crash)
                done.withLock { $0 = 1 }
                return ReportCrashResponse(accepted: true)
            } instead: { error in
                error == .storeFull ? ReportCrashResponse() : nil
            } end: { error in
                end(error, done.withLock { $0 }, of: 1, .crash, [:])
            }
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

    /// Counts what became of a call: `count` of its `total` are kept, or nil where an earlier call
    /// was repeated, which is counted already.
    private func end(
        _ error: DomainError?,
        _ count: Int?,
        of total: Int,
        _ kind: TelemetryCounts.Kept,
        _ drops: [TelemetryDrop: Int]
    ) {
        if let error {
            guard error == .storeFull else { return }
            counts.count(drops)
            counts.dropped.count(.full, times: total)
        } else if let count {
            counts.count(drops)
            counts.kept.count(kind, times: count)
            counts.dropped.count(.quota, times: total - count)
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
