import Domain
import Foundation
import RuleTestSupport
import Testing

@testable import RewardRules

/// Days of people, and streaks that no journey breaks.
@Suite struct DayTests {
    @Test func aNightOwlInSeoulKeepsTheStreak() throws {
        var traveller = try Traveller(in: "Asia/Seoul")
        // Two in the morning there is five in the afternoon of the day before by UTC.
        for day in 10...16 { try traveller.checkIn("2026-06-\(day)T17:00:00Z") }
        #expect(traveller.streak == 7)
        // Once more at eleven in the evening of that day.
        try traveller.checkIn("2026-06-17T14:00:00Z")
        #expect(traveller.streak == 7 && traveller.countedCount == 7)
        #expect(traveller.last?.day.text == "2026-06-17")
        // And the day after, at its last moment and its first.
        try traveller.checkIn("2026-06-17T15:00:00Z")
        #expect(traveller.streak == 8)
    }

    @Test func aDayWithoutBreaksIt() throws {
        var traveller = try Traveller(in: "Asia/Tokyo")
        try traveller.checkIn("2026-06-10T00:00:00Z")
        try traveller.checkIn("2026-06-11T00:00:00Z")
        #expect(try traveller.seen("2026-06-12T14:59:59Z").current == 2)
        #expect(try traveller.seen("2026-06-12T15:00:00Z").current == 0)
        try traveller.checkIn("2026-06-13T00:00:00Z")
        #expect(traveller.streak == 1 && traveller.standing.longestStreak == 2)
    }

