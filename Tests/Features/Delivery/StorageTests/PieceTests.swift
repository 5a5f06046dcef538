import DeliveryRules
import Domain
import ProtobufCoding
import StorageEngine
import TestSupport
import Testing

@testable import DeliveryStorage
@testable import Records
@testable import Storage

/// How ways and points are stored, and shown in a dump.
@Suite struct PieceTests {
    private let route = RouteName(UserNumber(7), 3)

    @Test func piecesOfAnyWayAreReadAsTheyWereWritten() throws {
        var generator = SeededGenerator()
        for _ in 0..<200 {
            var moment = Instant.epoch.toTheDay
            let count = Int.random(in: 1...PieceRow.positionCountMax, using: &generator)
            let positions = (0..<count).map { index in
                let step = Int64.random(in: 1...600_000, using: &generator)
                if index > 0 { moment = moment.adding(milliseconds: step) }
                let point = MapPoint(
                    storedLatitude: .random(in: -900_000_000...900_000_000, using: &generator),
                    longitude: .random(in: -1_800_000_000...1_800_000_000, using: &generator)
                )
                return Position(point, at: moment)
            }
            let row = PieceRow(positions, of: route)
            let read = try PieceRow(at: row.key, value: row.encoded().span.bytes)
            #expect(read.positions == positions, "\(generator)")
        }
    }

    @Test func whatIsNoPieceIsDamage() throws {
        var generator = SeededGenerator()
        let row = PieceRow([Position].north(0..<50), of: route)
        let bytes = row.encoded()
        var soundCount = 0
        for _ in 0..<2_000 {
            var changed = bytes
            let index = Int.random(in: bytes.indices, using: &generator)
            changed[index] = .random(in: .min ... .max, using: &generator)
            let value = changed.span.bytes
            guard let read = try? PieceRow(at: row.key, value: value) else { continue }
            soundCount += 1
            let positions = try #require(read.positions)
            #expect(positions.allSatisfy(\.point.isLegal) && positions.count == 50)
            #expect(zip(positions, positions.dropFirst()).allSatisfy { $0.moment < $1.moment })
        }
        #expect(soundCount < 2_000)
        for broken in [
            PieceRow(), PieceRow([Position].north(0..<126), of: route),
            PieceRow([Position].north(0..<2).reversed(), of: route),
        ] {
            #expect(!broken.isSound)
        }
    }

    @Test func pointsOfADumpAreReadAsTheyAreShown() throws {
        for (latitude, longitude, text) in [
            (375_665_000, 1_269_780_000, "37.5665000 126.9780000"), (0, 0, "0.0000000 0.0000000"),
            (-1, 12_345_678, "-0.0000001 1.2345678"),
            (-900_000_000, -1_800_000_000, "-90.0000000 -180.0000000"),
        ] as [(Int32, Int32, String)] {
            let point = MapPoint(storedLatitude: latitude, longitude: longitude)
            #expect(point.text == text && MapPoint(text: text) == point)
        }
        for text in [
            "", "1 2", "37.5665 126.978", "90.0000001 0.0000000", "0.0000000", "a b",
            "0.0000000  0.0000000", "+1.0000000 0.0000000", "1.0000000 0.0000000 ",
            "9.99999999999 0.0000000",
        ] {
            #expect(MapPoint(text: text) == nil, "\(text)")
        }
    }
}
