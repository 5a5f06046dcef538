package import Domain

/// Moments as RFC 3339 writes them in UTC, to the millisecond: `2026-03-01T08:15:30.250Z`.
package enum MomentText {
    /// The years that have four digits, as milliseconds since 1970.
    private static let milliseconds: Range<Int64> = -62_167_219_200_000..<253_402_300_800_000

    /// The text of a moment; nil for one before the year 0 or after 9999.
    static func text(of moment: Instant) -> String? {
        characters(of: moment).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The characters of `text(of:)`.
    static func characters(of moment: Instant) -> [UInt8]? {
        guard milliseconds.contains(moment.milliseconds) else { return nil }
        let day = Int(moment.milliseconds.flooredDivision(by: 86_400_000))
        let rest = Int(moment.milliseconds) - day * 86_400_000
        let (year, month, dayOfMonth) = date(ofDay: day)
        var text = form
        func put(_ number: Int, at range: Range<Int>) {
            var number = number
            for index in range.reversed() {
                text[index] = UInt8(ascii: "0") + UInt8(number % 10)
                number /= 10
            }
        }
        put(year, at: 0..<4)
        put(month, at: 5..<7)
        put(dayOfMonth, at: 8..<10)
        put(rest / 3_600_000, at: 11..<13)
        put(rest / 60_000 % 60, at: 14..<16)
        put(rest / 1000 % 60, at: 17..<19)
        put(rest % 1000, at: 20..<23)
        return text
    }

    /// The text of a moment, or the number where there is none.
    package static func text(ofMilliseconds milliseconds: Int64) -> String {
        text(of: Instant(milliseconds: milliseconds)) ?? String(milliseconds)
    }

    /// The moment of a text; nil unless it is exactly what `text(of:)` gives for it.
    package static func moment(of text: String) -> Instant? {
        moment(of: text.utf8.span)
    }

    /// The moment of the characters of a text; nil unless they are what `text(of:)` gives for it.
    static func moment(of text: Span<UInt8>) -> Instant? {
        guard text.count == form.count else { return nil }
        for index in text.indices {
            let isDigit = text[index] &- UInt8(ascii: "0") < 10
            guard form[index] == UInt8(ascii: "0") ? isDigit : form[index] == text[index] else {
                return nil
            }
        }
        func number(_ range: Range<Int>) -> Int {
            range.reduce(0) { $0 * 10 + Int(text[$1] - UInt8(ascii: "0")) }
        }
        let (year, month, dayOfMonth) = (number(0..<4), number(5..<7), number(8..<10))
        let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
        guard 1...12 ~= month, hour < 24, minute < 60, second < 60 else { return nil }
        guard let day = dayNumber(year: year, month: month, day: dayOfMonth) else { return nil }
        let seconds = (day * 24 + hour) * 3600 + minute * 60 + second
        return Instant(milliseconds: Int64(seconds * 1000 + number(20..<23)))
    }

    /// What each moment looks like, with a zero for each digit.
    private static let form = Array("0000-00-00T00:00:00.000Z".utf8)

    /// Year, month and day of a day counted from 1970 (Hinnant, "chrono-compatible low-level date
    /// algorithms"); years begin in March there.
    private static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = shifted.flooredDivision(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// The day of a date of the calendar, counted from 1970; nil if its month has no such day.
    static func dayNumber(year: Int, month: Int, day dayOfMonth: Int) -> Int? {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear.flooredDivision(by: 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + dayOfMonth - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let day = era * 146_097 + dayOfEra - 719_468
        // One that its month does not have comes out as one of another month.
        return date(ofDay: day) == (year, month, dayOfMonth) ? day : nil
    }
}

extension BinaryInteger {
    /// The greatest whole number that is not above the quotient.
    fileprivate func flooredDivision(by divisor: Self) -> Self {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
