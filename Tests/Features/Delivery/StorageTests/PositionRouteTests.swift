import AccountRules
import AccountStorage
import DeliveryRules
import Domain
import ProtobufCoding
import RuleTestSupport
import StorageEngine
import TestSupport
import Testing

@testable import DeliveryStorage
@testable import Records
@testable import Storage
@testable import StoreTools

/// Where agents are and were, over a store.
@Suite struct PositionRouteTests {
    private let stage: PositionStage

    init() throws {
        stage = try PositionStage()
    }

    /// The positions of a day on the road: one each ten seconds, by a clock and a receiver that
    /// waver.
    private func day(_ generator: inout SeededGenerator) -> [Position] {
        var (north, east) = (0.0, 0.0)
        var direction = 0.0
        return (0..<8_640).map { index in
            // 30 km/h or so, with a turn now and then.
            if index % 12 == 0 { direction = Double.random(in: -1...1, using: &generator) }
            north += 80 * (1 - abs(direction))
            east += 80 * direction
            let (off, aside) = (
                Double.random(in: -2...2, using: &generator),
                Double.random(in: -2...2, using: &generator)
            )
            let point = MapPoint(
                storedLatitude: 330_000_000 + Int32((north + off) / 0.0111),
                longitude: 1_269_780_000 + Int32((east + aside) / 0.0088)
            )
            let late = Int64.random(in: 0...200, using: &generator)
            let offset = Int64(index) * 10_000 + late
            return Position(point, at: Instant.epoch.toTheDay.adding(milliseconds: offset))
        }
    }

    @Test func aDayOfOneRiderIsReadAsItWasInOneScanOfFewBytes() throws {
        var generator = SeededGenerator()
        let day = day(&generator)
        let begin = Context.at(Instant.epoch.toTheDay)
        try stage.start(begin)
        for start in stride(from: 0, to: day.count, by: 50) {
            let kept = try stage.update(Array(day[start..<min(start + 50, day.count)]))
            #expect(kept == min(50, day.count - start), "\(generator)")
        }
        for isReopened in [false, true] {
            if isReopened { try stage.store.reopen() }
            #expect(try stage.way() == day && stage.way(pieceCount: 100) == day, "\(generator)")
        }
        let (pieces, byteCount) = try stage.store.read { view throws(DomainError) in
            var (pieces, byteCount) = (0, 0)
            for table in [Schema.routes.id, Schema.routesByDay.id] {
                try view.scan(table, .all, .ascending) { key, value in
                    if table == Schema.routes.id { pieces += 1 }
                    byteCount += key.byteCount + value.byteCount
                    return .next
                }
            }
            return (pieces, byteCount)
        }
        #expect(pieces == 70)
        // With keys and what finds them; a latitude, a longitude and a moment are 16 by themselves.
        let bytesPerPosition = Double(byteCount) / Double(day.count)
        #expect(bytesPerPosition < 8, "\(bytesPerPosition)")
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func trackingGoesOnAsLongAsTheOrderIsInHand() throws {
        let stage = stage
        let first = [Position].north(0..<3)
        let refused = { () throws(DomainError) in try stage.update(first) }
        #expect(try refusal(refused) == .notTracking)
        #expect(try stage.start())
        #expect(try !stage.start(.at(.epoch.adding(seconds: 1))))
        #expect(try stage.update(first) == 3)
        try stage.stop()
        try stage.stop()
        #expect(try refusal(refused) == .notTracking)
        // Whoever starts once more goes on behind what is there.
        #expect(try stage.start(.at(.epoch.adding(seconds: 5))))
        #expect(try stage.update(.north(2..<6)) == 3)
        // An order that went to another agent and came back is another way to go.
        try stage.reassign(to: stage.other)
        let foreign = { () throws(DomainError) in try stage.update(.north(6..<8)) }
        #expect(try refusal(foreign) == .notYourOrder)
        try stage.reassign(to: stage.rider, .at(.epoch.adding(seconds: 70)))
        #expect(try refusal(foreign) == .notTracking)
        try stage.start(.at(.epoch.adding(seconds: 70)))
        #expect(try stage.update(.north(6..<8)) == 2)
        #expect(try stage.way() == .north(0..<8))
        try stage.complete()
        #expect(try refusal(foreign) == .notTracking)
        let late = { () throws(DomainError) in try stage.start() }
        #expect(
            try refusal(late) == .orderNotInProgress(status: "completed")
        )
    }

