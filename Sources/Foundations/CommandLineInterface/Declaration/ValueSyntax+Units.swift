extension ValueSyntax where Value == Duration {
    /// A length of time with its unit: `250ms`, `5s`, `2m`, `12h`, `7d`; `0` needs none.
    package static let duration = ValueSyntax(
        placeholder: "TIME",
        expectation: "a whole number with a unit of time (ns, us, ms, s, m, h, d), such as 250ms",
        parse: { text in
            guard let nanoseconds = scaled(text, by: nanosecondsPerUnit) else { return nil }
            return .nanoseconds(nanoseconds)
        }
    )

    /// A length of time as `duration` has it, of a range whose ends are written so as well.
    package static func duration(from first: String, to last: String) -> ValueSyntax {
        within(duration, from: first, to: last)
    }
}

extension ValueSyntax where Value == Int64 {
    /// A number of bytes, plain or with a unit: `4096`, `64KiB`, `10MB`, `2GiB`.
    package static let byteCount = ValueSyntax(
        placeholder: "SIZE",
        expectation: "a number of bytes, plain or with kB, MB, GB, TB, KiB, MiB, GiB or TiB",
        parse: { scaled($0, by: bytesPerUnit) }
    )

    /// A number of bytes as `byteCount` has it, of a range whose ends are written so as well.
    package static func byteCount(from first: String, to last: String) -> ValueSyntax {
        within(byteCount, from: first, to: last)
    }
}

/// The values of a syntax from one to another, in the words of that syntax.
private func within<Value: Comparable>(
    _ syntax: ValueSyntax<Value>,
    from first: String,
    to last: String
) -> ValueSyntax<Value> {
    guard let lower = syntax.parse(first), let upper = syntax.parse(last), lower <= upper else {
        preconditionFailure("\(first) to \(last) is no range.")
    }
    return ValueSyntax(
        placeholder: syntax.placeholder,
        expectation: "\(syntax.expectation.english), from \(first) to \(last)",
        completion: syntax.completion,
        parse: { text in
            syntax.parse(text).flatMap { (lower...upper).contains($0) ? $0 : nil }
        }
    )
}

private let nanosecondsPerUnit: [String: Int64] = [
    "ns": 1,
    "us": 1000,
    "ms": 1_000_000,
    "s": 1_000_000_000,
    "m": 60_000_000_000,
    "h": 3_600_000_000_000,
    "d": 86_400_000_000_000,
]

private let bytesPerUnit: [String: Int64] = [
    "": 1,
    "B": 1,
    "kB": 1000,
    "MB": 1_000_000,
    "GB": 1_000_000_000,
    "TB": 1_000_000_000_000,
    "KiB": 1 << 10,
    "MiB": 1 << 20,
    "GiB": 1 << 30,
    "TiB": 1 << 40,
]

/// Reads digits followed by a unit; nil where either is wrong or the product is no `Int64`.
private func scaled(_ text: String, by factors: [String: Int64]) -> Int64? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let count = Int64(digits) else { return nil }
    let unit = text.dropFirst(digits.count)
    if count == 0, unit.isEmpty { return 0 }
    guard let factor = factors[String(unit)] else { return nil }
    let (product, overflow) = count.multipliedReportingOverflow(by: factor)
    return overflow ? nil : product
}
