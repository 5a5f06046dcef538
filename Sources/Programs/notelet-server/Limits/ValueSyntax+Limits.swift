import CommandLineInterface
import Serving

extension ValueSyntax where Value == Int? {
    /// A whole number from 1 to a million, or `none` for no limit.
    static let countOrNone = ValueSyntax<Int>.number(in: 1...1_000_000).orNone
}

extension ValueSyntax where Value == Duration? {
    /// A length of time of a range, or `none` for no limit.
    static func durationOrNone(from first: String, to last: String) -> ValueSyntax {
        ValueSyntax<Duration>.duration(from: first, to: last).orNone
    }
}

extension ValueSyntax {
    /// The same values, or `none` for no limit.
    fileprivate var orNone: ValueSyntax<Value?> {
        ValueSyntax<Value?>(
            placeholder: placeholder,
            expectation: expectation.english + ", or none",
            parse: { text in
                if text == "none" { return .some(nil) }
                return parse(text).map { .some($0) } ?? nil
            }
        )
    }
}

extension ValueSyntax where Value == Duration {
    /// The time that a peer or a call has for something.
    ///
    /// Over a bad line a handshake alone may take most of a second, and who may wait for a week
    /// may as well wait for ever.
    static let patience = duration(from: "1s", to: "7d")
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
