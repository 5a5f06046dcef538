/// Appends protobuf fields to one growing buffer.
///
/// Hand-written messages get one to write to; code that builds a message without a type makes
/// its own and takes the bytes with `finish()`. Fields are to be written in ascending order of
/// their numbers: the writer leaves them as they come.
///
/// Invariant: `byteCount` ≤ `capacity`, and the first `byteCount` bytes are initialised.
@safe
public struct ProtobufWriter: ~Copyable {
    /// How many bytes have been written.
    public private(set) var byteCount = 0
    private var capacity = 0
    private var base: UnsafeMutableRawPointer?

    /// Makes an empty writer; nothing is allocated until the first byte unless space is reserved.
    public init(reservingByteCount count: Int = 0) {
        unsafe base = nil
        if count > 0 { reserve(count) }
    }

    deinit {
        unsafe base?.deallocate()
    }

    /// Returns the bytes written, in an array of exactly their size.
    public consuming func finish() -> [UInt8] {
        var bytes: [UInt8] = []
        copyBytes(into: &bytes)
        return bytes
    }

    /// Appends the bytes written to an array, which grows once.
    public func copyBytes(into bytes: inout [UInt8]) {
        guard let base = unsafe base else { return }
        if bytes.isEmpty {
            bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: base, count: byteCount))
        } else {
            unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: base, count: byteCount))
        }
    }

    /// Lends the bytes written to the body.
    public func withBytes<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let written = unsafe UnsafeRawBufferPointer(start: base, count: byteCount)
        return try unsafe body(RawSpan(_unsafeBytes: written))
    }

    /// Forgets what was written and keeps the memory, for the next message.
    public mutating func removeAll() {
        byteCount = 0
    }

    /// Writes over bytes that were written before, from `start` on.
    public mutating func replaceBytes(at start: Int, with bytes: RawSpan) {
        precondition(start >= 0 && start <= byteCount - bytes.byteCount, "bytes that are written")
        guard let base = unsafe base else { return }
        unsafe bytes.withUnsafeBytes { bytes in
            guard let source = bytes.baseAddress else { return }
            unsafe (base + start).copyMemory(from: source, byteCount: bytes.count)
        }
    }

    /// Appends bytes as they are: whole fields that were encoded before.
    public mutating func append(_ bytes: RawSpan) {
        unsafe bytes.withUnsafeBytes { unsafe append(raw: $0) }
    }

    /// Appends bytes as they are: whole fields that were encoded before.
    public mutating func append(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes { unsafe append(raw: $0) }
    }

    /// Appends the tag of a field; its value must follow.
    public mutating func appendTag(field number: Int, _ type: ProtobufWireType) {
        appendVarint(Self.tag(field: number, type))
    }

    /// Appends a base 128 integer: a value, or a byte count.
    public mutating func appendVarint(_ value: UInt64) {
        reserve(Self.varintByteCountMax)
        guard let base = unsafe base else { return }
        byteCount = unsafe Self.store(varint: value, in: base, at: byteCount)
    }

    /// Appends a whole length-delimited field.
    mutating func appendRecord(_ content: UnsafeRawBufferPointer, field number: Int) {
        reserve(2 * Self.varintByteCountMax + content.count)
        guard let base = unsafe base else { return }
        let tag = Self.tag(field: number, .lengthDelimited)
        var end = unsafe Self.store(varint: tag, in: base, at: byteCount)
        end = unsafe Self.store(varint: UInt64(content.count), in: base, at: end)
        if let start = content.baseAddress {
            unsafe (base + end).copyMemory(from: start, byteCount: content.count)
        }
        byteCount = end + content.count
    }

    /// Appends a value in the given form, without a tag.
    mutating func appendValue(_ bits: UInt64, _ type: ProtobufWireType) {
        switch type {
        case .varint, .lengthDelimited: appendVarint(bits)
        case .fixed32: appendFixed(UInt32(truncatingIfNeeded: bits))
        case .fixed64: appendFixed(bits)
        }
    }

    /// Calls the body with the bytes from `start` on, to be changed in place.
    mutating func withBytes<Result>(
        from start: Int,
        _ body: (UnsafeMutableRawBufferPointer) -> Result
    ) -> Result {
        precondition(start >= 0 && start <= byteCount, "start in what is written")
        guard let base = unsafe base else { return unsafe body(.init(start: nil, count: 0)) }
        return unsafe body(.init(start: base + start, count: byteCount - start))
    }

    /// Starts a length-delimited record of unknown size and returns where its content begins.
    ///
    /// One byte is kept for the size; `endRecord` makes more room when the content needs it.
    mutating func beginRecord(field number: Int) -> Int {
        appendTag(field: number, .lengthDelimited)
        appendVarint(0)
        return byteCount
    }

    /// Ends the record whose content began at `start`.
    mutating func endRecord(at start: Int) {
        let count = byteCount - start
        let sizeByteCount = Self.varintByteCount(UInt64(count))
        if sizeByteCount > 1 {
            reserve(sizeByteCount)
            guard let base = unsafe base else { return }
            unsafe (base + start + sizeByteCount - 1).copyMemory(
                from: base + start,
                byteCount: count
            )
        }
        byteCount = start - 1
        appendVarint(UInt64(count))
        byteCount += count
    }

    /// Forgets what was written from `position` on.
    mutating func truncate(to position: Int) {
        precondition(position >= 0 && position <= byteCount, "position in what is written")
        byteCount = position
    }

    /// Moves the contents out and leaves an empty writer.
    mutating func take() -> ProtobufWriter {
        var other = ProtobufWriter()
        swap(&self, &other)
        return other
    }

    mutating func append(raw source: UnsafeRawBufferPointer) {
        reserve(source.count)
        guard let base = unsafe base, let start = source.baseAddress else { return }
        unsafe (base + byteCount).copyMemory(from: start, byteCount: source.count)
        byteCount += source.count
    }

    static func varintByteCount(_ value: UInt64) -> Int {
        (70 - (value | 1).leadingZeroBitCount) / 7
    }

    private static let varintByteCountMax = 10

    @inline(__always)
    private static func tag(field number: Int, _ type: ProtobufWireType) -> UInt64 {
        precondition(number >= 1 && number <= Int(FieldNumber.max), "field number in 1..<2^29")
        return UInt64(truncatingIfNeeded: number) << 3 | UInt64(type.rawValue)
    }

    /// Stores a base 128 integer where there is room for the longest, and returns where it ends.
    @inline(__always)
    private static func store(
        varint value: UInt64,
        in base: UnsafeMutableRawPointer,
        at position: Int
    ) -> Int {
        var rest = value
        var position = position
        while rest >= 0x80 {
            unsafe base.storeBytes(
                of: UInt8(truncatingIfNeeded: rest) | 0x80,
                toByteOffset: position,
                as: UInt8.self
            )
            rest >>= 7
            position += 1
        }
        unsafe base.storeBytes(
            of: UInt8(truncatingIfNeeded: rest),
            toByteOffset: position,
            as: UInt8.self
        )
        return position + 1
    }

    private mutating func appendFixed<Integer: FixedWidthInteger>(_ value: Integer) {
        reserve(8)
        unsafe base?.storeBytes(of: value.littleEndian, toByteOffset: byteCount, as: Integer.self)
        byteCount += MemoryLayout<Integer>.size
    }

    /// Makes room for `count` more bytes; doubles, so that appending stays cheap on average.
    @inline(__always)
    private mutating func reserve(_ count: Int) {
        if capacity - byteCount < count { grow(count) }
    }

    @inline(never)
    private mutating func grow(_ count: Int) {
        let newCapacity = max(capacity * 2, byteCount + count, 512)
        let newBase = UnsafeMutableRawPointer(
            UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity)
        )
        if let base = unsafe base {
            unsafe newBase.copyMemory(from: base, byteCount: byteCount)
            unsafe base.deallocate()
        }
        unsafe base = newBase
        capacity = newCapacity
    }
}

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
