internal import NoteletClient
package import NoteletInterface

extension RemoteCaller {
    /// Sends events, with nobody's token; the service drops what it does not want, and says so to
    /// nobody.
    ///
    /// - Parameters:
    ///   - events: At most 100.
    ///   - application: Which application they are of.
    /// - Throws: `AppError`; `CancellationError` where the task was cancelled.
    package nonisolated func send(
        _ events: [LoggedEvent],
        of application: ApplicationDescription
    ) async throws {
        let request = LogEventsRequest(
            events: events.map { event in
                TelemetryEvent(
                    name: event.name,
                    occurredAt: Timestamp(event.occurredAt),
                    properties: event.properties
                )
            },
            appVersion: application.version,
            platform: application.platform
        )
        _ = try await call { (notelet) throws(NoteletError) in
            try await notelet.call(TelemetryAPI.logEvents, request)
        }
    }
}
