internal import Domain

extension [UInt8] {
    /// Appends a number, most significant byte first.
    mutating func append(bigEndian number: some FixedWidthInteger) {
        var shift = number.bitWidth
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    /// Appends an id.
    mutating func append(_ id: OpaqueID) {
        append(bigEndian: id.high)
        append(bigEndian: id.low)
    }
}
