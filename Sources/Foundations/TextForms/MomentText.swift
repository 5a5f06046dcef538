/// Moments as RFC 3339 writes them in UTC, to the millisecond: `2026-03-01T08:15:30.250Z`.
///
/// A moment is a count of milliseconds since the beginning of 1970.
package enum MomentText {
    /// The moments that have a text: those of the years with four digits, 0 to 9999.
    static let range: Range<Int64> = -62_167_219_200_000..<253_402_300_800_000

    /// The length of every text.
    package static let characterCount = 24

    /// What each text looks like, with a zero for each digit.
    private static let form = Array("0000-00-00T00:00:00.000Z".utf8)

    /// The characters of a moment's text; nil where it has none.
    package static func characters(ofMilliseconds milliseconds: Int64) -> [UInt8]? {
        guard range.contains(milliseconds) else { return nil }
        var text = form
        forEachDigit(ofMilliseconds: milliseconds) { text[$0] = $1 }
        return text
    }

    /// The text of a moment, or the number where there is none.
    package static func text(ofMilliseconds milliseconds: Int64) -> String {
        characters(ofMilliseconds: milliseconds).map { String(decoding: $0, as: UTF8.self) }
            ?? String(milliseconds)
    }

    /// The text of a moment to the minute, for people: `2026-03-01 08:15`.
    package static func minuteText(ofMilliseconds milliseconds: Int64) -> String {
        guard let text = characters(ofMilliseconds: milliseconds) else {
            return String(milliseconds)
        }
        return String(decoding: text[..<10] + [UInt8(ascii: " ")] + text[11..<16], as: UTF8.self)
    }

    /// The date of a day, counted from the first of 1970: `2026-03-01`.
    package static func dateText(ofDay day: Int64) -> String {
        String(text(ofMilliseconds: day * 86_400_000).prefix(10))
    }

    /// Tells the digits of a moment's text, each with its place in it; none where it has none.
    ///
    /// It neither allocates nor locks, so it may be called in a handler of signals.
    package static func forEachDigit(
        ofMilliseconds milliseconds: Int64,
        _ body: (_ place: Int, _ digit: UInt8) -> Void
    ) {
        guard range.contains(milliseconds) else { return }
        let day = Int(milliseconds).flooredDivision(by: 86_400_000)
        let rest = Int(milliseconds) - day * 86_400_000
        let date = CalendarDate(dayNumber: day)
        func put(_ number: Int, at start: Int, digitCount: Int) {
            var number = number
            var place = start + digitCount
            while place > start {
                place -= 1
                body(place, UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
                number /= 10
            }
        }
        put(date.year, at: 0, digitCount: 4)
        put(date.month, at: 5, digitCount: 2)
        put(date.day, at: 8, digitCount: 2)
        put(rest / 3_600_000, at: 11, digitCount: 2)
        put(rest / 60_000 % 60, at: 14, digitCount: 2)
        put(rest / 1000 % 60, at: 17, digitCount: 2)
        put(rest % 1000, at: 20, digitCount: 3)
    }

    /// The moment of a text; nil unless it is exactly the one that is written for it.
    package static func milliseconds(of text: String) -> Int64? {
        guard text.utf8.count == form.count else { return nil }
        return milliseconds(of: Array(text.utf8).span)
    }

    /// The moment of a text's characters; nil unless they are exactly those written for it.
    package static func milliseconds(of text: Span<UInt8>) -> Int64? {
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
        guard let date = CalendarDate(year: year, month: month, day: dayOfMonth) else { return nil }
        let seconds = (date.dayNumber * 24 + hour) * 3600 + minute * 60 + second
        return Int64(seconds * 1000 + number(20..<23))
    }
}

extension Int {
    /// The greatest whole number that is not above the quotient.
    func flooredDivision(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
