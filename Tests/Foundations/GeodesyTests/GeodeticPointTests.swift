import Glibc
import TestSupport
import Testing

@testable import Geodesy

@Suite("Points of the earth")
struct GeodeticPointTests {
    private static let equatorialRadius = 6_378_137.0
    private static let flattening = 1 / 298.257223563

    @Test("Along the equator distances are those of a circle", arguments: [1e-4, 1e-2, 0.5])
    func equator(degrees: Double) {
        let one = GeodeticPoint(latitude: 0, longitude: 10)
        let other = GeodeticPoint(latitude: 0, longitude: 10 + degrees)
        let exact = Self.equatorialRadius * degrees * .pi / 180
        #expect(abs(one.distance(to: other) - exact) < Self.errorMax(exact))
    }

    @Test("Along a meridian they are those of an ellipse", arguments: [0, 37.5, 60, 89])
    func meridian(latitude: Double) {
        for degrees in [1e-4, 1e-2, 0.9] {
            let one = GeodeticPoint(latitude: latitude, longitude: 127)
            let other = GeodeticPoint(latitude: latitude + degrees, longitude: 127)
            let exact = Self.meridian(from: latitude, to: latitude + degrees)
            #expect(abs(one.distance(to: other) - exact) < Self.errorMax(exact))
        }
    }

    @Test("A line that was surveyed has its length")
    func surveyed() {
        let flindersPeak = GeodeticPoint(
            latitude: -(37 + 57 / 60.0 + 3.72030 / 3_600),
            longitude: 144 + 25 / 60.0 + 29.52440 / 3_600
        )
        let buninyon = GeodeticPoint(
            latitude: -(37 + 39 / 60.0 + 10.15610 / 3_600),
            longitude: 143 + 55 / 60.0 + 35.38390 / 3_600
        )
        #expect(abs(flindersPeak.distance(to: buninyon) - 54_972.271) < 0.005)
    }

    @Test("The error stays within its bound, by the method of Vincenty")
    func errorHasItsBound() {
        var random = SeededGenerator(seed: 3)
        for length in [1e-5, 1e-4, 8e-3, 0.1, 0.7] {
            for _ in 0..<2_000 {
                let one = GeodeticPoint(
                    latitude: .random(in: -85...85, using: &random),
                    longitude: .random(in: -180...180, using: &random)
                )
                let north = Double.random(in: -length...length, using: &random)
                let east = Double.random(in: -length...length, using: &random)
                let other = GeodeticPoint(
                    latitude: one.latitude + north,
                    longitude: one.longitude + east
                )
                let exact = Self.vincenty(one, other)
                let error = abs(one.distance(to: other) - exact)
                #expect(error < Self.errorMax(exact), "\(one), \(other): \(exact)")
            }
        }
    }

    @Test("It is the same both ways, and nothing to itself")
    func bothWays() {
        let seoul = GeodeticPoint(latitude: 37.5665, longitude: 126.978)
        let tokyo = GeodeticPoint(latitude: 35.6812, longitude: 139.7671)
        #expect(seoul.distance(to: tokyo) == tokyo.distance(to: seoul))
        #expect(seoul.distance(to: seoul) == 0)
        #expect(abs(seoul.distance(to: tokyo) / Self.vincenty(seoul, tokyo) - 1) < 0.01)
    }

    @Test("The date line, the poles and the other side of the earth are no borders")
    func borders() {
        let east = GeodeticPoint(latitude: -17, longitude: 179.99995)
        let west = GeodeticPoint(latitude: -17, longitude: -179.99995)
        #expect(abs(east.distance(to: west) - Self.vincenty(east, west)) < 50e-9)
        let pole = GeodeticPoint(latitude: 90, longitude: 0)
        #expect(pole.distance(to: GeodeticPoint(latitude: 90, longitude: 77)) < 1e-6)
        let opposite = pole.distance(to: GeodeticPoint(latitude: -90, longitude: 0))
        #expect(abs(opposite / 20_003_931 - 1) < 0.05)
        let zero = GeodeticPoint(latitude: 0, longitude: 0)
        let across = zero.distance(to: GeodeticPoint(latitude: 0.1, longitude: 179.9))
        #expect(abs(across / 20_000_000 - 1) < 0.05)
    }

    /// What the documentation promises, and what doubles of the earth's size leave open.
    private static func errorMax(_ distance: Double) -> Double {
        switch distance {
        case ...1_000: 50e-9
        case ...100_000: 15e-3
        default: distance / 100
        }
    }

    /// The length of a meridian, summed up by Simpson's rule.
    private static func meridian(from: Double, to: Double) -> Double {
        let squaredEccentricity = flattening * (2 - flattening)
        func radius(_ degrees: Double) -> Double {
            let sine = sin(degrees * .pi / 180)
            let root = (1 - squaredEccentricity * sine * sine).squareRoot()
            return equatorialRadius * (1 - squaredEccentricity) / (root * root * root)
        }
        let count = 100
        let step = (to - from) / Double(count)
        var sum = radius(from) + radius(to)
        for index in 1..<count {
            sum += radius(from + Double(index) * step) * (index % 2 == 1 ? 4 : 2)
        }
        return sum * step / 3 * .pi / 180
    }

    /// The distance by the inverse formula of Vincenty, which comes nearer step by step.
    private static func vincenty(_ one: GeodeticPoint, _ other: GeodeticPoint) -> Double {
        let polarRadius = equatorialRadius * (1 - flattening)
        let (first, second) = (reduced(one), reduced(other))
        let difference = (other.longitude - one.longitude) * .pi / 180
        var lambda = difference
        var distance = 0.0
        for _ in 0..<200 {
            let x = second.cosine * sin(lambda)
            let y = first.cosine * second.sine - first.sine * second.cosine * cos(lambda)
            let sine = (x * x + y * y).squareRoot()
            if sine == 0 { return 0 }
            let cosine = first.sine * second.sine + first.cosine * second.cosine * cos(lambda)
            let sigma = atan2(sine, cosine)
            let sineOfAzimuth = first.cosine * second.cosine * sin(lambda) / sine
            let square = 1 - sineOfAzimuth * sineOfAzimuth
            let middle = square == 0 ? 0 : cosine - 2 * first.sine * second.sine / square
            let u = square * (1 / ((1 - flattening) * (1 - flattening)) - 1)
            let a = 1 + u / 16_384 * (4_096 + u * (-768 + u * (320 - 175 * u)))
            let b = u / 1_024 * (256 + u * (-128 + u * (74 - 47 * u)))
            let inner =
                cosine * (2 * middle * middle - 1)
                - b / 6 * middle * (4 * sine * sine - 3) * (4 * middle * middle - 3)
            let correction = b * sine * (middle + b / 4 * inner)
            distance = polarRadius * a * (sigma - correction)
            let c = flattening / 16 * square * (4 + flattening * (4 - 3 * square))
            let bend = middle + c * cosine * (2 * middle * middle - 1)
            let next =
                difference
                + (1 - c) * flattening * sineOfAzimuth * (sigma + c * sine * bend)
            if abs(next - lambda) < 1e-15 { break }
            lambda = next
        }
        return distance
    }

    private static func reduced(_ point: GeodeticPoint) -> (sine: Double, cosine: Double) {
        let latitude = atan((1 - flattening) * tan(point.latitude * .pi / 180))
        return (sin(latitude), cos(latitude))
    }
}
