package import Domain

/// A circle on earth, which an operator drew: who is on the way comes into it and leaves it.
package struct Geofence: Equatable, Sendable {
    /// The number that it was given, which no other has; 0 for one that has none yet.
    package var number: UInt64 = 0
    /// What it is known by.
    package let name: GeofenceName
    /// The middle.
    package let center: MapPoint
    /// How many metres it reaches.
    package let radius: Int32

    /// Takes what was stored.
    package init(number: UInt64, name: GeofenceName, center: MapPoint, radius: Int32) {
        (self.number, self.name) = (number, name)
        (self.center, self.radius) = (center, radius)
    }

    /// Checks a circle, whose middle is nil where it is no point.
    ///
    /// - Throws: `invalidValue` of `name`, `center` or `radius`.
    package init(name: String, center: MapPoint?, radius: Int32) throws(DomainError) {
        self.name = try GeofenceName(name, field: "name")
        guard let center else { throw .invalid("center", MapPoint.expected) }
        let radii = DomainLimits.geofenceRadii
        guard radii.contains(Int(radius)) else {
            throw .invalid("radius", "\(radii.words) meters")
        }
        (self.center, self.radius) = (center, radius)
    }

    /// Whether its parts are within their limits.
    package var isLegal: Bool {
        (try? GeofenceName(name.text)) != nil && center.isLegal
            && DomainLimits.geofenceRadii.contains(Int(radius))
    }

    /// Whether somebody is inside at a point who was inside or outside before.
    ///
    /// The way out is longer than the way in: positions that waver at the border tell of one
    /// coming, and not of many.
    func holds(_ point: MapPoint, wasInside: Bool) -> Bool {
        let reach = Double(radius) + (wasInside ? DomainLimits.geofenceMargin : 0)
        return !center.isBeyond(reach, of: point) && center.distance(to: point) <= reach
    }
}

/// The name of a geofence.
package typealias GeofenceName = ShortName<Geofence>

/// That somebody came into a geofence, or left it.
package struct GeofencePassage: Equatable, Sendable {
    /// What the geofence was called then.
    package let geofence: GeofenceName
    /// The number of the order with which somebody was on the way.
    package let order: UInt64
    /// The first position on the other side.
    package let position: Position
    /// Whether somebody came in; else out.
    package let isEntry: Bool

    /// Gathers all.
    package init(
        geofence: GeofenceName,
        order: UInt64,
        position: Position,
        isEntry: Bool
    ) {
        (self.geofence, self.order) = (geofence, order)
        (self.position, self.isEntry) = (position, isEntry)
    }
}

extension SharedFeed {
    /// The feed of an agent, which tells that agent alone of geofences.
    package static func ofAgent(_ agent: UserNumber) -> SharedFeed {
        SharedFeed(.agents, number: agent.rawValue & (1 << 48 - 1))
    }
}

extension SharedFeed.Kind {
    /// Of what an agent is told.
    package static let agents = SharedFeed.Kind(rawValue: 6)
}

/// In which geofences somebody is.
struct GeofenceStates {
    /// Their names.
    private(set) var inside: Set<GeofenceName>
    private let fences: [Geofence]

    /// Goes on with those that are there; what was taken away is left without a word.
    init(inside: Set<GeofenceName>, of fences: [Geofence]) {
        self.fences = fences
        self.inside = inside.intersection(fences.map(\.name))
    }

    /// Goes to a point, and answers what was come into and left by that.
    mutating func move(to point: MapPoint) -> [(fence: Geofence, isEntry: Bool)] {
        var passed: [(fence: Geofence, isEntry: Bool)] = []
        for fence in fences {
            let wasInside = inside.contains(fence.name)
            let isInside = fence.holds(point, wasInside: wasInside)
            guard isInside != wasInside else { continue }
            if isInside { inside.insert(fence.name) } else { inside.remove(fence.name) }
            passed.append((fence, isInside))
        }
        return passed
    }
}
