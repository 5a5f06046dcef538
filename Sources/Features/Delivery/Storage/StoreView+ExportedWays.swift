package import DeliveryRules
package import Domain
package import Records
internal import StorageEngine

// What an export has of where somebody was.
extension StoreView {
    /// Visits the ways of somebody behind a place (nil: from the first), a piece at a time, for an
    /// export: about so many pieces, and all of the last day with the last order.
    ///
    /// - Returns: The place to go on behind; nil at the end.
    package func visitPieces(
        of agent: UserNumber,
        behind place: Sequence?,
        limit: Int,
        _ visit: (RouteName, [Position]) throws(DomainError) -> PageStep
    ) throws(DomainError) -> Sequence? {
        let lower = place.map { WayDay(sealed: $0).end(of: agent) } ?? Key.user(agent)
        let range = KeyRange(lower: lower, upper: Key.user(agent).prefixSuccessor)
        var remaining = limit
        var (last, next) = (nil as WayDay?, nil as Sequence?)
        try visitRows(of: Schema.routes, range) { row throws(DomainError) in
            let day = WayDay(of: row)
            if remaining <= 0, let last, day != last {
                next = last.sealed
                return .stop
            }
            last = day
            switch try visit(row.key.route, row.positions ?? []) {
            case .next: remaining -= 1
            case .last: remaining = 0
            }
            return .next
        }
        return next
    }

    /// Visits what an agent was told of geofences, newest first, before `place` (nil: the newest).
    ///
    /// - Returns: The place to go on before; nil at the end.
    package func visitPassages(
        of agent: UserNumber,
        before place: Sequence?,
        limit: Int,
        _ visit: (GeofencePassage) throws(DomainError) -> PageStep
    ) throws(DomainError) -> Sequence? {
        let range = KeyRange.before(place, of: SharedFeed.ofAgent(agent))
        return try visitPage(of: Schema.geofencePassages, range, limit: limit) {
            row throws(DomainError) in
            try visit(row.passage)
        }?.sequence
    }
}

/// A day on the way with an order, in one number: a way may be as long as an order is in hand, and
/// a day is what limits bound.
private struct WayDay: Equatable {
    let order: UInt64
    let day: UInt64

    init(of row: PieceRow) {
        order = row.key.route.order
        day = min(UInt64(row.dayNumber), Self.dayMax)
    }

    init(sealed: Sequence) {
        order = sealed.rawValue >> Self.dayBitCount
        day = sealed.rawValue & Self.dayMax
    }

    var sealed: Sequence { Sequence(order << Self.dayBitCount | day) }

    /// What lies behind it in the ways of somebody.
    func end(of agent: UserNumber) -> Key {
        // What is of a day that is too far for a number goes with the last one.
        guard day < Self.dayMax else { return RouteName(agent, order &+ 1).storedKey }
        return PiecePlace(RouteName(agent, order), (day + 1) * 86_400_000).storedKey
    }

    /// Days until the year 4840; there are no 2^44 orders.
    private static let dayBitCount: UInt64 = 20
    private static let dayMax: UInt64 = 1 << dayBitCount - 1
}
