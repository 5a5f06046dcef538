public import Foundation
internal import NoteletClient
public import NoteletInterface

/// Tells where an agent is, and where the agent of an order is, at the service.
public struct RemoteLocationRepository: LocationRepositoryInterface {
    let caller: RemoteCaller

    /// Asks by what makes calls.
    ///
    /// - Parameter caller: Makes the calls.
    package init(caller: RemoteCaller) {
        self.caller = caller
    }

    /// Begins under the key of the intention.
    public func startTracking(orderId: UUID, intention: UUID) async throws {
        try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.startTracking(
                orderID: orderId.bytes,
                idempotencyKey: .of(intention)
            )
        }
    }

    /// Ends it under the key of the intention.
    public func stopTracking(orderId: UUID, intention: UUID) async throws {
        try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.stopTracking(orderID: orderId.bytes, idempotencyKey: .of(intention))
        }
    }

    /// Tells locations under the key of the intention.
    public func updateLocations(
        _ locations: [NoteletInterface.Location],
        orderId: UUID,
        intention: UUID
    ) async throws -> LocationUpdate {
        let told = locations.map { NoteletAPI.Location($0) }
        let response = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.updateLocations(
                orderID: orderId.bytes,
                locations: told,
                idempotencyKey: .of(intention)
            )
        }
        return LocationUpdate(accepted: Int(response.accepted), dropped: Int(response.dropped))
    }

    /// Asks where that is.
    public func fetchWhereabouts(orderId: UUID) async throws -> AgentWhereabouts {
        let response = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.getLastLocation(orderID: orderId.bytes)
        }
        return AgentWhereabouts(
            location: response.location.map { NoteletInterface.Location($0) },
            isTracked: response.isTracked
        )
    }
}
