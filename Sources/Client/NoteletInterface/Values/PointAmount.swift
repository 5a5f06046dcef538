public import Foundation

/// So many points, never less than none.
public struct PointAmount: Hashable, Comparable, Sendable {
    /// How many.
    public let value: Int

    /// None.
    public static let zero = PointAmount(unchecked: 0)

    /// Takes a number of points.
    ///
    /// - Parameter value: How many.
    /// - Throws: `PointAmountError`, `negativeValue` below 0.
    public init(_ value: Int) throws(PointAmountError) {
        guard value >= 0 else { throw .negativeValue }
        self.init(unchecked: value)
    }

    private init(unchecked value: Int) {
        self.value = value
    }

    /// What they are worth: 10 points are a yen.
    ///
    /// - Returns: The yen, with their tenths.
    public func toYen() -> Decimal { Decimal(value) / 10 }

    /// Adds points to these.
    ///
    /// - Parameter other: The others.
    /// - Returns: All of them.
    /// - Throws: `PointAmountError`, `tooMany` beyond what can be counted.
    public func adding(_ other: PointAmount) throws(PointAmountError) -> PointAmount {
        let (sum, isTooLarge) = value.addingReportingOverflow(other.value)
        guard !isTooLarge else { throw .tooMany }
        return PointAmount(unchecked: sum)
    }

    /// Whether there are fewer.
    public static func < (one: PointAmount, other: PointAmount) -> Bool { one.value < other.value }
}

/// Why there is no such amount of points.
public enum PointAmountError: Error, Hashable, Sendable {
    /// It would be less than none.
    case negativeValue
    /// It would be more than can be counted.
    case tooMany
}
