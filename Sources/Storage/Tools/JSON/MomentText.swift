package import Domain

/// Moments as ISO 8601 writes them in UTC, to the millisecond: `2026-03-01T08:15:30.250Z`.
package enum MomentText {
    /// The years that have four digits, as milliseconds since 1970.
    private static let milliseconds: Range<Int64> = -62_167_219_200_000..<253_402_300_800_000

    /// The text of a moment; nil for one before the year 0 or after 9999.
    static func text(of moment: Instant) -> String? {
        guard milliseconds.contains(moment.milliseconds) else { return nil }
        let day = Int(moment.milliseconds.flooredDivision(by: 86_400_000))
        let rest = Int(moment.milliseconds) - day * 86_400_000
        let (year, month, dayOfMonth) = date(ofDay: day)
        let fields = [
            (year, 4, "-"), (month, 2, "-"), (dayOfMonth, 2, "T"), (rest / 3_600_000, 2, ":"),
            (rest / 60_000 % 60, 2, ":"), (rest / 1000 % 60, 2, "."), (rest % 1000, 3, "Z"),
        ]
        var bytes: [UInt8] = []
        bytes.reserveCapacity(24)
        for (number, width, separator) in fields {
            var divisor = width == 4 ? 1000 : width == 3 ? 100 : 10
            while divisor > 0 {
                bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
                divisor /= 10
            }
            bytes.append(contentsOf: separator.utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text of a moment, or the number where there is none.
    package static func text(ofMilliseconds milliseconds: Int64) -> String {
        text(of: Instant(milliseconds: milliseconds)) ?? String(milliseconds)
    }

    /// The moment of a text; nil unless it is exactly what `text(of:)` gives for it.
    package static func moment(of text: String) -> Instant? {
        let bytes = Array(text.utf8)
        guard bytes.count == 24 else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            bytes[range].reduce(0) { number, byte in
                guard let number, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
                    return nil
                }
                return number * 10 + Int(byte - UInt8(ascii: "0"))
            }
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16),
            let second = number(17..<19), let millisecond = number(20..<23)
        else { return nil }
        let days = dayNumber(year: year, month: month, day: day)
        let seconds = (days * 24 + hour) * 3600 + minute * 60 + second
        let moment = Instant(milliseconds: Int64(seconds * 1000 + millisecond))
        // What has no such hour, day or month comes out as another text.
        return self.text(of: moment) == text ? moment : nil
    }

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

    private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = year.flooredDivision(by: 400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

extension BinaryInteger {
    /// The greatest whole number that is not above the quotient.
    fileprivate func flooredDivision(by divisor: Self) -> Self {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
