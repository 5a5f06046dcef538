internal import CZlib

/// Bytes compressed as gzip (RFC 1952).
package enum Gzip {
    /// What zlib takes for the largest window, in the form of gzip.
    private static let windowBits: Int32 = 15 + 16
    private static let partByteCount = 32 << 10

    /// Why bytes cannot be decompressed.
    package enum Problem: Error, Hashable {
        /// They are no gzip, or end before their end.
        case malformed
        /// What comes of them is longer than it may be.
        case tooLong
    }

    /// Compresses bytes, as small as zlib can.
    package static func compress(_ bytes: [UInt8]) -> [UInt8] {
        var stream = unsafe z_stream()
        guard unsafe shim_deflateInit2(&stream, Z_BEST_COMPRESSION, windowBits) == Z_OK else {
            preconditionFailure("zlib has no memory.")
        }
        defer { unsafe deflateEnd(&stream) }
        let bound = unsafe Int(deflateBound(&stream, uLong(bytes.count)))
        var input = bytes
        return unsafe input.withUnsafeMutableBufferPointer { input in
            unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, count in
                unsafe stream.next_in = input.baseAddress
                unsafe stream.avail_in = uInt(input.count)
                unsafe stream.next_out = output.baseAddress
                unsafe stream.avail_out = uInt(output.count)
                let result = unsafe deflate(&stream, Z_FINISH)
                precondition(result == Z_STREAM_END, "A buffer of the bound holds all.")
                count = unsafe output.count - Int(stream.avail_out)
            }
        }
    }

    /// Decompresses bytes from anybody.
    ///
    /// - Parameters:
    ///   - bytes: One member of gzip and nothing behind it.
    ///   - byteCountMax: How long what comes of them may be.
    /// - Returns: What was compressed.
    /// - Throws: Why it cannot be done.
    package static func decompress(
        _ bytes: [UInt8],
        byteCountMax: Int
    ) throws(Problem) -> [UInt8] {
        var stream = unsafe z_stream()
        guard unsafe shim_inflateInit2(&stream, windowBits) == Z_OK else { throw .tooLong }
        defer { unsafe inflateEnd(&stream) }
        var output: [UInt8] = []
        var input = bytes
        var result = Z_OK
        unsafe input.withUnsafeMutableBufferPointer { input in
            unsafe stream.next_in = input.baseAddress
            unsafe stream.avail_in = uInt(input.count)
            while result == Z_OK, output.count <= byteCountMax {
                let part = unsafe [UInt8](unsafeUninitializedCapacity: partByteCount) {
                    part,
                    count in
                    unsafe stream.next_out = part.baseAddress
                    unsafe stream.avail_out = uInt(part.count)
                    result = unsafe inflate(&stream, Z_NO_FLUSH)
                    count = unsafe part.count - Int(stream.avail_out)
                }
                output += part
            }
        }
        guard output.count <= byteCountMax else { throw .tooLong }
        guard result == Z_STREAM_END, unsafe stream.avail_in == 0 else { throw .malformed }
        return output
    }
}
