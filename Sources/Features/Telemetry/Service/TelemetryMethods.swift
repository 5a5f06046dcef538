internal import Domain
internal import NoteletAPI
internal import Records
internal import Serving
internal import TelemetryRules

/// Serves telemetry: so far, all of it is dropped.
struct TelemetryMethods: TelemetryService {
    let endpoint: Endpoint

    func logEvents(_ method: TelemetryAPI.LogEvents) -> ServedMethod {
        endpoint.accompany(method) { request, _ throws(DomainError) in
            let count = request.events.count
            guard (1...DomainLimits.telemetryEventsMax).contains(count) else {
                let expected = "1 to \(DomainLimits.telemetryEventsMax) events"
                throw .refused(.invalidValue(field: "events", expected: expected))
            }
            return dropping(LogEventsResponse(dropped: UInt32(count)))
        }
    }

    func reportCrash(_ method: TelemetryAPI.ReportCrash) -> ServedMethod {
        endpoint.accompany(method) { _, _ in dropping(ReportCrashResponse()) }
    }

    private func dropping<Response: Sendable>(
        _ response: Response
    ) -> Endpoint.Accompaniment<Response> {
        .change({ _, _ in response }, instead: { _ in response }, end: { _ in })
    }
}

/// Serves what operators ask about telemetry.
struct TelemetryAdministrationMethods: TelemetryAdministrationService {
    let endpoint: AdministrationEndpoint

    func listEvents(_ method: TelemetryAdministrationAPI.ListEvents) -> ServedMethod {
        endpoint.read(method) { _, _, _ in ListEventsResponse() }
    }

    func summarizeEvents(_ method: TelemetryAdministrationAPI.SummarizeEvents) -> ServedMethod {
        endpoint.read(method) { _, _, _ in SummarizeEventsResponse() }
    }

    func listCrashes(_ method: TelemetryAdministrationAPI.ListCrashes) -> ServedMethod {
        endpoint.read(method) { _, _, _ in ListCrashesResponse() }
    }

    func listCrashGroups(_ method: TelemetryAdministrationAPI.ListCrashGroups) -> ServedMethod {
        endpoint.read(method) { _, _, _ in ListCrashGroupsResponse() }
    }

    func getCrashGroup(_ method: TelemetryAdministrationAPI.GetCrashGroup) -> ServedMethod {
        endpoint.read(method) { _, _, _ throws(DomainError) in
            throw .refused(.crashNotFound)
        }
    }
}
