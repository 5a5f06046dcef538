package import Domain

/// How somebody stands: what all that is counted comes to.
package struct Standing: Equatable, Sendable {
    /// The last day on which anything was counted; 0 for none.
    package var day: LocalDay
    /// When that day was begun with.
    package var dayBegan: Instant
    /// How many surveys were answered.
    package var submissionCount: UInt64
    /// The most days in a row on which there was a check-in.
    package var longestStreak: UInt64
    /// How many points were given, whatever became of them.
    package var pointsEarned: UInt64

    /// Gathers what is stored; nothing at first.
    package init(
        day: LocalDay = LocalDay(0),
        dayBegan: Instant = Instant(milliseconds: 0),
        submissionCount: UInt64 = 0,
        longestStreak: UInt64 = 0,
        pointsEarned: UInt64 = 0
    ) {
        self.day = day
        self.dayBegan = dayBegan
        self.submissionCount = submissionCount
        self.longestStreak = longestStreak
        self.pointsEarned = pointsEarned
    }

    /// How much there is of what an achievement counts.
    func count(of kind: AchievementKind) -> UInt64 {
        switch kind {
        case .submissions: submissionCount
        case .longestStreak: longestStreak
        case .pointsEarned: pointsEarned
        }
    }
}

/// A day on which somebody checked in.
package struct CheckIn: Equatable, Sendable {
    /// The day, as the person's time zone had it: no later table of zones makes it another one.
    package let day: LocalDay
    /// When; the last time where it was done again in another time zone.
    package let moment: Instant
    /// How many days in a row it made.
    package let streak: UInt64

    /// Gathers all.
    package init(day: LocalDay, moment: Instant, streak: UInt64) {
        self.day = day
        self.moment = moment
        self.streak = streak
    }
}

/// On how many days in a row somebody has checked in.
package struct Streak: Equatable, Sendable {
    /// So many; 0 once a whole day has passed without.
    package let current: UInt64
    /// The most there ever were.
    package let longest: UInt64
    /// Whether it was done today.
    package let isDoneToday: Bool
    /// The day.
    package let today: LocalDay
    /// When the next one begins, to the second: from then on a check-in counts again.
    package let nextDayAt: Instant
    /// By which days begin.
    package let zone: TimeZoneName
}

/// What a check-in comes to.
enum CheckInOutcome: Equatable {
    /// It counts, and is kept.
    case counts(CheckIn)
    /// It does not count, and is kept all the same: whoever was seen in another zone has not been
    /// away from there.
    case isSeen(CheckIn)
    /// It changes nothing.
    case isNothing
}

/// The days of somebody, by the time zones that were theirs.
///
/// A day never comes twice and none goes back: who travels west has a longer one. Where the zone
/// was changed since the day began to one in which it is later, the next one begins 16 hours after
/// that one at the earliest, so that two cannot be had at once by naming another zone.
struct PersonalDays {
    private let standing: Standing
    private let history: ZoneHistory
    private let table: any TimeZoneTable
    /// When the next day may begin, also where clocks show it before.
    private let earliestNext: Instant
    /// By which the day began.
    private let home: TimeZoneName
    /// The moment that it is.
    let moment: Instant
    /// The day that it is.
    private(set) var today: LocalDay

    init(
        _ standing: Standing,
        _ history: ZoneHistory,
        _ table: any TimeZoneTable,
        _ context: Context
    ) {
        self.standing = standing
        self.history = history
        self.table = table
        moment = context.now
        let hours = DomainLimits.hoursBetweenDays
        earliestNext = standing.dayBegan.adding(seconds: hours * 3_600)
        home = history.zones(since: standing.dayBegan)[0]
        today = table.day(at: moment, in: history.current.zone)
        // What lies so far ahead was counted by a clock that was wrong: it is nobody's day.
        guard standing.day <= today.limit else { return }
        if today <= standing.day || isEarly(at: moment) { today = standing.day }
    }

    /// Whether the next day has not begun yet at a moment at which clocks show it.
    private func isEarly(at moment: Instant) -> Bool {
        moment < earliestNext
            && table.day(at: moment, in: history.current.zone) > table.day(at: moment, in: home)
    }

    /// When the next day begins, as long as the zone is this one.
    private var nextDayAt: Instant {
        // Clocks of two places are 26 hours apart, and a clock may have been two days ahead.
        let last = moment.adding(seconds: 5 * 86_400)
        let shown = Self.firstSecond(in: moment...last) { moment in
            table.day(at: moment, in: history.current.zone) > today
        }
        guard isEarly(at: shown) else { return shown }
        return Self.firstSecond(in: shown...max(shown, earliestNext)) { !isEarly(at: $0) }
    }

    /// The first whole second behind the beginning of a range at which something is so that stays
    /// so to its end.
    private static func firstSecond(
        in range: ClosedRange<Instant>,
        where isSo: (Instant) -> Bool
    ) -> Instant {
        var (before, second) = (range.lowerBound.second, range.upperBound.second + 1)
        while second - before > 1 {
            let middle = before + (second - before) / 2
            if isSo(Instant(seconds: middle)) { second = middle } else { before = middle }
        }
        return Instant(seconds: second)
    }

    /// How a streak stands whose last check-in up to today is given.
    func streak(behind last: CheckIn?) -> Streak {
        Streak(
            current: current(behind: last),
            longest: standing.longestStreak,
            isDoneToday: last.map { $0.day >= today } ?? false,
            today: today,
            nextDayAt: nextDayAt,
            zone: history.current.zone
        )
    }

    /// What a check-in now comes to, behind the last one.
    func checkIn(behind last: CheckIn?) -> CheckInOutcome {
        guard let last, last.day >= today else {
            let streak = current(behind: last) + 1
            return .counts(CheckIn(day: today, moment: moment, streak: streak))
        }
        guard history.current.since > last.moment else { return .isNothing }
        return .isSeen(CheckIn(day: last.day, moment: moment, streak: last.streak))
    }

    private func current(behind last: CheckIn?) -> UInt64 {
        last.map { goesOn($0) ? $0.streak : 0 } ?? 0
    }

    /// Whether no whole day has passed since a check-in, neither by now nor when the zone was
    /// changed: a streak that was over does not come back by naming another zone.
    private func goesOn(_ last: CheckIn) -> Bool {
        let zones = history.zones(since: last.moment)
        let moments = history.changes(since: last.moment) + [moment]
        return moments.indices.allSatisfy { index in
            goesOn(last, at: moments[index], in: zones.prefix(index + 1))
        }
    }

    /// Whether no whole day has passed by a moment, in the zone that is kindest of those that were
    /// the person's: neither way of travelling breaks a streak.
    private func goesOn(
        _ last: CheckIn,
        at moment: Instant,
        in zones: ArraySlice<TimeZoneName>
    ) -> Bool {
        if let zone = zones.last {
            // As it was kept: no later table of zones takes it.
            let now = table.day(at: moment, in: zone)
            if !table.hasDay(between: last.day, and: now, in: zone) { return true }
        }
        return zones.contains { zone in
            let day = table.day(at: last.moment, in: zone)
            let now = table.day(at: moment, in: zone)
            return !table.hasDay(between: day, and: now, in: zone)
        }
    }
}

extension Instant {
    /// Whole seconds since the beginning of 1970.
    fileprivate var second: Int64 { milliseconds / 1_000 }
}
