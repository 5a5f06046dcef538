import Domain
import Locking
import Logging
import TTRPC

/// Logs the requests that deserve it: all on request, else those that were slow or went wrong.
///
/// A request that is not logged costs a load and two comparisons.
final class RequestLog: Sendable {
    private let log: EventLog
    private let slowNanoseconds = Atomic<UInt64>(.max)
    /// From what duration on a request may deserve a line; 0 where each does.
    private let loggedNanosecondsMin = Atomic<UInt64>(.max)

    /// Logs what went wrong alone, until settings are applied.
    init(_ log: EventLog) {
        self.log = log
    }

    /// Takes over what counts as slow, and whether each request is logged.
    func apply(_ settings: LiveSettings) {
        let (seconds, attoseconds) = settings.slowRequestTime.components
        let nanoseconds = UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
        let slow = nanoseconds == 0 ? .max : nanoseconds
        slowNanoseconds.store(slow, ordering: .relaxed)
        let isEachLogged = settings.logLevel == .debug
        loggedNanosecondsMin.store(isEachLogged ? 0 : slow, ordering: .relaxed)
    }

    /// Takes note of a call that has ended, of an app that is looked for only where it deserves a
    /// line; on its event loop.
    func observe(_ record: CallRecord, of app: @autoclosure () -> AppName?) {
        let isLogged =
            record.durationNanoseconds >= loggedNanosecondsMin.load(ordering: .relaxed)
            || record.code.isFaultOfServer
        if isLogged { write(record, of: record.method == nil ? nil : app()) }
    }

    private func write(_ record: CallRecord, of app: AppName?) {
        let slow = slowNanoseconds.load(ordering: .relaxed)
        let kind: RequestEvent.Kind =
            if record.code.isFaultOfServer {
                .failed
            } else if record.durationNanoseconds >= slow, !record.isStream {
                .slow
            } else {
                .plain
            }
        log.write(RequestEvent(record: record, app: app, kind: kind))
    }
}

extension StatusCode {
    /// Whether a call that ended so tells of a fault of the server or its store.
    fileprivate var isFaultOfServer: Bool {
        self == .internal || self == .dataLoss || self == .unknown
    }
}
