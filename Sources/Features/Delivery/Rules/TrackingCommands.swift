package import AccountRules
package import Domain

// What people do.
extension PositionWriting {
    /// Begins to track somebody on the way with an order; where that goes on it changes nothing.
    ///
    /// - Returns: Whether it began.
    /// - Throws: `orderNotFound`, `notYourOrder`, `orderNotInProgress`.
    package func startTracking(
        with id: OrderID,
        by caller: Identity,
        _ context: Context
    ) throws(DomainError) -> Bool {
        let order = try orderInHand(id, of: caller.user)
        let route = RouteName(caller.user, order.number)
        let takenAt = order.takenAt ?? context.now
        var started = Tracking(takenAt: takenAt, startedAt: context.now)
        if let former = try tracking(of: route), former.takenAt == takenAt {
            if former.goesOn(with: order) { return false }
            (started.last, started.inside) = (former.last, former.inside)
        }
        try put(started, of: route)
        return true
    }

    /// Tracks somebody no longer; again it changes nothing.
    ///
    /// - Throws: `orderNotFound`, `notYourOrder`.
    package func stopTracking(
        with id: OrderID,
        by caller: Identity,
        _ context: Context
    ) throws(DomainError) {
        let order = try order(id, of: caller.user)
        let route = RouteName(caller.user, order.number)
        guard var tracking = try tracking(of: route), tracking.stoppedAt == nil else { return }
        tracking.stoppedAt = context.now
        try put(tracking, of: route)
    }

    /// Takes positions of somebody on the way, and tells which geofences were passed.
    ///
    /// - Returns: How many are kept, and how many are not, by the reason.
    /// - Throws: `orderNotFound`, `notYourOrder`, `notTracking`.
    package func update(
        _ batch: PositionBatch,
        with id: OrderID,
        by caller: Identity,
        _ context: Context
    ) throws(DomainError) -> (keptCount: Int, dropped: [PositionDrop: Int]) {
        let order = try order(id, of: caller.user)
        let route = RouteName(caller.user, order.number)
        guard var tracking = try tracking(of: route), tracking.goesOn(with: order) else {
            throw .refused(.notTracking)
        }
        // An order that came back goes on behind what is there of the way before.
        let last = tracking.last == nil ? try lastKept(of: route) : tracking.last
        var filter = PositionFilter(
            behind: last,
            trackingSince: tracking.startedAt,
            now: context.now
        )
        let (kept, dropped) = filter.take(batch)
        guard !kept.isEmpty else { return (0, dropped) }
        try append(kept, to: route)
        var states = GeofenceStates(inside: tracking.inside, of: try geofences())
        var toldCount = 0
        for position in kept {
            // Whoever jumps about is told of the rest with the next call.
            guard toldCount < DomainLimits.geofencePassagesPerCall else { break }
            for (fence, isEntry) in states.move(to: position.point) {
                toldCount += 1
                let passage = GeofencePassage(
                    geofence: fence.name,
                    order: order.number,
                    position: position,
                    isEntry: isEntry
                )
                try tell(passage, to: route.agent)
            }
        }
        (tracking.last, tracking.inside) = (filter.last, states.inside)
        try put(tracking, of: route)
        return (kept.count, dropped)
    }
}

// What people ask.
extension PositionReading {
    /// Where the agent of an order was seen last, for that one, and for whom the order is while it
    /// is in progress; nil for not yet.
    ///
    /// Of the way of an agent who had the order before, and took it again, only that agent is told.
    ///
    /// - Returns: Where that was, and whether the agent is tracked at this moment.
    /// - Throws: `orderNotFound`, `notYourOrder`.
    package func lastPosition(
        with id: OrderID,
        for caller: Identity
    ) throws(DomainError) -> (position: Position?, isTracked: Bool) {
        let order = try order(id).unwrapped(or: .orderNotFound)
        let isAwaited = order.shopper == caller.user && order.status == .inProgress
        guard order.agent == caller.user || isAwaited else { throw .refused(.notYourOrder) }
        guard let tracking = try tracking(of: RouteName(order.agent, order.number)),
            order.agent == caller.user || order.takenAt == tracking.takenAt
        else { return (nil, false) }
        return (tracking.last, tracking.goesOn(with: order))
    }

    /// Where the agent of an order was seen last; nil where nobody was.
    package func lastPosition(with order: Order) throws(DomainError) -> Position? {
        try tracking(of: RouteName(order.agent, order.number))?.last
    }

    /// The name of the way of somebody with an order that is theirs, or was, and on which they were
    /// tracked.
    ///
    /// - Throws: `orderNotFound`, `notYourOrder`.
    package func route(
        with id: OrderID,
        of caller: Identity
    ) throws(DomainError) -> RouteName {
        let order = try order(id).unwrapped(or: .orderNotFound)
        let route = RouteName(caller.user, order.number)
        if order.agent != caller.user, try tracking(of: route) == nil {
            throw .refused(.notYourOrder)
        }
        return route
    }
}

extension Tracking {
    /// Whether it goes on: an order that is no longer in hand, or is in hand once more, ends it.
    func goesOn(with order: Order) -> Bool {
        stoppedAt == nil && order.status == .inProgress && order.takenAt == takenAt
    }
}

// What operators do, each recorded.
extension PositionWriting where Self: AccountAdministrationWriting {
    /// Draws a geofence in place of that of its name; who was inside is so until the next position.
    ///
    /// - Throws: `geofenceLimitReached`.
    package func define(
        _ geofence: Geofence,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) {
        let all = try geofences()
        var geofence = geofence
        if let former = all.first(where: { $0.name == geofence.name }) {
            geofence.number = former.number
        } else {
            let limit = DomainLimits.geofencesMax
            guard all.count < limit else { throw .refused(.geofenceLimitReached(limit: limit)) }
        }
        try put(geofence)
        try record(person, "delivery geofence put \(geofence.name.text)", context)
    }

    /// Takes a geofence away; who was inside is told nothing.
    ///
    /// - Throws: `geofenceNotFound`.
    package func removeGeofence(
        _ name: String,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) {
        let geofence = try geofences().first { $0.name.text == name }
            .unwrapped(or: .geofenceNotFound)
        try remove(geofence)
        try record(person, "delivery geofence remove \(name)", context)
    }
}
