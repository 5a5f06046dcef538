extension ProtobufWriter {
    /// Puts the fields from `start` to the end in ascending order of their numbers.
    ///
    /// Needed only for a type whose properties are not in the order of their numbers. Fields of
    /// one number keep their order.
    mutating func sortFields(from start: Int) {
        let sorted: [UInt8]? = unsafe withBytes(from: start) { bytes in
            var cursor = unsafe WireCursor(UnsafeRawBufferPointer(bytes), range: 0..<bytes.count)
            var records: [(number: UInt32, range: Range<Int>)] = []
            var position = 0
            while let field = try? cursor.nextField() {
                records.append((field.number, position..<cursor.position))
                position = cursor.position
            }
            guard position == bytes.count else { return nil }
            records.sort { ($0.number, $0.range.lowerBound) < ($1.number, $1.range.lowerBound) }
            var sorted: [UInt8] = []
            sorted.reserveCapacity(bytes.count)
            for record in records { unsafe sorted.append(contentsOf: bytes[record.range]) }
            return sorted
        }
        guard let sorted else { return }
        truncate(to: start)
        append(sorted)
    }
}
