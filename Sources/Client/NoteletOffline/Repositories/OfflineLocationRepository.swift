public import Foundation
internal import NoteletClient
public import NoteletInterface
internal import NoteletRemote
internal import SQLite

/// Tells where an agent is, without a network as well.
///
/// Positions wait in the outbox, in batches, and go out in the order in which they came. To begin
/// with that, and to ask where somebody is, there must be a network.
public struct OfflineLocationRepository: LocationRepositoryInterface {
    let space: AccountSpace

    /// Begins; an end that waits to be told is given up.
    public func startTracking(orderId: UUID, intention: UUID) async throws {
        let account = try await space.requireAccount()
        try await RemoteLocationRepository(caller: account.caller)
            .startTracking(orderId: orderId, intention: intention)
        try await account.copy.write { (tables) throws(SQLiteError) in
            try tables.removeStops(ofOrder: orderId.bytes)
        }
    }

    /// Ends it, after the positions that wait, as the policy of writes has it.
    public func stopTracking(orderId: UUID, intention: UUID) async throws {
        let request = StopTrackingRequest(orderID: orderId.bytes)
        let account = try await space.requireAccount()
        try await account.write(.delivery(.stopTracking(request)), id: intention) { _ in }
    }

    /// Tells positions, as the policy of writes has it; what is no place on earth is dropped here,
    /// for the service would take none of those that come with it.
    public func updateLocations(
        _ locations: [NoteletInterface.Location],
        orderId: UUID,
        intention: UUID
    ) async throws -> LocationUpdate {
        let account = try await space.requireAccount()
        let told = locations.filter(\.isOnEarth)
        switch account.configuration.writes {
        case .outbox:
            let now = account.configuration.dateClient.now()
            let positions = told.map { NoteletAPI.Location($0) }
            try await account.copy.write { (tables) throws(SQLiteError) in
                try tables.insert(
                    positions: positions,
                    of: orderId.bytes,
                    id: intention,
                    at: now
                )
            }
            return LocationUpdate(
                accepted: 0,
                dropped: locations.count - told.count,
                waiting: told.count
            )
        case .remoteThenCopy:
            return try await RemoteLocationRepository(caller: account.caller)
                .updateLocations(locations, orderId: orderId, intention: intention)
        }
    }

    /// Asks where that is.
    public func fetchWhereabouts(orderId: UUID) async throws -> AgentWhereabouts {
        let account = try await space.requireAccount()
        return try await RemoteLocationRepository(caller: account.caller)
            .fetchWhereabouts(orderId: orderId)
    }
}

extension NoteletInterface.Location {
    /// Whether there is such a place.
    fileprivate var isOnEarth: Bool {
        (-90.0...90).contains(latitude) && (-180.0...180).contains(longitude)
    }
}
