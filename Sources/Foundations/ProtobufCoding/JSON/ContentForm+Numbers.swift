extension ContentForm {
    /// The bits of a number that JSON writes, as a number or as a text.
    func bits(ofNumber text: String) throws(ProtobufDecodingError) -> UInt64 {
        switch self {
        case .int32, .openEnum: try whole(Int32.self, text).wireBits
        case .int64: try whole(Int64.self, text).wireBits
        case .uint32: try whole(UInt32.self, text).wireBits
        case .uint64: try whole(UInt64.self, text)
        case .float: try fraction(Float.self, text).wireBits
        case .double: try fraction(Double.self, text).wireBits
        case .bool, .string, .bytes, .message, .timestamp, .duration, .map:
            throw .wrongKind("something else than a number")
        }
    }

    private func whole<Number: FixedWidthInteger>(
        _ type: Number.Type,
        _ text: String
    ) throws(ProtobufDecodingError) -> Number {
        try requireNumber(text)
        if let number = Number(text) { return number }
        // With a point or an exponent; what is no whole number is none with them either.
        guard let number = Double(text).flatMap(Number.init(exactly:)) else {
            throw .wrongKind("a whole number within its range")
        }
        return number
    }

    private func fraction<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ type: Number.Type,
        _ text: String
    ) throws(ProtobufDecodingError) -> Number {
        switch text {
        case "NaN": return .nan
        case "Infinity": return .infinity
        case "-Infinity": return -.infinity
        default: break
        }
        try requireNumber(text)
        guard let number = Number(text), number.isFinite else {
            throw .wrongKind("a number within its range")
        }
        return number
    }

    /// Requires that a text is a number of JSON and nothing else: Swift reads more.
    private func requireNumber(_ text: String) throws(ProtobufDecodingError) {
        var scanner = JSONScanner(Array(text.utf8), depthMax: 1)
        guard text.first?.isWhitespace == false else { throw .wrongKind("a number") }
        _ = try scanner.takeNumber()
        try scanner.end()
        guard text.last?.isWhitespace == false else { throw .wrongKind("a number") }
    }
}