    /// The day has 23 hours, or 25, and is one all the same.
    @Test(arguments: [
        ("America/New_York", "2026-03-08"), ("America/New_York", "2026-11-01"),
        ("Europe/Berlin", "2026-03-29"), ("Europe/Berlin", "2026-10-25"),
        ("Australia/Lord_Howe", "2026-04-05"), ("America/Santiago", "2026-09-06"),
    ])
    func daysOnWhichClocksChangeAreDays(zone: String, day: String) throws {
        let middle = try Date("\(day)T00:00:00Z", strategy: .iso8601).timeIntervalSince1970
        let start = Int64(middle) - 2 * 86_400
        var days: Set<String> = []
        // Whoever checks in each half hour has each day once.
        var traveller = try Traveller(in: zone)
        for half in 0..<(5 * 48) {
            try traveller.checkIn(at: Instant(seconds: start + Int64(half) * 1_800))
            days.insert(try #require(traveller.last).day.text)
        }
        #expect(days.contains(day))
        #expect(traveller.countedCount == days.count && traveller.streak == days.count)
        // And so has whoever does each 24 hours.
        traveller = try Traveller(in: zone)
        for number: Int64 in 0..<5 {
            try traveller.checkIn(at: Instant(seconds: start + 86_400 * number + 43_200))
        }
        #expect(traveller.streak == 5)
    }

    /// Fall back: half past one comes twice.
    @Test func anHourThatComesTwiceIsNoOtherDay() throws {
        var traveller = try Traveller(in: "America/New_York")
        try traveller.checkIn("2026-11-01T05:30:00Z")
        try traveller.checkIn("2026-11-01T06:30:00Z")
        #expect(traveller.countedCount == 1)
        try traveller.checkIn("2026-11-02T04:59:59Z")
        #expect(traveller.countedCount == 1)
        try traveller.checkIn("2026-11-02T05:00:00Z")
        #expect(traveller.streak == 2)
    }

    /// Samoa went over the date line, and had no 30 December 2011.
    @Test func aDateThatNeverWasIsNotMissed() throws {
        var traveller = try Traveller(in: "Pacific/Apia")
        try traveller.checkIn("2011-12-30T09:00:00Z")
        #expect(traveller.last?.day.text == "2011-12-29")
        try traveller.checkIn("2011-12-30T11:00:00Z")
        #expect(traveller.last?.day.text == "2011-12-31" && traveller.streak == 2)
        #expect(try traveller.seen("2012-01-01T09:59:59Z").current == 2)
        #expect(try traveller.seen("2012-01-01T10:00:00Z").current == 0)
    }

    @Test func travellingEastSkipsADateAndNoDay() throws {
        var traveller = try Traveller(in: "America/Los_Angeles")
        try traveller.checkIn("2026-06-10T06:00:00Z")
        #expect(traveller.last?.day.text == "2026-06-09")
        try traveller.move(to: "Asia/Tokyo", "2026-06-10T18:00:00Z")
        // There it is the 11th; the 10th they never had.
        try traveller.checkIn("2026-06-11T12:00:00Z")
        #expect(traveller.last?.day.text == "2026-06-11" && traveller.streak == 2)
        try traveller.checkIn("2026-06-12T12:00:00Z")
        #expect(traveller.streak == 3)
        // A day that they did have is missed as any.
        #expect(try traveller.seen("2026-06-13T15:00:00Z").current == 0)
    }

    @Test func travellingWestRepeatsADateAndNoDay() throws {
        var traveller = try Traveller(in: "Asia/Tokyo")
        try traveller.checkIn("2026-06-10T23:00:00Z")
        #expect(traveller.last?.day.text == "2026-06-11")
        try traveller.move(to: "America/Los_Angeles", "2026-06-11T01:00:00Z")
        // The 10th comes again, and then the 11th.
        for moment in ["2026-06-11T02:00:00Z", "2026-06-11T08:00:00Z", "2026-06-12T06:59:59Z"] {
            try traveller.checkIn(moment)
            #expect(traveller.countedCount == 1 && traveller.streak == 1, "\(moment)")
        }
        try traveller.checkIn("2026-06-13T06:00:00Z")
        #expect(traveller.last?.day.text == "2026-06-12" && traveller.streak == 2)
    }

    @Test func anotherZoneIsNoOtherDayAtOnce() throws {
        var traveller = try Traveller(in: "Pacific/Pago_Pago")
        try traveller.checkIn("2026-06-10T10:59:00Z")
        try traveller.move(to: "Pacific/Kiritimati", "2026-06-10T10:59:30Z")
        #expect(traveller.last?.day.text == "2026-06-09")
        let first = try Traveller.moment("2026-06-11T02:59:00Z")
        try traveller.checkIn(at: first.adding(milliseconds: -1))
        #expect(traveller.countedCount == 1)
        try traveller.checkIn(at: first)
        #expect(traveller.countedCount == 2 && traveller.last?.day.text == "2026-06-11")
    }

    /// Los Angeles in the evening, a flight, and Seoul in the morning, fifteen hours later.
    @Test func whatDoesNotCountBehindAJourneyKeepsTheStreak() throws {
        var traveller = try Traveller(in: "America/Los_Angeles")
        try traveller.checkIn("2026-11-11T06:00:00Z")
        try traveller.move(to: "Asia/Seoul", "2026-11-11T19:00:00Z")
        try traveller.checkIn("2026-11-11T21:00:00Z")
        #expect(traveller.countedCount == 1)
        try traveller.checkIn("2026-11-12T22:00:00Z")
        #expect(traveller.streak == 2 && traveller.countedCount == 2)
    }

    /// Zones of one time, and there and back again: the clock shows what it did before.
    @Test(arguments: [["Asia/Tokyo"], ["America/Los_Angeles", "Asia/Seoul"]])
    func whoHasNotMovedHasADayEachMorning(zones: [String]) throws {
        var traveller = try Traveller(in: "Asia/Seoul")
        try traveller.checkIn("2026-06-10T14:30:00Z")
        for (number, zone) in zones.enumerated() {
            try traveller.move(to: zone, "2026-06-10T14:4\(number):00Z")
        }
        for (morning, count) in [("10", 2), ("11", 3)] {
            try traveller.checkIn("2026-06-\(morning)T22:00:00Z")
            #expect(traveller.countedCount == count && traveller.streak == UInt64(count))
        }
    }

    @Test func aStreakThatIsOverDoesNotComeBackByAnotherZone() throws {
        var traveller = try Traveller(in: "UTC")
        try traveller.checkIn("2026-06-10T23:59:00Z")
        #expect(try traveller.seen("2026-06-12T11:00:00Z").current == 0)
        try traveller.move(to: "Etc/GMT+12", "2026-06-12T11:00:30Z")
        #expect(try traveller.seen("2026-06-12T11:01:00Z").current == 0)
    }

    /// Whoever names another zone each hour gains one day in all.
    @Test func nobodyGainsDaysByNamingZones() throws {
        let zones = [
            "Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC", "Asia/Seoul", "America/New_York",
        ]
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20 {
            var traveller = try Traveller(in: "UTC")
            var now = try Traveller.moment("2026-06-01T00:00:00Z")
            for hour in 0..<(10 * 24) {
                if Bool.random(using: &generator) {
                    let zone = zones[Int.random(in: 0..<zones.count, using: &generator)]
                    try traveller.move(to: zone, at: now)
                }
                let before = try traveller.seen(at: now)
                try traveller.checkIn(at: now)
                let after = try traveller.seen(at: now)
                #expect(hour == 0 || before.current > 0, "it broke")
                #expect(after.today >= before.today && after.isDoneToday)
                now = now.adding(seconds: 3_600)
            }
            #expect(traveller.countedCount <= 12, "\(traveller.countedCount)")
            #expect(traveller.streak == traveller.countedCount)
        }
    }

    @Test func aClockThatGoesBackTakesNothing() throws {
        var traveller = try Traveller(in: "UTC")
        try traveller.checkIn("2026-06-10T12:00:00Z")
        try traveller.checkIn("2026-06-11T12:00:00Z")
        try traveller.checkIn("2026-06-10T12:00:00Z")
        #expect(traveller.streak == 2 && traveller.countedCount == 2)
    }

    @Test func whoSaysNothingHasDaysOfUTC() throws {
        var traveller = Traveller()
        try traveller.checkIn("2026-06-10T23:59:59Z")
        try traveller.checkIn("2026-06-11T00:00:00Z")
        #expect(traveller.streak == 2)
        #expect(try traveller.seen("2026-06-11T00:00:00Z").zone == .utc)
    }

    /// The tables of zones may change; what was counted stays.
    @Test func aZoneThatIsForgottenTakesNothing() throws {
        var traveller = try Traveller(in: "Asia/Seoul")
        try traveller.checkIn("2026-06-10T17:00:00Z")
        traveller.zones.unknown = ["Asia/Seoul"]
        #expect(try traveller.seen("2026-06-11T01:00:00Z").isDoneToday)
        try traveller.checkIn("2026-06-12T17:00:00Z")
        #expect(traveller.streak == 2)
    }

    @Test(arguments: [
        ("UTC", true), ("Asia/Seoul", true), ("Asia/Calcutta", true), ("Etc/GMT+12", true),
        ("America/Argentina/Buenos_Aires", true), ("", false), ("Seoul", false),
        ("Mars/Olympus_Mons", false), ("GMT+18", false), ("GMT", false), ("+09:00", false),
        ("Asia/Seoul ", false), ("/etc/localtime", false), ("../Asia/Seoul", false),
        ("Asia/서울", false), (String(repeating: "A/", count: 33), false),
    ])
    func aZoneIsOneOfTheDatabase(name: String, isKnown: Bool) throws {
        let zones = FoundationZones()
        if isKnown {
            #expect(try TimeZoneName(name, in: zones).text == name)
        } else {
            #expect(
                try refusal { () throws(DomainError) in try TimeZoneName(name, in: zones) }
                    == .timeZoneNotFound
            )
        }
    }

