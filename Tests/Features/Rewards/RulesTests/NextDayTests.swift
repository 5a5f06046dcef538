import Domain
import RuleTestSupport
import TestSupport
import Testing

@testable import RewardRules

/// When the next day of somebody begins, and so a check-in counts again.
@Suite struct NextDayTests {
    @Test(arguments: [
        ("UTC", "2026-06-10T12:00:00Z", "2026-06-11T00:00:00Z"),
        ("UTC", "2026-06-10T23:59:59Z", "2026-06-11T00:00:00Z"),
        ("UTC", "2026-06-11T00:00:00Z", "2026-06-12T00:00:00Z"),
        ("Asia/Seoul", "2026-06-10T14:59:59Z", "2026-06-10T15:00:00Z"),
        ("Asia/Kathmandu", "2026-06-10T12:00:00Z", "2026-06-10T18:15:00Z"),
        // Days of 23 and of 25 hours.
        ("America/New_York", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z"),
        ("America/New_York", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"),
        // Clocks go forward at midnight, so the day begins with one o'clock.
        ("America/Santiago", "2026-09-05T12:00:00Z", "2026-09-06T04:00:00Z"),
        // A date that never was.
        ("Pacific/Apia", "2011-12-30T09:00:00Z", "2011-12-30T10:00:00Z"),
    ])
    func itIsMidnightOfThePlace(zone: String, now: String, next: String) throws {
        var traveller = try Traveller(in: zone)
        #expect(try traveller.seen(now).nextDayAt == Traveller.moment(next))
        // Whether or not there was a check-in.
        try traveller.checkIn(now)
        #expect(try traveller.seen(now).nextDayAt == Traveller.moment(next))
        try expectCount(&traveller, from: Traveller.moment(next))
    }

    /// In Seoul in the morning behind a flight: the day of Los Angeles is not over yet.
    @Test func behindAJourneyItIsTheEndOfSixteenHours() throws {
        var traveller = try Traveller(in: "America/Los_Angeles")
        try traveller.checkIn("2026-11-11T06:00:00Z")
        try traveller.move(to: "Asia/Seoul", "2026-11-11T19:00:00Z")
        let seen = try traveller.seen("2026-11-11T21:00:00Z")
        #expect(seen.isDoneToday && seen.today.text == "2026-11-10")
        #expect(try seen.nextDayAt == Traveller.moment("2026-11-11T22:00:00Z"))
        try expectCount(&traveller, from: seen.nextDayAt)
    }

    /// Where the day was begun it is over before the sixteen hours are.
    @Test func aDayThatIsOverAtHomeIsOver() throws {
        var traveller = try Traveller(in: "Asia/Seoul")
        try traveller.checkIn("2026-06-10T14:00:00Z")
        try traveller.move(to: "Pacific/Kiritimati", "2026-06-10T14:10:00Z")
        let seen = try traveller.seen("2026-06-10T14:20:00Z")
        #expect(try seen.nextDayAt == Traveller.moment("2026-06-10T15:00:00Z"))
        try expectCount(&traveller, from: seen.nextDayAt)
    }

    @Test func whoTravelsWestWaitsForTheDateBehindTheLast() throws {
        var traveller = try Traveller(in: "Asia/Tokyo")
        try traveller.checkIn("2026-06-10T23:00:00Z")
        try traveller.move(to: "America/Los_Angeles", "2026-06-11T01:00:00Z")
        let seen = try traveller.seen("2026-06-11T02:00:00Z")
        #expect(try seen.nextDayAt == Traveller.moment("2026-06-12T07:00:00Z"))
        try expectCount(&traveller, from: seen.nextDayAt)
    }

    /// Whoever names zones at random finds that it counts from the moment on that was told.
    @Test func whatIsToldHolds() throws {
        let zones = ["Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC", "Asia/Seoul"]
        var generator = SeededGenerator()
        var traveller = try Traveller(in: "UTC")
        var now = try Traveller.moment("2026-06-01T00:00:00Z")
        for _ in 0..<200 {
            let zone = zones[Int.random(in: 0..<zones.count, using: &generator)]
            try traveller.move(to: zone, at: now)
            try traveller.checkIn(at: now)
            let seen = try traveller.seen(at: now)
            #expect(seen.isDoneToday && seen.nextDayAt > now, "\(generator)")
            #expect(try !traveller.seen(at: seen.nextDayAt).isDoneToday, "\(generator)")
            now = now.adding(seconds: .random(in: 60...100_000, using: &generator))
        }
    }

    private func expectCount(_ traveller: inout Traveller, from next: Instant) throws {
        let count = traveller.countedCount
        try traveller.checkIn(at: next.adding(milliseconds: -1))
        #expect(traveller.countedCount == count)
        try traveller.checkIn(at: next)
        #expect(traveller.countedCount == count + 1)
    }
}
