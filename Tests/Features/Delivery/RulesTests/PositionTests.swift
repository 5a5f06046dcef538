import Domain
import RuleTestSupport
import TestSupport
import Testing

@testable import DeliveryRules

/// Points, and which positions are kept.
@Suite struct PositionTests {
    private let start = Instant(milliseconds: 1_700_000_000_000)
    private let seoul = MapPoint(storedLatitude: 375_665_000, longitude: 1_269_780_000)

    /// Positions that go north, so many ten-millionths of a degree each, ten seconds apart.
    private func north(_ steps: [Int32], from first: Int64 = 0) -> [Position] {
        steps.enumerated().map { index, step in
            Position(
                MapPoint(storedLatitude: seoul.latitude + step, longitude: seoul.longitude),
                at: start.adding(seconds: first + Int64(index) * 10)
            )
        }
    }

    private func batch(_ positions: [Position]) throws(DomainError) -> PositionBatch {
        try PositionBatch(
            positions.map { position in
                let (latitude, longitude) = position.point.degrees
                return (latitude, longitude, position.moment)
            }
        )
    }

    private func filter(behind last: Position? = nil, after seconds: Int64 = 0) -> PositionFilter {
        PositionFilter(
            behind: last,
            trackingSince: start,
            now: start.adding(seconds: seconds)
        )
    }

    @Test func onlyWhatIsOnEarthIsAPoint() {
        for (latitude, longitude) in [
            (90, 180), (-90, -180), (0, 0), (37.5665, 126.978), (-0.0, 0.00000004),
        ] as [(Double, Double)] {
            let point = MapPoint(latitude: latitude, longitude: longitude)
            #expect(point?.isLegal == true, "\(latitude) \(longitude)")
            #expect(abs((point?.degrees.latitude ?? 99) - latitude) <= 0.5e-7)
            #expect(abs((point?.degrees.longitude ?? 999) - longitude) <= 0.5e-7)
        }
        for (latitude, longitude) in [
            (90.0000001, 0), (-90.0000001, 0), (0, 180.0000001), (0, -180.0000001),
            (.nan, 0), (0, .nan), (.infinity, 0), (0, -.infinity), (1e300, 1e300),
        ] as [(Double, Double)] {
            #expect(MapPoint(latitude: latitude, longitude: longitude) == nil)
        }
        #expect(!MapPoint(storedLatitude: 900_000_001, longitude: 0).isLegal)
        #expect(!MapPoint(storedLatitude: 0, longitude: -1_800_000_001).isLegal)
    }

    @Test func aCallHas1To500PositionsOfEarthWithTheirMoments() throws {
        let good = (37.0, 127.0, start as Instant?)
        _ = try PositionBatch([good])
        #expect(try PositionBatch(Array(repeating: good, count: 500)).count == 500)
        for bad in [
            [], Array(repeating: good, count: 501), [good, (.nan, 127, start)],
            [good, (37, 180.1, start)], [good, (37, 127, nil)],
        ] as [[(Double, Double, Instant?)]] {
            let refusal = try refusal { () throws(DomainError) in try PositionBatch(bad) }
            #expect(invalidField(refusal) == "locations")
            if bad.count == 2, case .invalidValue(_, let expected) = refusal {
                #expect(expected.hasPrefix("in location 2: "))
            }
        }
    }

