/// A value that a statement is given, or that a row has.
package enum SQLiteValue: Hashable, Sendable {
    /// No value.
    case null
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction; one that is no number becomes `null` in the file.
    case real(Double)
    /// A text, which may hold NUL.
    case text(String)
    /// Bytes, of which there may be none.
    case blob([UInt8])
}

extension SQLiteValue {
    /// The value of a truth: 1 or 0, since SQLite has no type for it.
    package static func bool(_ value: Bool) -> SQLiteValue { .integer(value ? 1 : 0) }

    /// Makes a value of a whole number, or `null`.
    package init(optional integer: Int64?) { self = integer.map(Self.integer) ?? .null }

    /// Makes a value of a number with a fraction, or `null`.
    package init(optional real: Double?) { self = real.map(Self.real) ?? .null }

    /// Makes a value of a text, or `null`.
    package init(optional text: String?) { self = text.map(Self.text) ?? .null }

    /// Makes a value of bytes, or `null`.
    package init(optional blob: [UInt8]?) { self = blob.map(Self.blob) ?? .null }

    /// Makes a value of a truth, or `null`.
    package init(optional truth: Bool?) { self = truth.map(Self.bool) ?? .null }
}

extension SQLiteValue: ExpressibleByNilLiteral {
    /// Makes `null`.
    package init(nilLiteral: ()) { self = .null }
}

extension SQLiteValue: ExpressibleByIntegerLiteral {
    /// Makes a whole number.
    package init(integerLiteral value: Int64) { self = .integer(value) }
}

extension SQLiteValue: ExpressibleByFloatLiteral {
    /// Makes a number with a fraction.
    package init(floatLiteral value: Double) { self = .real(value) }
}

extension SQLiteValue: ExpressibleByBooleanLiteral {
    /// Makes 1 or 0.
    package init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension SQLiteValue: ExpressibleByStringLiteral {
    /// Makes a text.
    package init(stringLiteral value: String) { self = .text(value) }
}
