extension RawSpan {
    /// Visits an encoded message without one of its fields: each piece between occurrences of it.
    ///
    /// - Parameters:
    ///   - number: The number of the field.
    ///   - visit: Takes a piece; what follows the first malformed field is part of the last one.
    package func visitFields(besides number: Int, _ visit: (RawSpan) -> Void) {
        unsafe withUnsafeBytes { bytes in
            var cursor = unsafe WireCursor(bytes, range: 0..<bytes.count)
            var start = 0
            var position = 0
            while let field = try? cursor.nextField() {
                if field.number == number {
                    if start < position { visit(extracting(start..<position)) }
                    start = cursor.position
                }
                position = cursor.position
            }
            if start < byteCount { visit(extracting(start..<byteCount)) }
        }
    }
}
