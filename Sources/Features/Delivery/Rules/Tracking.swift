package import Domain

/// How somebody is tracked on the way with an order.
package struct Tracking: Equatable, Sendable {
    /// When the order was taken with which it goes: who gets it again begins anew, behind what is
    /// there of the way.
    package var takenAt: Instant
    /// Since when.
    package var startedAt: Instant
    /// Until when; nil while it goes on.
    package var stoppedAt: Instant?
    /// The last position that is kept.
    package var last: Position?
    /// The names of the geofences in which that is.
    package var inside: Set<GeofenceName>

    /// Gathers all.
    package init(
        takenAt: Instant,
        startedAt: Instant,
        stoppedAt: Instant? = nil,
        last: Position? = nil,
        inside: Set<GeofenceName> = []
    ) {
        (self.takenAt, self.startedAt, self.stoppedAt) = (takenAt, startedAt, stoppedAt)
        (self.last, self.inside) = (last, inside)
    }
}

/// Names the way of somebody with an order.
package struct RouteName: Hashable, Sendable {
    /// Whose way it is.
    package var agent: UserNumber
    /// The number of the order.
    package var order: UInt64

    /// Joins both.
    package init(_ agent: UserNumber, _ order: UInt64) {
        (self.agent, self.order) = (agent, order)
    }
}

/// Reads where agents are and were.
package protocol PositionReading: OrderReading {
    /// How somebody is tracked on a way; nil for never.
    func tracking(of route: RouteName) throws(DomainError) -> Tracking?
    /// The last position that is kept of a way; nil for none.
    func lastKept(of route: RouteName) throws(DomainError) -> Position?
    /// Visits the positions of a way from a place on (nil: from the first), in pieces, in the order
    /// of their moments.
    ///
    /// - Returns: The place to go on from; nil at the end.
    func visitRoute(
        of route: RouteName,
        from place: Sequence?,
        pieceCount: Int,
        _ visit: ([Position]) throws(DomainError) -> Void
    ) throws(DomainError) -> Sequence?
    /// All geofences, in the order of their numbers.
    func geofences() throws(DomainError) -> [Geofence]
}

/// Writes where agents are.
package protocol PositionWriting: PositionReading {
    /// Stores how somebody is tracked.
    func put(_ tracking: Tracking, of route: RouteName) throws(DomainError)
    /// Adds positions at the end of a way.
    func append(_ positions: [Position], to route: RouteName) throws(DomainError)
    /// Tells an agent that a geofence was passed.
    func tell(_ passage: GeofencePassage, to agent: UserNumber) throws(DomainError)
    /// Stores a geofence; one without a number is given one.
    func put(_ geofence: Geofence) throws(DomainError)
    /// Takes a geofence away.
    func remove(_ geofence: Geofence) throws(DomainError)
}