    @Test func nearerThanTenMetresToTheLastOneThatIsKeptIsDropped() throws {
        // The first step north that is no nearer than 10 m.
        let first = try #require(
            (Int32(1)...2_000).first { step in
                seoul.distance(to: north([step])[0].point) >= 10
            }
        )
        var filter = filter(after: 600)
        let (kept, dropped) = try filter.take(batch(north([0, first - 1, first, first])))
        #expect(kept == [north([0])[0], north([0, 0, first])[2]])
        #expect(dropped == [.tooNear: 2])
        // Who walks slowly is measured from the last one that is kept, not from the last step.
        let slow = north((0..<30).map { $0 * 360 })
        var other = self.filter(after: 600)
        let walked = try other.take(batch(slow)).kept
        #expect(walked.map(\.point) == stride(from: 0, to: 30, by: 3).map { slow[$0].point })
    }

    @Test func duplicatesAndLateOnesAreDropped() throws {
        let all = north([0, 1_000, 2_000, 3_000])
        var filter = filter(after: 600)
        #expect(try filter.take(batch(all)).kept == all)
        // All of it once more, as where a reply was lost.
        let again = try filter.take(batch(all))
        #expect(again.kept.isEmpty && again.dropped == [.late: 3, .duplicate: 1])
        let between = Position(all[3].point, at: start.adding(seconds: 29))
        #expect(filter.drop(between) == .late)
        #expect(filter.drop(north([9_000], from: 30)[0]) == .duplicate)
        #expect(filter.last == all[3])
    }

    @Test func theOrderInACallDoesNotMatter() throws {
        let all = north((0..<20).map { $0 * 1_000 })
        var generator = SeededGenerator()
        for _ in 0..<20 {
            var filter = filter(after: 600)
            let (kept, dropped) = try filter.take(batch(all.shuffled(using: &generator)))
            #expect(kept == all && dropped.isEmpty, "\(generator)")
        }
        // Of one moment the one that came first counts.
        let twins = [north([0])[0], north([5_000])[0]]
        var filter = filter(after: 600)
        let (kept, dropped) = try filter.take(batch(twins))
        #expect(kept == [twins[0]] && dropped == [.duplicate: 1])
    }

    @Test func aMinuteIsAllowedToClocks() throws {
        let moments: [(Int64, PositionDrop?)] = [
            (-60_001, .tooOld), (-60_000, nil), (100_000, nil), (160_000, nil), (160_001, .future),
            (.max, .future), (.min, .tooOld),
        ]
        for (offset, reason) in moments {
            var filter = filter(after: 100)
            let moment = offset == .min ? .distantPast : start.adding(milliseconds: offset)
            #expect(filter.drop(Position(seoul, at: moment)) == reason, "\(offset)")
            #expect((filter.last != nil) == (reason == nil))
        }
    }

    @Test func aClockThatIsSetBackHoldsNobodyUp() {
        // The server's clock was an hour ahead when the tracking was started.
        for (offset, reason) in [
            (-3_660_001, .tooOld), (-3_660_000, nil), (-3_540_000, nil), (-3_539_999, .future),
        ] as [(Int64, PositionDrop?)] {
            var filter = filter(after: -3_600)
            let moment = start.adding(milliseconds: offset)
            #expect(filter.drop(Position(seoul, at: moment)) == reason, "\(offset)")
        }
    }

    @Test func distancesAreThoseOfTheEllipsoid() {
        // A thousandth of a degree is 111 m along the meridian, and less along a parallel.
        let north = MapPoint(storedLatitude: seoul.latitude + 10_000, longitude: seoul.longitude)
        let east = MapPoint(storedLatitude: seoul.latitude, longitude: seoul.longitude + 10_000)
        #expect(abs(seoul.distance(to: north) - 110.99) < 0.01)
        #expect(abs(seoul.distance(to: east) - 88.347) < 0.01)
        let dateLine = MapPoint(storedLatitude: 0, longitude: 1_800_000_000)
        let beyond = MapPoint(storedLatitude: 0, longitude: -1_800_000_000)
        #expect(dateLine.distance(to: beyond) < 1e-6)
        #expect(!seoul.isBeyond(112, of: north) && seoul.isBeyond(109, of: north))
        // Steps over the date line and over the poles are as short as elsewhere.
        for pole in [900_000_000, -900_000_000] as [Int32] {
            let near = pole - pole.signum() * 1_000
            let (east, west) = (
                MapPoint(storedLatitude: near, longitude: 900_000_000),
                MapPoint(storedLatitude: near, longitude: -900_000_000)
            )
            #expect(abs(east.distance(to: west) - 22.34) < 0.01)
            let turned = MapPoint(storedLatitude: pole, longitude: 1_800_000_000)
            #expect(turned.distance(to: MapPoint(storedLatitude: pole, longitude: 0)) < 1e-6)
        }
        let (here, there) = (
            MapPoint(storedLatitude: 0, longitude: 1_799_999_500),
            MapPoint(storedLatitude: 0, longitude: -1_799_999_500)
        )
        #expect(abs(here.distance(to: there) - 11.13) < 0.01)
    }

    @Test func theDocumentListsTheLimitsOfPositionsAndChat() throws {
        let rows = try ProtocolFolder.table(under: "limits", in: "notelet/delivery/v1/README.md")
        func ends(_ range: ClosedRange<Int>) -> [Int] { [range.lowerBound, range.upperBound] }
        for (name, numbers) in [
            ("positions of one call", ends(DomainLimits.positionsPerCall)),
            (
                "distance between two positions that are kept",
                [Int(DomainLimits.positionDistanceMin)]
            ),
            (
                "seconds by which a telephone's clock may be wrong",
                [Int(DomainLimits.positionClockSecondsMax)]
            ),
            ("days for which positions are kept", ends(DomainLimits.positionDaysKept)),
            ("geofences of an app", [DomainLimits.geofencesMax]),
            ("radius of a geofence", ends(DomainLimits.geofenceRadii)),
            (
                "metres to go beyond a geofence to have left it",
                [Int(DomainLimits.geofenceMargin)]
            ),
            (
                "comings and goings that one call tells of",
                [DomainLimits.geofencePassagesPerCall]
            ),
            (
                "days for which it is kept what is said about orders",
                ends(DomainLimits.chatDaysKept)
            ),
            ("days for which it is kept where an order went", ends(DomainLimits.orderDaysKept)),
            (
                "hours after the end of an order in which its people write in its channel",
                [Int(DomainLimits.chatSecondsAfterClosing / 3_600)]
            ),
            ("message about an order", ends(DomainLimits.chatTextCharacters)),
            (
                "name that an application gives a message",
                ends(DomainLimits.chatClientIDByteCounts)
            ),
            ("people whom operators put into a channel", [DomainLimits.channelInvitedMax]),
        ] {
            let row = rows.first { $0[0] == name }
            let shown = row?[1].replacing(",", with: "").matches(of: /[0-9]+/)
            #expect(shown?.compactMap { Int($0.output) } == numbers, "\(name)")
        }
    }
}
