internal import Glibc

/// A point of the ellipsoid of WGS84.
package struct GeodeticPoint: Hashable, Sendable {
    /// Degrees north of the equator.
    package let latitude: Double
    /// Degrees east of Greenwich.
    package let longitude: Double

    /// Names a point by finite degrees.
    package init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Metres to another point along the ellipsoid.
    ///
    /// It is the straight line through the ground, bent as a circle of the earth's mean radius is:
    /// for short ways hardly anything is left to bend. It is wrong by 50 nm at most up to 1 km, by
    /// 15 mm up to 100 km, and by 5 % to the other side of the earth, where methods that come
    /// nearer step by step never end.
    package func distance(to other: GeodeticPoint) -> Double {
        let (from, to) = (place, other.place)
        let (x, y, z) = (to.x - from.x, to.y - from.y, to.z - from.z)
        let chord = (x * x + y * y + z * z).squareRoot()
        return 2 * Self.meanRadius * asin(min(chord / (2 * Self.meanRadius), 1))
    }

    /// Metres from the middle of the earth, in three directions that turn with it.
    private var place: (x: Double, y: Double, z: Double) {
        let (north, east) = (latitude * .pi / 180, longitude * .pi / 180)
        let (sine, cosine) = (sin(north), cos(north))
        let root = (1 - Self.squaredEccentricity * sine * sine).squareRoot()
        let radius = Self.equatorialRadius / root
        return (
            radius * cosine * cos(east),
            radius * cosine * sin(east),
            radius * (1 - Self.squaredEccentricity) * sine
        )
    }

    private static let equatorialRadius = 6_378_137.0
    private static let flattening = 1 / 298.257223563
    private static let squaredEccentricity = flattening * (2 - flattening)
    private static let meanRadius = 6_371_008.8
}
