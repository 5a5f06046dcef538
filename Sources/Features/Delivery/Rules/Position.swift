package import Domain
internal import Geodesy

/// A point of the earth, to a ten-millionth of a degree, which is 11 mm at most.
package struct MapPoint: Hashable, Sendable {
    /// Ten-millionths of degrees north of the equator.
    package let latitude: Int32
    /// Ten-millionths of degrees east of Greenwich.
    package let longitude: Int32

    /// Takes what was stored.
    package init(storedLatitude latitude: Int32, longitude: Int32) {
        (self.latitude, self.longitude) = (latitude, longitude)
    }

    /// Rounds degrees; nil where there is no such point.
    package init?(latitude: Double, longitude: Double) {
        // Neither holds of what is no number.
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        self.init(
            storedLatitude: Int32((latitude * Self.unitsPerDegree).rounded()),
            longitude: Int32((longitude * Self.unitsPerDegree).rounded())
        )
    }

    private static let unitsPerDegree = 10_000_000.0

    /// What a request is told that has no such point.
    package static let expected = "degrees from -90 to 90 north and from -180 to 180 east"

    /// Whether there is such a point.
    package var isLegal: Bool {
        -900_000_000...900_000_000 ~= latitude && -1_800_000_000...1_800_000_000 ~= longitude
    }

    /// The latitude and the longitude in degrees.
    package var degrees: (latitude: Double, longitude: Double) {
        (Double(latitude) / Self.unitsPerDegree, Double(longitude) / Self.unitsPerDegree)
    }

    /// Metres to another point along the ellipsoid.
    package func distance(to other: MapPoint) -> Double {
        geodetic.distance(to: other.geodetic)
    }

    /// Whether another point is certainly further away than so many metres, as far as the latitudes
    /// alone tell, which costs hardly anything.
    func isBeyond(_ metres: Double, of other: MapPoint) -> Bool {
        // A degree of a meridian has 110.5 km at least.
        abs(degrees.latitude - other.degrees.latitude) * 110_000 > metres
    }

    private var geodetic: GeodeticPoint {
        GeodeticPoint(latitude: degrees.latitude, longitude: degrees.longitude)
    }
}

/// Where somebody was at a moment.
package struct Position: Hashable, Sendable {
    /// The moment, by the clock of who tells of it.
    package let moment: Instant
    /// The point.
    package let point: MapPoint

    /// Joins both.
    package init(_ point: MapPoint, at moment: Instant) {
        (self.point, self.moment) = (point, moment)
    }
}

/// Positions of one call, in the order of their moments.
package struct PositionBatch: Sendable {
    /// How many there are.
    package var count: Int { positions.count }
    let positions: [Position]

    /// Takes positions, each with its degrees north and east and its moment, if that is said.
    ///
    /// - Throws: `invalidValue` of `locations`.
    package init(
        _ locations: [(Double, Double, Instant?)]
    ) throws(DomainError) {
        guard DomainLimits.positionsPerCall.contains(locations.count) else {
            throw .invalid("locations", "\(DomainLimits.positionsPerCall.words) of them")
        }
        var positions: [(order: Int, position: Position)] = []
        positions.reserveCapacity(locations.count)
        for (index, (latitude, longitude, moment)) in locations.enumerated() {
            guard let point = MapPoint(latitude: latitude, longitude: longitude) else {
                throw .invalid("locations", "in location \(index + 1): \(MapPoint.expected)")
            }
            guard let moment else {
                throw .invalid("locations", "in location \(index + 1): when it was recorded")
            }
            positions.append((index, Position(point, at: moment)))
        }
        // Of the same moment the one that came first counts.
        positions.sort { ($0.position.moment, $0.order) < ($1.position.moment, $1.order) }
        self.positions = positions.map(\.position)
    }
}

/// Why a position is not kept.
package enum PositionDrop: CaseIterable, Sendable {
    /// It is of a time to come.
    case future
    /// It is of a time before the tracking was started.
    case tooOld
    /// One of the same moment is kept.
    case duplicate
    /// One of a later moment is kept: it came out of order, or once more.
    case late
    /// It is nearer than 10 m to the last one that is kept.
    case tooNear
}

/// Decides which of the positions that come are kept.
package struct PositionFilter: Sendable {
    /// The last position that is kept.
    package private(set) var last: Position?
    private let earliest: Instant
    private let latest: Instant

    /// Goes on behind a position.
    ///
    /// - Parameters:
    ///   - last: The last one that is kept; nil for none.
    ///   - start: When the tracking was started.
    ///   - now: The moment.
    package init(behind last: Position?, trackingSince start: Instant, now: Instant) {
        self.last = last
        // Nobody's clock is right to the second.
        let tolerance = DomainLimits.positionClockSecondsMax
        // The server's clock may have been set back since.
        earliest = min(start, now).adding(seconds: -tolerance)
        latest = now.adding(seconds: tolerance)
    }

    /// Why a position is not kept; nil where it is, and is the last one from now on.
    package mutating func drop(_ position: Position) -> PositionDrop? {
        if position.moment > latest { return .future }
        if position.moment < earliest { return .tooOld }
        if let last {
            if position.moment == last.moment { return .duplicate }
            if position.moment < last.moment { return .late }
            let distance = position.point.distance(to: last.point)
            if distance < DomainLimits.positionDistanceMin { return .tooNear }
        }
        last = position
        return nil
    }

    /// Takes the positions of a call.
    ///
    /// - Returns: Those that are kept, and how many others are not, by the reason.
    package mutating func take(
        _ batch: PositionBatch
    ) -> (kept: [Position], dropped: [PositionDrop: Int]) {
        var kept: [Position] = []
        var dropped: [PositionDrop: Int] = [:]
        for position in batch.positions {
            if let reason = drop(position) {
                dropped[reason, default: 0] += 1
            } else {
                kept.append(position)
            }
        }
        return (kept, dropped)
    }
}