    @Test(arguments: [
        ("2026-05-10T12:00:00Z", "2027-07-01T00:00:00Z"),
        ("2026-01-01T00:00:00Z", "2027-04-01T00:00:00Z"),
        ("2026-03-31T23:59:59Z", "2027-04-01T00:00:00Z"),
        ("2026-04-01T00:00:00Z", "2027-07-01T00:00:00Z"),
        ("2026-09-30T12:00:00Z", "2027-10-01T00:00:00Z"),
        ("2026-10-01T00:00:00Z", "2028-01-01T00:00:00Z"),
        ("2024-02-29T12:00:00Z", "2025-04-01T00:00:00Z"),
        ("2026-12-31T23:59:59Z", "2028-01-01T00:00:00Z"),
    ])
    func pointsLapseAtTheEndOfTheQuarterInWhichTheyAreAYearOld(
        earned: String,
        end: String
    ) throws {
        let moment = try Traveller.moment(earned)
        #expect(PointExpiry.quarterly.end(of: moment) == (try Traveller.moment(end)))
        #expect(PointExpiry.never.end(of: moment) == nil)
        #expect(PointExpiry.yearly.end(of: moment) == moment.adding(seconds: 365 * 86_400))
    }
}

/// What clocks show, by the database of the machine, but for zones that it is to forget.
struct FoundationZones: TimeZoneTable {
    var unknown: Set<String> = []

    func offsetSeconds(of zone: String, at moment: Instant) -> Int? {
        if unknown.contains(zone) { return nil }
        let date = Date(timeIntervalSince1970: Double(moment.milliseconds) / 1_000)
        return TimeZone(identifier: zone)?.secondsFromGMT(for: date)
    }
}

/// Somebody who checks in here and there.
struct Traveller {
    var zones = FoundationZones()
    private(set) var standing = Standing()
    private(set) var last: CheckIn?
    /// How often it counted.
    private(set) var countedCount = 0
    private var periods: [ZonePeriod] = []

    var streak: UInt64 { last?.streak ?? 0 }

    init() {}

    init(in zone: String) throws {
        try move(to: zone, at: Instant(milliseconds: 0))
    }

    static func moment(_ text: String) throws -> Instant {
        let date = try Date(text, strategy: .iso8601)
        return Instant(milliseconds: Int64(date.timeIntervalSince1970 * 1_000))
    }

    mutating func move(to zone: String, _ moment: String) throws {
        try move(to: zone, at: Self.moment(moment))
    }

    mutating func move(to zone: String, at moment: Instant) throws {
        periods.append(ZonePeriod(try TimeZoneName(zone, in: zones), since: moment))
    }

    func seen(_ moment: String) throws -> Streak { try seen(at: Self.moment(moment)) }

    func seen(at moment: Instant) throws -> Streak { days(at: moment).streak(behind: last) }

    mutating func checkIn(_ moment: String) throws { try checkIn(at: Self.moment(moment)) }

    mutating func checkIn(at moment: Instant) throws {
        let days = days(at: moment)
        switch days.checkIn(behind: last) {
        case .isNothing: return
        case .isSeen(let checkIn): last = checkIn
        case .counts(let checkIn):
            last = checkIn
            countedCount += 1
            standing.longestStreak = max(standing.longestStreak, streak)
            if days.today > standing.day {
                (standing.day, standing.dayBegan) = (days.today, moment)
            }
        }
    }

    private func days(at moment: Instant) -> PersonalDays {
        let context = Context(now: moment, random: CountingRandom(seed: 1), secrets: NoSecrets())
        return PersonalDays(standing, ZoneHistory(periods), zones, context)
    }
}
