extension RawSpan {
    /// The byte at `offset`, checked against the bounds.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }

    /// The unsigned word whose four bytes start at `offset`, most significant first.
    @inline(__always)
    func bigEndianWord(at offset: Int) -> UInt32 {
        unsafe UInt32(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// The eight bytes that start at `offset`, as they lie in memory.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }

    /// A copy of the bytes.
    func copiedBytes() -> [UInt8] {
        unsafe withUnsafeBytes { bytes in unsafe [UInt8](bytes) }
    }

    /// The text that the bytes spell, or nil if they are not UTF-8.
    func validatedText() -> String? {
        unsafe withUnsafeBytes { bytes in unsafe String(validating: bytes, as: UTF8.self) }
    }

    /// Whether the bytes are the same as `other`.
    @inline(__always)
    func equals(_ other: RawSpan) -> Bool {
        guard byteCount == other.byteCount else { return false }
        var offset = 0
        while byteCount - offset >= 8 {
            guard word(at: offset) == other.word(at: offset) else { return false }
            offset += 8
        }
        while offset < byteCount {
            guard byte(at: offset) == other.byte(at: offset) else { return false }
            offset += 1
        }
        return true
    }
}

extension OutputRawSpan {
    /// Appends the four bytes of `word`, most significant first.
    @inline(__always)
    mutating func append(bigEndian word: UInt32) {
        unsafe append(word.bigEndian, as: UInt32.self)
    }

    /// Appends a copy of `bytes`.
    ///
    /// - Precondition: There is room for them.
    @inline(__always)
    mutating func append(copying bytes: RawSpan) {
        precondition(bytes.byteCount <= freeCapacity, "The output has no room for these bytes.")
        unsafe withUnsafeMutableBytes { buffer, initializedCount in
            let free = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[initializedCount...])
            unsafe bytes.withUnsafeBytes { source in unsafe free.copyMemory(from: source) }
            initializedCount += bytes.byteCount
        }
    }

    /// Appends the UTF-8 of `text`.
    ///
    /// - Precondition: There is room for it.
    mutating func append(text: String) {
        var text = text
        text.withUTF8 { utf8 in
            unsafe append(copying: UnsafeRawBufferPointer(utf8).bytes)
        }
    }
}

extension Array where Element == UInt8 {
    /// Makes an array of exactly what `encode` appends, which is `byteCount` bytes at most.
    init(encodedByteCountMax byteCount: Int, encode: (inout OutputRawSpan) -> Void) {
        unsafe self.init(unsafeUninitializedCapacity: byteCount) { buffer, initializedCount in
            let raw = unsafe UnsafeMutableRawBufferPointer(
                start: buffer.baseAddress,
                count: byteCount
            )
            var output = unsafe OutputRawSpan(buffer: raw, initializedCount: 0)
            encode(&output)
            initializedCount = unsafe output.finalize(for: raw)
        }
    }

    /// Calls `body` with the bytes, in place.
    @inline(__always)
    func withRawSpan<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(span.bytes)
    }
}
