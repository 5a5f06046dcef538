import NoteletClient

/// Act 4: check-ins on the days of two time zones, at two in the morning, and on both sides of a
/// journey.
///
/// Hours are in UTC: Seoul is 9 hours ahead of it, and Los Angeles 7 or 8 behind.
struct DaysOfTwo {
    let panel: Panel

    func perform() async throws {
        try panel.stage.act("Days of two time zones")
        try await begin()
        try await goOn()
        try await travel()
    }

    private func begin() async throws {
        let stage = panel.stage
        for person in [panel.sujin, panel.mike] {
            let done = try await person.notelet.checkIn()
            try stage.check(
                "\(person.name) checks in",
                [done.counted ? 1 : 0, done.streak?.current],
                is: [1, 1]
            )
        }
        let again = try await panel.sujin.notelet.checkIn()
        try stage.check(
            "twice on a day is once",
            [again.counted ? 1 : 0, again.streak?.current],
            is: [0, 1]
        )
    }

    /// Three more days, of which Mike misses one.
    private func goOn() async throws {
        let (stage, calendar) = (panel.stage, panel.calendar)
        // Two in the morning in Seoul: the next day there, and no later one than by UTC.
        try calendar.go(toDay: 0, hour: 17)
        let early = try await panel.sujin.notelet.checkIn()
        try stage.check(
            "at two in the morning it is the new day",
            ["\(early.counted)", early.streak?.today, "\(early.streak?.current ?? 0)"],
            is: ["true", calendar.date(1), "2"]
        )
        _ = try await panel.mike.notelet.checkIn()
        try calendar.go(toDay: 1, hour: 17)
        let third = try await panel.sujin.notelet.checkIn()
        try stage.check(
            "three days in a row are an achievement",
            third.achievements.map(\.name),
            is: ["three-days"]
        )
        try calendar.go(toDay: 2, hour: 17)
        _ = try await panel.sujin.notelet.checkIn()
        let missed = try await panel.mike.notelet.getStreak()
        try stage.check(
            "mike has missed a day: his streak is over, and remembered",
            [missed.current, missed.longest],
            is: [0, 2]
        )
        let anew = try await panel.mike.notelet.checkIn()
        try stage.check("he begins anew", anew.streak?.current, is: 1)
    }

    /// To Los Angeles and back, which repeats a date and skips one.
    private func travel() async throws {
        let (stage, calendar) = (panel.stage, panel.calendar)
        let sujin = panel.sujin.notelet
        try calendar.go(toDay: 3, hour: 4)
        let west = try await sujin.setTimeZone(timeZone: "America/Los_Angeles")
        try stage.check("sujin flies west, into yesterday: the streak stands", west.current, is: 4)
        let repeated = try await sujin.checkIn()
        try stage.check("a date that comes twice counts once", repeated.counted, is: false)
        try calendar.go(toDay: 4, hour: 20)
        let next = try await sujin.checkIn()
        try stage.check("the next one goes on with it", next.streak?.current, is: 5)
        try calendar.go(toDay: 5, hour: 17)
        _ = try await sujin.checkIn()
        // Of the day in between in Seoul she was elsewhere.
        try calendar.go(toDay: 6, hour: 20)
        let east = try await sujin.setTimeZone(timeZone: "Asia/Seoul")
        try stage.check(
            "she flies east, over a date that she never has: the streak stands",
            [east.today, "\(east.current)"],
            is: [calendar.date(7), "6"]
        )
        let home = try await sujin.checkIn()
        try stage.check("and goes on at home", home.streak?.current, is: 7)
        try calendar.go(toDay: 7, hour: 10)
        _ = try await sujin.setTimeZone(timeZone: "Pacific/Kiritimati")
        let hopped = try await sujin.checkIn()
        try stage.check("a place where it is tomorrow wins no day", hopped.counted, is: false)
        try stage.check(
            "and says when the next one begins: sixteen hours after the last did",
            calendar.hour(of: hopped.streak?.nextDayAt),
            is: 7 * 24 + 12
        )
        _ = try await sujin.setTimeZone(timeZone: "Asia/Seoul")
    }
}
