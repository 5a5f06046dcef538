public import Foundation
public import NoteletInterface

/// Tracking of which a test says what becomes of it.
public final class MockLocationRepository: LocationRepositoryInterface {
    /// What a call that begins or ends something is given.
    public typealias Deed = (orderId: UUID, intention: UUID)
    /// What a call that tells locations is given.
    public typealias Update = (locations: [Location], orderId: UUID, intention: UUID)

    /// Calls of `startTracking(orderId:intention:)`.
    public let startTrackingCalls = FakeCall<Deed, Void>("startTracking(orderId:intention:)")
    /// Calls of `stopTracking(orderId:intention:)`.
    public let stopTrackingCalls = FakeCall<Deed, Void>("stopTracking(orderId:intention:)")
    /// Calls of `updateLocations(_:orderId:intention:)`.
    public let updateLocationsCalls = FakeCall<Update, LocationUpdate>(
        "updateLocations(_:orderId:intention:)"
    )
    /// Calls of `fetchWhereabouts(orderId:)`.
    public let fetchWhereaboutsCalls = FakeCall<UUID, AgentWhereabouts>(
        "fetchWhereabouts(orderId:)"
    )

    /// Creates one that has handlers alone.
    public init() {}

    /// Creates one that keeps all that it is told, and knows where the agent of any order is.
    ///
    /// - Parameter whereaboutsToReturn: Where that is.
    public init(whereaboutsToReturn: AgentWhereabouts) {
        startTrackingCalls.handler = { _ in }
        stopTrackingCalls.handler = { _ in }
        updateLocationsCalls.handler = { call in
            LocationUpdate(accepted: call.locations.count, dropped: 0)
        }
        fetchWhereaboutsCalls.handler = { _ in whereaboutsToReturn }
    }

    /// Records the call.
    public func startTracking(orderId: UUID, intention: UUID) async throws {
        try await startTrackingCalls((orderId, intention))
    }

    /// Records the call.
    public func stopTracking(orderId: UUID, intention: UUID) async throws {
        try await stopTrackingCalls((orderId, intention))
    }

    /// Records the call, and gives what the handler gives.
    public func updateLocations(
        _ locations: [Location],
        orderId: UUID,
        intention: UUID
    ) async throws -> LocationUpdate {
        try await updateLocationsCalls((locations, orderId, intention))
    }

    /// Records the call, and gives what the handler gives.
    public func fetchWhereabouts(orderId: UUID) async throws -> AgentWhereabouts {
        try await fetchWhereaboutsCalls(orderId)
    }
}
