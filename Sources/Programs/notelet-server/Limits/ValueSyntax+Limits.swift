import CommandLineInterface
import NoteletService

extension ValueSyntax where Value == Int? {
    /// A whole number from 1 on, or `none` for no limit.
    static let countOrNone = ValueSyntax(
        placeholder: "NUMBER",
        expectation: "a whole number from 1 on, or none",
        parse: { text in
            if text == "none" { return .some(nil) }
            return ValueSyntax<Int>.number(in: 1...Int.max).parse(text).map { .some($0) } ?? nil
        }
    )
}

extension ValueSyntax where Value == Duration? {
    /// A length of time, or `none` for no limit.
    static let durationOrNone = ValueSyntax(
        placeholder: "TIME",
        expectation: ValueSyntax<Duration>.duration.expectation + ", or none",
        parse: { text in
            if text == "none" { return .some(nil) }
            return ValueSyntax<Duration>.duration.parse(text).map { .some($0) } ?? nil
        }
    )
}

extension ValueSyntax where Value == Rate? {
    /// A number for each second, minute, hour or day, or `none` for no limit.
    static let rate = ValueSyntax(
        placeholder: "RATE",
        expectation: "a number for each s, min, h or day, such as 10/min, at most 1000/s; or none",
        parse: { text in
            if text == "none" { return .some(nil) }
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, let period = Rate.Period(rawValue: String(parts[1])),
                let count = ValueSyntax<Int>.number.parse(String(parts[0])),
                let rate = Rate(count, per: period)
            else { return nil }
            return .some(rate)
        }
    )
}