    @Test func anOrderThatComesBackIsAnotherWay() throws {
        let stage = stage
        let (rider, shopper) = (stage.rider, stage.shopper)
        let later = Context.at(.epoch.adding(seconds: 70))
        try stage.start()
        try stage.update(.north(0..<3))
        try stage.reassign(to: stage.other)
        try stage.reassign(to: rider, later)
        // Where the agent was with it before is nothing to whom it is for any more.
        for isStarted in [false, true] {
            if isStarted { try stage.start(later) }
            #expect(try stage.lastPosition(for: shopper) == nil)
        }
        // It goes on behind what is there: nothing is kept twice.
        #expect(try stage.update(.north(1..<3), later) == 0)
        #expect(try stage.update(.north(1..<9), .at(.epoch.adding(seconds: 80))) == 6)
        #expect(try stage.way() == .north(0..<9))
        #expect(try stage.lastPosition(for: shopper)?.point == .north(8))
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func onlyTheAgentIsTrackedAndOnlyThoseConcernedSeeWhere() throws {
        let stage = stage
        let shopper = stage.shopper
        for person in [stage.other, shopper] {
            let begin = { () throws(DomainError) in try stage.start(by: person) }
            #expect(try refusal(begin) == .notYourOrder)
            let tell = { () throws(DomainError) in try stage.update(.north(0..<1), by: person) }
            #expect(try refusal(tell) == .notYourOrder)
        }
        #expect(try stage.lastPosition(for: shopper) == nil)
        try stage.start()
        try stage.update(.north(0..<3))
        #expect(try stage.lastPosition(for: stage.rider) == [Position].north(2..<3)[0])
        #expect(try stage.lastPosition(for: shopper)?.point == .north(2))
        let curious = { () throws(DomainError) in try stage.lastPosition(for: stage.other) }
        #expect(try refusal(curious) == .notYourOrder)
        try stage.complete()
        let after = { () throws(DomainError) in try stage.lastPosition(for: shopper) }
        #expect(try refusal(after) == .notYourOrder)
        #expect(try stage.lastPosition(for: stage.rider)?.point == .north(2))
        try stage.store.read { view throws(DomainError) in
            #expect(try view.route(with: stage.order.id, of: .account(stage.rider)) == stage.route)
            let nosy = { () throws(DomainError) in
                try view.route(with: stage.order.id, of: .account(shopper))
            }
            #expect((try? refusal(nosy)) == .notYourOrder)
        }
    }

    @Test func geofencesAreToldToTheAgentOnce() throws {
        let (stage, rider) = (stage, stage.rider)
        try stage.write { transaction throws(DomainError) in
            let depot = try Geofence(name: "depot", center: .north(50), radius: 100)
            try transaction.define(depot, by: PositionStage.root, .atEpoch)
        }
        try stage.start()
        for start in stride(from: 0, to: 100, by: 10) {
            try stage.update(.north(start..<start + 10))
        }
        let passages = try stage.store.read { view throws(DomainError) in
            try view.firstRows(of: Schema.geofencePassages, .all(of: .ofAgent(rider)))
        }
        #expect(passages.map(\.isEntry) == [true, false])
        #expect(passages.map(\.passage.position.point) == [.north(41), .north(62)])
        #expect(passages.allSatisfy { $0.passage.geofence.text == "depot" })
        // All of it once more says nothing more.
        try stage.update(.north(0..<100))
        #expect(try stage.store.count(of: Schema.geofencePassages.id) == 2)
        let gone = { () throws(DomainError) in
            try stage.write { transaction throws(DomainError) in
                try transaction.removeGeofence("other", by: PositionStage.root, .atEpoch)
            }
        }
        #expect(try refusal(gone) == .geofenceNotFound)
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func whoJumpsAboutIsToldOfSoMuchInACall() throws {
        let stage = stage
        try stage.write { transaction throws(DomainError) in
            for number in 0..<100 {
                let fence = try Geofence(name: "fence-\(number)", center: .north(0), radius: 50)
                try transaction.define(fence, by: PositionStage.root, .atEpoch)
            }
        }
        func jump(_ steps: Range<Int>) -> [Position] {
            steps.map { step in
                let moment = Instant.epoch.adding(seconds: Int64(step) * 10)
                return Position(.north(step % 2 == 0 ? 0 : 100), at: moment)
            }
        }
        try stage.start()
        #expect(try stage.update(jump(0..<99)) == 99)
        #expect(try stage.store.count(of: Schema.geofencePassages.id) == 500)
        // The first five were told of, so all are left with the next one.
        #expect(try stage.update(jump(99..<100)) == 1)
        let passages = try stage.store.read { view throws(DomainError) in
            try view.firstRows(of: Schema.geofencePassages)
        }
        #expect(passages.count == 600 && passages.suffix(100).allSatisfy { !$0.isEntry })
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func thereAreAHundredGeofencesAtMost() throws {
        let stage = stage
        try stage.write { transaction throws(DomainError) in
            for number in 0..<100 {
                let fence = try Geofence(name: "fence-\(number)", center: .cityHall, radius: 50)
                try transaction.define(fence, by: PositionStage.root, .atEpoch)
            }
        }
        func define(_ name: String, _ radius: Int32) throws(DomainError) {
            try stage.write { transaction throws(DomainError) in
                let fence = try Geofence(name: name, center: .cityHall, radius: radius)
                try transaction.define(fence, by: PositionStage.root, .atEpoch)
            }
        }
        #expect(
            try refusal { () throws(DomainError) in try define("one-more", 50) }
                == .geofenceLimitReached(limit: 100)
        )
        // In place of one of its name there is room.
        try define("fence-7", 70)
        let fences = try stage.store.read { view throws(DomainError) in try view.geofences() }
        #expect(fences.count == 100 && fences[7].radius == 70 && fences[7].number == 8)
    }

    @Test func positionsGoWhenTheirDaysAreOver() throws {
        let (stage, rider) = (stage, stage.rider)
        let midnight = Instant.epoch.toTheDay.adding(seconds: 86_400)
        let way = [Position].north(0..<300, from: midnight.adding(seconds: -1_500))
        try stage.write { transaction throws(DomainError) in
            for (name, step) in [("first", 50), ("second", 200)] {
                let fence = try Geofence(name: name, center: .north(step), radius: 50)
                try transaction.define(fence, by: PositionStage.root, .atEpoch)
            }
        }
        try stage.start(.at(way[0].moment))
        try stage.update(way)
        let days = way.map(\.moment.dayNumber)
        #expect(Set(days).count == 2)
        func clear(before day: UInt32) throws -> Int {
            var (count, isLeft) = (0, true)
            while isLeft {
                isLeft = try stage.write { transaction throws(DomainError) in
                    try transaction.clearPositions(before: day, recordCountMax: 3)
                }
                count += 1
            }
            return count
        }
        #expect(try clear(before: days[0]) == 1)
        #expect(try stage.way() == way)
        // Each piece is of one day, so those of the first one go and no others.
        #expect(try clear(before: days[299]) > 1)
        let kept = way.filter { $0.moment >= midnight }
        #expect(try stage.way() == kept)
        #expect(try stage.lastPosition(for: rider) == kept.last)
        try stage.store.read { view throws(DomainError) in
            #expect(try !view.hasPositions(before: days[299]))
            #expect(try view.hasPositions(before: days[299] + 1))
            let told = try view.firstRows(of: Schema.geofencePassages)
            #expect(told.map(\.geofence) == ["second", "second"])
        }
        #expect(try clear(before: days[299] + 1) > 1)
        #expect(try stage.way().isEmpty && stage.lastPosition(for: rider) == nil)
        for table in [
            Schema.routes.id, Schema.routesByDay.id, Schema.trackings.id, Schema.trackingsByDay.id,
            Schema.geofencePassages.id,
        ] {
            #expect(try stage.store.count(of: table) == 0)
        }
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func anExportHasTheWaysDayByDay() throws {
        let (stage, rider) = (stage, stage.rider)
        let midnight = Instant.epoch.toTheDay.adding(seconds: 86_400)
        let way = [Position].north(0..<300, from: midnight.adding(seconds: -1_500))
        try stage.start(.at(way[0].moment))
        try stage.update(way)
        // Two pieces of each of two days.
        let cases: [(limit: Int, isLong: Bool, counts: [Int])] = [
            (1, false, [2, 2]), (2, false, [2, 2]), (3, false, [4]), (100, false, [4]),
            (100, true, [2, 2]),
        ]
        for (limit, isLong, counts) in cases {
            let (read, pages) = try stage.store.read { view throws(DomainError) in
                var (read, pages, place) = ([Position](), [Int](), nil as Domain.Sequence?)
                repeat {
                    var count = 0
                    place = try view.visitPieces(of: rider, behind: place, limit: limit) {
                        read += $1
                        count += 1
                        return isLong ? .last : .next
                    }
                    pages.append(count)
                } while place != nil
                return (read, pages)
            }
            #expect(read == way && pages == counts, "\(limit)")
        }
    }

    @Test func passagesGoByTheirDaysHoweverTheyCame() throws {
        let (stage, rider, order) = (stage, stage.rider, stage.order.number)
        let midnight = Instant.epoch.toTheDay.adding(seconds: 86_400)
        let way = [Position].north(0..<2, from: midnight.adding(seconds: -20))
        try stage.start(.at(way[0].moment))
        try stage.update(way)
        try stage.write { transaction throws(DomainError) in
            for (name, second) in [("late", 0), ("early", -1)] as [(String, Int64)] {
                let passage = GeofencePassage(
                    geofence: GeofenceName(stored: name),
                    order: order,
                    position: Position(.north(0), at: midnight.adding(seconds: second)),
                    isEntry: true
                )
                try transaction.tell(passage, to: rider)
            }
            _ = try transaction.clearPositions(before: midnight.dayNumber, recordCountMax: 100)
        }
        let left = try stage.store.read { view throws(DomainError) in
            try view.firstRows(of: Schema.geofencePassages).map(\.geofence)
        }
        #expect(try left == ["late"] && stage.way().isEmpty)
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func nobodyIsToldOfWhoIsGone() throws {
        let (stage, rider, shopper) = (stage, stage.rider, stage.shopper)
        try stage.start()
        try stage.update(.north(0..<3))
        #expect(try stage.lastPosition(for: shopper) != nil)
        try stage.write { transaction throws(DomainError) in
            try transaction.remove(rider, at: .epoch)
        }
        // The erasure has not come to the way yet.
        #expect(try stage.store.count(of: Schema.trackings.id) == 1)
        #expect(try stage.lastPosition(for: shopper) == nil)
    }

    @Test func whoGoesTakesTheWaysAlong() throws {
        let (stage, rider, other) = (stage, stage.rider, stage.other)
        let (order, shopper) = (stage.order, stage.shopper)
        try stage.write { transaction throws(DomainError) in
            try transaction.travel(with: order, by: rider, beside: shopper)
        }
        #expect(try stage.store.count(of: Schema.geofencePassages.id) > 0)
        try stage.reassign(to: other)
        try stage.start(by: other)
        try stage.update(.north(0..<5), by: other)
        try stage.store.removeAndErase(rider)
        try stage.store.read { view throws(DomainError) in
            let agents = try view.firstRows(of: Schema.routes).map(\.key.route.agent)
            #expect(!agents.isEmpty && agents.allSatisfy { $0 == other })
            #expect(try view.firstRows(of: Schema.trackings).map(\.key.agent) == [other])
            #expect(try view.isEmpty(.all(of: .ofAgent(rider)), in: Schema.geofencePassages.id))
            #expect(try view.isEmpty(.all(of: .ofAgent(rider)), in: Schema.sharedChanges.id))
        }
        #expect(try stage.store.findings().isEmpty)
    }
}
