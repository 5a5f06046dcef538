internal import Glibc

/// Two files, of which one takes batches while the changes of the other are carried into LMDB.
///
/// It belongs to the writing thread. Batches lie in the active file one behind the other; the
/// other file is written over when `rotate` is called, so all of its batches must be in LMDB by
/// then.
struct Log: ~Copyable {
    /// What tells this store's batches from those of others.
    let identity: UInt64
    /// The number of the next batch.
    private(set) var nextNumber: UInt64

    private var active: LogSegment
    private var idle: LogSegment
    /// Where the next batch goes in the active file.
    private var offset: Int
    /// Bytes that the active file has, and that can be written without lack of room.
    private var activeByteCount: Int
    /// Bytes that the idle file has.
    private var idleByteCount: Int
    private let segmentByteCountMax: Int
    private var batch = LogBatchBuffer()

    /// Goes on behind what was recovered.
    init(
        identity: UInt64,
        nextNumber: UInt64,
        active: LogSegment,
        idle: LogSegment,
        offset: Int,
        segmentByteCountMax: Int
    ) throws(FileError) {
        let byteCounts = (try active.byteCount(), try idle.byteCount())
        (activeByteCount, idleByteCount) = byteCounts
        self.identity = identity
        self.nextNumber = nextNumber
        self.active = active
        self.idle = idle
        self.offset = offset
        self.segmentByteCountMax = segmentByteCountMax
    }

    /// How full the active file is, from 0 to 1.
    var fill: Double { Double(offset) / Double(segmentByteCountMax) }

    /// Whether nothing waits to be written.
    var isEmpty: Bool { batch.isEmpty }

    /// Whether the active file holds no batch and takes any that a file can take.
    var isAtStart: Bool { offset == 0 && batch.isEmpty }

    /// Bytes of the changes that wait to be written.
    var waitingByteCount: Int { batch.payloadByteCount }

    /// Whether the batch can take the set and still fits into the active file.
    func hasRoom(for writeSet: borrowing WriteSet) -> Bool {
        offset + batch.byteCount(with: writeSet) <= segmentByteCountMax
    }

    /// Adds a set to the batch; that there is room must be known.
    ///
    /// - Throws: Why the file cannot grow; then the set was not added, and the batch is as before.
    mutating func append(_ writeSet: borrowing WriteSet) throws(FileError) {
        precondition(hasRoom(for: writeSet), "The segment is full.")
        let end = offset + batch.byteCount(with: writeSet)
        if end > activeByteCount {
            try active.grow(to: end)
            activeByteCount = try active.byteCount()
        }
        batch.append(writeSet)
    }

    /// Makes the batch durable.
    ///
    /// - Throws: A failure after which nobody knows what the disk holds: the process must end.
    mutating func commit() throws(FileError) {
        precondition(!batch.isEmpty, "An empty batch is not written.")
        let (active, offset) = (active, offset)
        var byteCount = 0
        try batch.withBatch(identity: identity, number: nextNumber) { bytes throws(FileError) in
            try active.write(bytes, at: offset)
            byteCount = bytes.count
        }
        try active.synchronize()
        self.offset += byteCount
        nextNumber += 1
        batch.removeAll()
    }

    /// Goes on at the beginning of the other file.
    mutating func rotate() {
        precondition(batch.isEmpty, "A batch lies in one file.")
        swap(&active, &idle)
        swap(&activeByteCount, &idleByteCount)
        offset = 0
    }
}
