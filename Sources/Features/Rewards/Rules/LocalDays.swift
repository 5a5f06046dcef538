package import Domain
internal import TextForms

/// A day of somebody's calendar, counted from the beginning of 1970.
package struct LocalDay: Hashable, Comparable, Sendable {
    /// The count.
    package let number: UInt32

    /// Names a day by its count.
    package init(_ number: UInt32) {
        self.number = number
    }

    /// Orders the earlier day first.
    package static func < (left: LocalDay, right: LocalDay) -> Bool { left.number < right.number }

    /// The last day that it may be anywhere else while it is this one: clocks of two places are at
    /// most 26 hours apart.
    var limit: LocalDay { LocalDay(max(number, number &+ 2)) }

    /// The day as people write it: `2026-03-01`.
    package var text: String { MomentText.dateText(ofDay: Int64(number)) }
}

/// Tells what clocks show, by the time zone database of the machine.
package protocol TimeZoneTable: Sendable {
    /// By how many seconds clocks of a zone are ahead of UTC at a moment; nil where there is no
    /// such zone.
    func offsetSeconds(of zone: String, at moment: Instant) -> Int?
}

extension TimeZoneTable {
    /// The day that it is in a zone; by UTC in one that the machine no longer knows.
    func day(at moment: Instant, in zone: TimeZoneName) -> LocalDay {
        let offset = offsetSeconds(of: zone.text, at: moment) ?? 0
        return LocalDay(moment.adding(seconds: Int64(offset)).dayNumber)
    }

    /// Whether a whole day lies between two days, neither of them counted: a date that a zone left
    /// out is no day.
    func hasDay(between earlier: LocalDay, and later: LocalDay, in zone: TimeZoneName) -> Bool {
        guard later > earlier else { return false }
        let between = (earlier.number + 1)..<later.number
        // No zone ever left out two dates one behind the other.
        return between.count > 1 || between.contains { hasDay(LocalDay($0), in: zone) }
    }

    /// Whether clocks of a zone showed a date at any time: they are at most 14 hours before UTC,
    /// and 12 behind.
    private func hasDay(_ day: LocalDay, in zone: TimeZoneName) -> Bool {
        let start = Instant(seconds: Int64(day.number) * 86_400)
        return (-14..<36 as Range<Int64>).contains { hour in
            self.day(at: start.adding(seconds: hour * 3_600), in: zone) == day
        }
    }
}

/// The name of a time zone, such as `Asia/Seoul`.
package struct TimeZoneName: Hashable, Sendable {
    /// The name.
    package let text: String

    /// By which days begin of whom nothing else is known.
    package static let utc = TimeZoneName(stored: "UTC")

    /// Wraps a name that was checked when it was stored.
    package init(stored text: String) {
        self.text = text
    }

    /// Checks a name: one of the database, that is, an area and a place, or UTC.
    ///
    /// What else systems take for a zone, such as an offset, may be as far from UTC as no place is.
    ///
    /// - Throws: `timeZoneNotFound`.
    package init(_ text: String, in table: any TimeZoneTable) throws(DomainError) {
        guard Self.isForm(text),
            table.offsetSeconds(of: text, at: Instant(milliseconds: 0)) != nil
        else { throw .refused(.timeZoneNotFound) }
        self.text = text
    }

    /// Whether a text may be a name, whatever the database has.
    package static func isForm(_ text: String) -> Bool {
        text == utc.text || isPlace(text)
    }

    private static func isPlace(_ text: String) -> Bool {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        let allowed = (letters + "0123456789_+-/").utf8
        let first = text.utf8.first.map(letters.utf8.contains) ?? false
        return DomainLimits.timeZoneByteCounts ~= text.utf8.count && first
            && text.utf8.contains(UInt8(ascii: "/")) && text.utf8.allSatisfy(allowed.contains)
    }
}

/// A time zone by which somebody's days began, and from when on.
package struct ZonePeriod: Equatable, Sendable {
    /// The zone.
    package let zone: TimeZoneName
    /// From when on.
    package let since: Instant

    /// Joins both.
    package init(_ zone: TimeZoneName, since: Instant) {
        self.zone = zone
        self.since = since
    }
}

/// The time zones of somebody, one behind the other.
struct ZoneHistory {
    private let periods: [ZonePeriod]

    /// Takes what is kept, the oldest first; before that it was UTC.
    init(_ periods: [ZonePeriod]) {
        self.periods = periods
    }

    /// The present one.
    var current: ZonePeriod { periods.last ?? ZonePeriod(.utc, since: .distantPast) }

    /// When the zone was changed after a moment.
    func changes(since moment: Instant) -> [Instant] {
        periods.map(\.since).filter { $0 > moment }
    }

    /// Those that were the person's at a moment or later.
    func zones(since moment: Instant) -> [TimeZoneName] {
        let later = periods.filter { $0.since > moment }
        let before = periods.last { $0.since <= moment }?.zone ?? .utc
        return [before] + later.map(\.zone)
    }
}
