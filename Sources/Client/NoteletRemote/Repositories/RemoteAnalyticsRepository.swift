internal import Foundation
internal import NoteletClient
public import NoteletInterface

/// Counts what people do at the service, one event a call; one that does not get through is lost.
public struct RemoteAnalyticsRepository: AnalyticsRepositoryInterface {
    let caller: RemoteCaller

    /// Sends an event behind, and returns at once.
    public func logEvent(_ name: String, properties: [String: String]) {
        let event = LoggedEvent(name: name, properties: properties, occurredAt: Date())
        Task { [caller] in try? await caller.send([event], of: ApplicationDescription()) }
    }
}
