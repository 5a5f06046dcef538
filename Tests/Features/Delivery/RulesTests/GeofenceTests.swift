import Domain
import RuleTestSupport
import TestSupport
import Testing

@testable import DeliveryRules

/// Circles that agents come into and leave.
@Suite struct GeofenceTests {
    private let center = MapPoint(storedLatitude: 375_665_000, longitude: 1_269_780_000)

    private func fence(
        _ name: String = "depot",
        number: UInt64 = 1,
        radius: Int32 = 100
    ) -> Geofence {
        Geofence(number: number, name: GeofenceName(stored: name), center: center, radius: radius)
    }

    /// A point so many metres north of the middle.
    private func north(_ metres: Double) throws -> MapPoint {
        let latitude = center.degrees.latitude + metres / 110_985
        return try #require(MapPoint(latitude: latitude, longitude: center.degrees.longitude))
    }

    @Test func aGeofenceHasItsLimits() throws {
        let cases: [(String, MapPoint?, Int32, String?)] = [
            ("depot-1", center, 50, nil), ("a", center, 50_000, nil),
            ("", center, 100, "name"), ("Depot", center, 100, "name"),
            (String(repeating: "a", count: 64), center, 100, nil),
            (String(repeating: "a", count: 65), center, 100, "name"),
            ("a", nil, 100, "center"), ("a", center, 49, "radius"),
            ("a", center, 50_001, "radius"), ("a", center, 0, "radius"),
            ("a", center, .min, "radius"), ("a", center, .max, "radius"),
        ]
        for (name, center, radius, field) in cases {
            let make = { () throws(DomainError) in
                try Geofence(name: name, center: center, radius: radius)
            }
            if let field {
                #expect(invalidField(try refusal(make)) == field)
            } else {
                #expect(try make().isLegal)
            }
        }
        #expect(!fence(radius: 49).isLegal && !fence("Depot").isLegal && fence().isLegal)
    }

    @Test func whoComesAndGoesIsToldOnce() throws {
        var states = GeofenceStates(inside: [], of: [fence()])
        var told: [Bool] = []
        // Up to the border, over it and back a few times, through the middle, and away.
        let way: [Double] = [
            400, 150, 101, 99, 101, 110, 124, 100, 90, 0, -90, -101, -120, -99, -124, -126, -110,
            -101, -126, -400,
        ]
        for metres in way {
            told += states.move(to: try north(metres)).map(\.isEntry)
        }
        #expect(told == [true, false])
        // Who comes back is told once more.
        #expect(states.move(to: try north(-99)).map(\.isEntry) == [true])
        #expect(states.inside.map(\.text) == ["depot"])
    }

    @Test func theWayOutIsLongerThanTheWayIn() throws {
        let fence = fence()
        for (metres, wasOutside, wasInside) in [
            (99.9, true, true), (100.1, false, true), (124.9, false, true), (125.1, false, false),
        ] {
            let point = try north(metres)
            #expect(fence.holds(point, wasInside: false) == wasOutside, "\(metres)")
            #expect(fence.holds(point, wasInside: true) == wasInside, "\(metres)")
        }
    }

    @Test func eachOfSeveralIsToldByItself() throws {
        let fences = [
            fence("small", number: 3, radius: 50), fence("large", number: 7, radius: 1_000),
        ]
        var states = GeofenceStates(inside: [], of: fences)
        func passed(_ metres: Double) throws -> [String] {
            states.move(to: try north(metres)).map { ($0.isEntry ? "+" : "-") + $0.fence.name.text }
        }
        #expect(try passed(2_000).isEmpty)
        #expect(try passed(900) == ["+large"])
        #expect(try passed(10) == ["+small"])
        #expect(try passed(1_100) == ["-small", "-large"])
    }

    @Test func whatWasTakenAwayIsLeftWithoutAWord() throws {
        let names = ["gone", "depot"].map { GeofenceName(stored: $0) }
        // Another one may have been given the number of the one that is gone.
        var states = GeofenceStates(inside: Set(names), of: [fence(), fence("new", number: 2)])
        #expect(states.inside == [names[1]])
        #expect(states.move(to: try north(300)).map(\.fence.name) == [names[1]])
    }
}
