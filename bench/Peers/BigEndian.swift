/// Numbers as the commands to peers bear them: most significant byte first.
enum BigEndian {
    /// The bytes of a number, most significant first.
    static func bytes<Number: FixedWidthInteger>(of number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    /// Writes a number over bytes of a command.
    static func store<Number: FixedWidthInteger>(
        _ number: Number,
        in bytes: inout [UInt8],
        at offset: Int
    ) {
        precondition(offset + MemoryLayout<Number>.size <= bytes.count, "A number has its place.")
        bytes.withUnsafeMutableBytes {
            $0.storeBytes(of: number.bigEndian, toByteOffset: offset, as: Number.self)
        }
    }
}
