private import CXXHash

/// The 8 bytes behind every stored value that tell whether it is what was written there.
///
/// LMDB 0.9 has no page checksums. XXH3-64 over table, key and value finds a changed value, and
/// a sound value under a wrong key or in a wrong table. It guards against failing disks, not
/// against people who can write the file.
package enum Checksum {
    /// Bytes that a stored value is longer than its record.
    @inlinable package static var byteCount: Int { 8 }

    /// The hash of bytes, from a number.
    package static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
        unsafe XXH3_64bits_withSeed(bytes.baseAddress, bytes.count, seed)
    }

    /// The hash of the value, seeded with that of the key, seeded with the table.
    package static func of(
        _ value: UnsafeRawBufferPointer,
        key: UnsafeRawBufferPointer,
        table: TableID
    ) -> UInt64 {
        let seed = unsafe XXH3_64bits_withSeed(key.baseAddress, key.count, UInt64(table.rawValue))
        return unsafe XXH3_64bits_withSeed(value.baseAddress, value.count, seed)
    }

    /// Writes `value` and its checksum into `target`, which is exactly as long as both.
    package static func write(
        _ value: RawSpan,
        key: RawSpan,
        table: TableID,
        to target: UnsafeMutableRawBufferPointer
    ) {
        precondition(target.count == value.byteCount + byteCount, "The target has another length.")
        let sum = unsafe value.withUnsafeBytes { value in
            unsafe target.copyMemory(from: value)
            return unsafe key.withUnsafeBytes { unsafe of(value, key: $0, table: table) }
        }
        unsafe target.storeBytes(
            of: sum.littleEndian,
            toByteOffset: value.byteCount,
            as: UInt64.self
        )
    }

    /// Lends the record in a stored value to `body`.
    ///
    /// - Throws: `.dataLoss` when the checksum is another, and what `body` throws.
    @inlinable
    @inline(__always)
    package static func withRecord<Success>(
        in stored: RawSpan,
        key: RawSpan,
        table: TableID,
        _ body: (RawSpan) throws(StorageError) -> Success
    ) throws(StorageError) -> Success {
        let count = stored.byteCount - byteCount
        guard count >= 0 else { throw .dataLoss(table) }
        let isSound = unsafe stored.withUnsafeBytes { bytes in
            let sum = unsafe bytes.loadUnaligned(fromByteOffset: count, as: UInt64.self)
            let value = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<count])
            return unsafe key.withUnsafeBytes { unsafe of(value, key: $0, table: table) }
                == UInt64(littleEndian: sum)
        }
        guard isSound else { throw .dataLoss(table) }
        return try body(stored.extracting(first: count))
    }
}
