/// One measured number, and what tells it from the others of its family.
package struct MetricSample: Sendable {
    /// What tells it from the others.
    package let labels: [MetricLabel]
    /// The number.
    package let value: MetricValue

    /// Notes a number.
    package init(_ value: MetricValue, _ labels: [MetricLabel] = []) {
        self.value = value
        self.labels = labels
    }

    /// Notes a number that was counted.
    package init(_ count: some BinaryInteger, _ labels: [MetricLabel] = []) {
        self.init(.count(UInt64(clamping: count)), labels)
    }
}

/// A name and a value by which a sample is found.
package struct MetricLabel: Hashable, Sendable {
    /// The name, which the program chooses.
    package let name: String
    /// The value, of any characters.
    package let value: String

    /// Joins a name and a value.
    package init(_ name: StaticString, _ value: String) {
        self.name = "\(name)"
        self.value = value
    }
}

/// A number of a sample.
package enum MetricValue: Hashable, Sendable {
    /// A whole number, written exactly.
    case count(UInt64)
    /// A measured number, in base units: seconds, bytes or a share of 1.
    case quantity(Double)

    /// A time that was counted in nanoseconds, in seconds.
    package static func seconds(nanoseconds: UInt64) -> MetricValue {
        .quantity(Double(nanoseconds) / 1_000_000_000)
    }
}
