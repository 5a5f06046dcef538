extension MomentText {
    /// The moment that somebody means by a text of RFC 3339, or by a day alone.
    ///
    /// `2026-03-01T08:15:30Z`, `2026-03-01T17:15:30.25+09:00`; a day, `2026-03-01`, is its first
    /// moment in UTC. As the RFC allows, letters are of either case and a space may stand for the
    /// `T`. A fraction may have any number of digits; what is finer than a millisecond is left out.
    /// A leap second, which is the last one of a day in UTC, is the first moment of the next day.
    ///
    /// - Returns: Nil for another text, and for a moment that has no text of its own.
    package static func milliseconds(writtenAs text: String) -> Int64? {
        var rest = Characters(text)
        guard let day = rest.day() else { return nil }
        guard !rest.isAtEnd else { return day * 86_400_000 }
        guard rest.take(anyOf: "Tt ") != nil,
            let hour = rest.number(0...23), rest.take(anyOf: ":") != nil,
            let minute = rest.number(0...59), rest.take(anyOf: ":") != nil,
            let second = rest.number(0...60),
            let milliseconds = rest.fraction(),
            let offsetMinutes = rest.offsetMinutes(),
            rest.isAtEnd
        else { return nil }
        let minutes = (day * 24 + hour) * 60 + minute - offsetMinutes
        // A leap second is the last one of a day in UTC, wherever it is told of.
        guard second < 60 || (minutes + 1).isMultiple(of: 1_440) else { return nil }
        let moment = (minutes * 60 + second) * 1_000 + milliseconds
        return range.contains(moment) ? moment : nil
    }

    /// What is left of a text that is read from its beginning.
    private struct Characters {
        private var rest: ArraySlice<UInt8>

        init(_ text: String) {
            rest = Array(text.utf8)[...]
        }

        var isAtEnd: Bool { rest.isEmpty }

        /// Takes one of some characters, if it comes next.
        mutating func take(anyOf characters: StaticString) -> UInt8? {
            guard let next = rest.first, characters.description.utf8.contains(next) else {
                return nil
            }
            rest.removeFirst()
            return next
        }

        /// Takes digits; nil if there are not so many, or their number is not in the range.
        mutating func number(_ range: ClosedRange<Int64>, digitCount: Int = 2) -> Int64? {
            var number: Int64 = 0
            for _ in 0..<digitCount {
                guard let digit = digit() else { return nil }
                number = number * 10 + digit
            }
            return range.contains(number) ? number : nil
        }

        /// Takes a date; answers the day counted from 1970.
        mutating func day() -> Int64? {
            guard let year = number(0...9999, digitCount: 4), take(anyOf: "-") != nil,
                let month = number(1...12), take(anyOf: "-") != nil,
                let dayOfMonth = number(1...31)
            else { return nil }
            return CalendarDate(year: Int(year), month: Int(month), day: Int(dayOfMonth))
                .map { Int64($0.dayNumber) }
        }

        /// Takes a fraction of a second, if one comes; answers its whole milliseconds.
        mutating func fraction() -> Int64? {
            guard take(anyOf: ".") != nil else { return 0 }
            guard var milliseconds = digit().map({ $0 * 100 }) else { return nil }
            var weight: Int64 = 10
            while let digit = digit() {
                milliseconds += digit * weight
                weight /= 10
            }
            return milliseconds
        }

        /// Takes how far a clock is ahead of UTC, in minutes.
        mutating func offsetMinutes() -> Int64? {
            guard let sign = take(anyOf: "Zz+-") else { return nil }
            guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return 0 }
            guard let hours = number(0...23), take(anyOf: ":") != nil,
                let minutes = number(0...59)
            else { return nil }
            return (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
        }

        private mutating func digit() -> Int64? {
            guard let next = rest.first, next &- UInt8(ascii: "0") < 10 else { return nil }
            rest.removeFirst()
            return Int64(next - UInt8(ascii: "0"))
        }
    }
}
