extension ValueSyntax where Value: FixedWidthInteger {
    /// A whole number in plain decimal digits, of the type's range.
    package static var number: ValueSyntax {
        number(in: Value.min...Value.max)
    }

    /// A whole number in plain decimal digits, of the given range.
    package static func number(in range: ClosedRange<Value>) -> ValueSyntax {
        ValueSyntax(
            placeholder: "NUMBER",
            expectation: expectation(of: range),
            parse: { text in
                guard text.first != "+", let value = Value(text) else { return nil }
                return range.contains(value) ? value : nil
            }
        )
    }

    /// Leaves out a bound that is only the width of the type.
    private static func expectation(of range: ClosedRange<Value>) -> String {
        let isOpenAbove = range.upperBound == Value.max && Value.bitWidth > 16
        let isOpenBelow = range.lowerBound == Value.min && Value.isSigned
        return switch (isOpenBelow, isOpenAbove) {
        case (true, true): "a whole number"
        case (false, true): "a whole number from \(range.lowerBound)"
        case (true, false): "a whole number up to \(range.upperBound)"
        case (false, false): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        }
    }
}

extension ValueSyntax where Value == Double {
    /// A finite decimal number of the given range.
    package static func decimal(in range: ClosedRange<Double>) -> ValueSyntax {
        ValueSyntax(
            placeholder: "NUMBER",
            expectation: "a number from \(range.lowerBound) to \(range.upperBound)",
            parse: { text in
                let isDecimal = text.utf8.allSatisfy { byte in
                    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                        || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
                }
                guard isDecimal, let value = Double(text) else { return nil }
                return range.contains(value) ? value : nil
            }
        )
    }
}
