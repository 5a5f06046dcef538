public import Foundation

/// Tells where an agent is on the way with an order, and where the agent of an order is.
public protocol LocationRepositoryInterface: Sendable {
    /// Begins to tell where the account is on the way with an order in hand.
    ///
    /// - Throws: `AppError`.
    func startTracking(orderId: UUID, intention: UUID) async throws
    /// Ends it.
    ///
    /// - Throws: `AppError`.
    func stopTracking(orderId: UUID, intention: UUID) async throws
    /// Tells where the account is and was: 1 to 500 locations.
    ///
    /// - Throws: `AppError`, with the refusal NOT_TRACKING where that was not begun.
    func updateLocations(
        _ locations: [Location],
        orderId: UUID,
        intention: UUID
    ) async throws -> LocationUpdate
    /// Where the agent of an order was seen last, for that agent and for whom the order is.
    ///
    /// - Throws: `AppError`.
    func fetchWhereabouts(orderId: UUID) async throws -> AgentWhereabouts
}
