internal import Locking

/// Memory that is handed out from front to back, and given back all at once.
///
/// Places are named by their distance from the beginning, half as long as a pointer. One thread
/// allocates; what others may read, and how, is up to who fills the places.
@safe
struct Arena: ~Copyable {
    /// A place; `none` names no place.
    typealias Offset = UInt32

    /// The name of no place: the first bytes are never handed out.
    static let none: Offset = 0

    /// The first word counts the bytes in use, of which it is some itself.
    let memory: OverlayMemory

    var byteCount: Int { memory.byteCount }
    private let base: UnsafeMutableRawPointer

    /// Every place begins at a multiple of it.
    static let alignment = 8

    /// Begins at the front of `memory`; what that held is still there when it is handed out.
    init(_ memory: OverlayMemory) {
        let byteCount = memory.byteCount
        precondition(byteCount > 0 && byteCount <= UInt32.max, "Offsets have 32 bits.")
        self.memory = memory
        unsafe base = unsafe memory.base
        unsafe base.storeBytes(of: Arena.alignment, as: Int.self)
    }

    /// Bytes that were handed out; for the allocating thread.
    var usedByteCount: Int { unsafe base.load(as: Int.self) }

    /// How many bytes `byteCount` bytes take up.
    static func footprint(_ byteCount: Int) -> Int {
        (byteCount + alignment - 1) & ~(alignment - 1)
    }

    /// Whether so many bytes, already rounded up, can be handed out.
    func hasRoom(for byteCount: Int) -> Bool {
        byteCount <= self.byteCount - usedByteCount
    }

    /// Hands out the next bytes; that there is room must be known.
    func allocate(_ byteCount: Int) -> Offset {
        let footprint = Arena.footprint(byteCount)
        precondition(hasRoom(for: footprint), "The arena is full.")
        let used = usedByteCount
        unsafe base.storeBytes(of: used + footprint, as: Int.self)
        return Offset(truncatingIfNeeded: used)
    }

    /// The memory at a place.
    @inline(__always)
    func pointer(_ offset: Offset, _ distance: Int = 0) -> UnsafeMutableRawPointer {
        unsafe base + (Int(offset) + distance)
    }

    /// A value at a place that does not change once others can see it.
    @inline(__always)
    func load<Value: BitwiseCopyable>(_ offset: Offset, _ distance: Int) -> Value {
        unsafe pointer(offset, distance).load(as: Value.self)
    }

    /// Writes a value that nobody else can see yet.
    @inline(__always)
    func store<Value: BitwiseCopyable>(_ value: Value, _ offset: Offset, _ distance: Int) {
        unsafe pointer(offset, distance).storeBytes(of: value, as: Value.self)
    }

    /// Reads a place's name, and with it all that was written before it was published.
    @inline(__always)
    func link(_ offset: Offset, _ distance: Int) -> Offset {
        unsafe pointer(offset, distance).assumingMemoryBound(to: Atomic<Offset>.self)
            .pointee.load(ordering: .acquiring)
    }

    /// Publishes a place's name, and with it all that was written before.
    @inline(__always)
    func publish(_ target: Offset, _ offset: Offset, _ distance: Int) {
        unsafe pointer(offset, distance).assumingMemoryBound(to: Atomic<Offset>.self)
            .pointee.store(target, ordering: .releasing)
    }
}
