import NoteletAPI

@testable import Serving

extension World {
    /// The request of a method of telemetry, encoded.
    func telemetryPayload(of method: MethodSummary) -> [UInt8] {
        // The same whenever it is asked for, as a retry has to be.
        let now = Timestamp(TestClock.start)
        return switch method.name {
        case "LogEvents":
            encode(LogEventsRequest(events: [TelemetryEvent(name: "started", occurredAt: now)]))
        case "ReportCrash":
            encode(ReportCrashRequest(exceptionType: "SIGABRT", occurredAt: now))
        default: preconditionFailure("Telemetry.\(method.name) has no sample request.")
        }
    }
}
