/// A date of the Gregorian calendar, also before there was one.
package struct CalendarDate: Equatable, Sendable {
    /// The year.
    package let year: Int
    /// The month, from 1 to 12.
    package let month: Int
    /// The day of the month, from 1 on.
    package let day: Int

    /// The date of a day counted from 1970.
    ///
    /// It is reckoned in years that begin in March, so that a leap day is their last (Hinnant,
    /// "chrono-compatible low-level date algorithms").
    package init(dayNumber: Int) {
        // 719,468 days lie between 1 March of year 0 and 1970, and 400 years have 146,097.
        let shifted = dayNumber + 719_468
        let era = shifted.flooredDivision(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    }

    /// A date; nil if its month has no such day.
    package init?(year: Int, month: Int, day: Int) {
        let number = Self.dayNumber(year, month, day)
        self.init(dayNumber: number)
        // One that its month does not have comes out as one of another month.
        guard (self.year, self.month, self.day) == (year, month, day) else { return nil }
    }

    /// The first day of a month, counted from January of the year 0.
    package init(monthNumber: Int) {
        let year = monthNumber.flooredDivision(by: 12)
        self.init(dayNumber: Self.dayNumber(year, monthNumber - year * 12 + 1, 1))
    }

    /// The day, counted from 1970.
    package var dayNumber: Int { Self.dayNumber(year, month, day) }

    /// The month, counted from January of the year 0.
    package var monthNumber: Int { year * 12 + month - 1 }

    private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear.flooredDivision(by: 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
