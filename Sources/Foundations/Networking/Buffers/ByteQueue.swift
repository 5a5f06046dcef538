/// Bytes in one contiguous piece of memory: appended at the end, consumed at the front.
///
/// Invariant: `0 <= head <= tail <= capacity`; the queued bytes are those from head to tail.
@safe
struct ByteQueue: ~Copyable {
    private var memory: UnsafeMutableRawPointer?
    private(set) var capacity = 0
    private var head = 0
    private var tail = 0

    /// The smallest memory taken: below it the allocator's own cost outweighs the bytes.
    private static let capacityMin = 256

    init() {}

    init(capacity: Int) {
        reserve(capacity)
    }

    deinit {
        unsafe memory?.deallocate()
    }

    var count: Int { tail - head }

    var isEmpty: Bool { head == tail }

    /// How many bytes fit in behind the queued ones without moving anything.
    var freeCount: Int { capacity - tail }

    /// Makes room for `byteCount` more bytes: by moving to the front if half the memory is free
    /// then, else by at least doubling, so that each byte is moved a constant number of times.
    mutating func reserve(_ byteCount: Int) {
        if freeCount >= byteCount { return }
        let (needed, overflow) = count.addingReportingOverflow(byteCount)
        precondition(!overflow, "A buffer cannot hold more bytes than memory has.")
        if needed <= capacity, count <= capacity / 2 {
            guard let memory = unsafe memory else { return }
            unsafe memory.copyMemory(from: memory + head, byteCount: count)
            tail -= head
            head = 0
        } else {
            relocate(capacity: max(needed, capacity * 2, Self.capacityMin))
        }
    }

    mutating func append(_ byte: UInt8) {
        reserve(1)
        guard let memory = unsafe memory else { return }
        unsafe memory.storeBytes(of: byte, toByteOffset: tail, as: UInt8.self)
        tail += 1
    }

    mutating func append(contentsOf bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress, bytes.count > 0 else { return }
        reserve(bytes.count)
        guard let memory = unsafe memory else { return }
        unsafe (memory + tail).copyMemory(from: source, byteCount: bytes.count)
        tail += bytes.count
    }

    /// Lends the free memory of at least `byteCount` bytes; `body` says how many it filled.
    mutating func append<Failure: Error>(
        upTo byteCount: Int,
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) {
        reserve(byteCount)
        guard let memory = unsafe memory else { return }
        let free = unsafe UnsafeMutableRawBufferPointer(start: memory + tail, count: byteCount)
        let filled = try unsafe body(free)
        precondition((0...byteCount).contains(filled), "More was filled than was lent.")
        tail += filled
    }

    mutating func removeFirst(_ byteCount: Int) {
        precondition((0...count).contains(byteCount), "More was consumed than there is.")
        head += byteCount
        if head == tail { removeAll() }
    }

    /// Forgets the last bytes, so that only `byteCount` stay.
    mutating func truncate(to byteCount: Int) {
        precondition((0...count).contains(byteCount), "A truncation cannot add bytes.")
        tail = head + byteCount
    }

    /// Forgets the bytes and keeps the memory.
    mutating func removeAll() {
        head = 0
        tail = 0
    }

    /// Gives memory back when more than `spareCount` bytes of it are unused.
    mutating func shrink(keepingSpare spareCount: Int) {
        guard capacity - count > spareCount else { return }
        if isEmpty {
            unsafe memory?.deallocate()
            unsafe memory = nil
            capacity = 0
            removeAll()
        } else if capacity / 2 >= count {
            relocate(capacity: count)
        }
    }

    func withUnsafeBytes<Value: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard let memory = unsafe memory else {
            return try unsafe body(UnsafeRawBufferPointer(start: nil, count: 0))
        }
        return try unsafe body(UnsafeRawBufferPointer(start: memory + head, count: count))
    }

    private mutating func relocate(capacity newCapacity: Int) {
        let moved = UnsafeMutableRawPointer.allocate(byteCount: newCapacity, alignment: 16)
        if let memory = unsafe memory {
            unsafe moved.copyMemory(from: memory + head, byteCount: count)
            unsafe memory.deallocate()
        }
        unsafe memory = moved
        capacity = newCapacity
        tail -= head
        head = 0
    }
}
