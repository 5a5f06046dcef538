/// Bytes on their way to or from a socket: added at the end, taken from the front.
///
/// The load threads write and read through it without taking memory for each call. Pointers that it
/// lends are valid until it is changed.
struct ByteBuffer: ~Copyable {
    private var memory: UnsafeMutableRawBufferPointer
    private var start = 0
    private var end = 0

    /// Room for a few requests; more comes as it is needed.
    private static let initialByteCount = 4096

    /// Makes an empty buffer.
    init() {
        memory = .allocate(byteCount: ByteBuffer.initialByteCount, alignment: 16)
    }

    deinit {
        memory.deallocate()
    }

    /// How many bytes wait.
    var count: Int { end - start }

    /// Whether no bytes wait.
    var isEmpty: Bool { end == start }

    /// The bytes that wait.
    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[start..<end])
    }

    /// Takes bytes from the front.
    mutating func consume(_ byteCount: Int) {
        precondition(byteCount <= count, "Only bytes that are there can be taken.")
        start += byteCount
        if start == end { removeAll() }
    }

    /// Takes all bytes.
    mutating func removeAll() {
        start = 0
        end = 0
    }

    /// Adds a byte.
    mutating func append(_ byte: UInt8) {
        reserve(1)
        memory[end] = byte
        end += 1
    }

    /// Adds a copy of bytes.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        let room = room(bytes.count)
        room.copyMemory(from: source, byteCount: bytes.count)
        end += bytes.count
    }

    /// Adds a copy of an array's bytes.
    mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    /// Adds a number, most significant byte first.
    mutating func append(bigEndian number: UInt32) {
        room(4).storeBytes(of: number.bigEndian, as: UInt32.self)
        end += 4
    }

    /// Adds a number as protobuf's varint.
    mutating func append(varint number: Int) {
        var rest = UInt64(number)
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    /// Adds the tag and the length that stand in front of a field of bytes.
    mutating func append(field number: UInt8, byteCount: Int) {
        append(number << 3 | 2)
        append(varint: byteCount)
    }

    /// Adds a number as hexadecimal digits, as many as its type has.
    mutating func append<Number: FixedWidthInteger & UnsignedInteger>(hexadecimal number: Number) {
        let digitCount = Number.bitWidth / 4
        let room = room(digitCount)
        for index in 0..<digitCount {
            let digit = UInt8(truncatingIfNeeded: number >> (Number.bitWidth - 4 - 4 * index)) & 15
            let text = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            room.storeBytes(of: text, toByteOffset: index, as: UInt8.self)
        }
        end += digitCount
    }

    /// Adds a number that is not negative, as decimal digits.
    mutating func append(decimal number: Int) {
        var (unit, rest) = (1, number)
        while rest >= 10 {
            rest /= 10
            unit *= 10
        }
        while unit > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / unit % 10))
            unit /= 10
        }
    }

    /// Makes room behind the bytes and returns where it begins.
    @inline(__always)
    private mutating func room(_ byteCount: Int) -> UnsafeMutableRawPointer {
        reserve(byteCount)
        guard let base = memory.baseAddress else {
            preconditionFailure("A buffer always has memory.")
        }
        return base + end
    }

    @inline(__always)
    private mutating func reserve(_ byteCount: Int) {
        if memory.count - end < byteCount { grow(byteCount) }
    }

    /// Moves the bytes to the front, or to more memory if they leave too little room there.
    private mutating func grow(_ byteCount: Int) {
        let needed = count + byteCount
        if needed > memory.count / 2 {
            let larger = UnsafeMutableRawBufferPointer.allocate(
                byteCount: max(needed * 2, memory.count * 2),
                alignment: 16
            )
            larger.copyMemory(from: bytes)
            memory.deallocate()
            memory = larger
        } else {
            memory.copyMemory(from: bytes)
        }
        end = count
        start = 0
    }
}
