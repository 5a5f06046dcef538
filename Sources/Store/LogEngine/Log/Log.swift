internal import Glibc
internal import StorageEngine

/// Two files, of which one takes batches while the changes of the other are carried into LMDB.
///
/// Batches lie in the active file one behind the other; the other file is written over when
/// `rotate` is called, so all of its batches must be in LMDB by then. One batch is open; it is
/// sealed to be written, and while that is done the next one is filled.
struct Log: ~Copyable {
    /// What tells this store's batches from those of others.
    let identity: UInt64
    /// The number of the next batch.
    private(set) var nextNumber: UInt64

    private var active: LogSegment
    private var idle: LogSegment
    /// Which of the two files is the active one, in the order of their names.
    private var activeIndex: Int
    /// Where the next batch goes in the active file.
    private var offset: Int
    /// Bytes that the active file has, and that can be written without lack of room.
    private var activeByteCount: Int
    /// Bytes that the idle file has.
    private var idleByteCount: Int
    /// Bytes of the files up to which an earlier use left something.
    private var activeStaleByteCount: Int
    private var idleStaleByteCount: Int
    private let segmentByteCountMax: Int
    private var batch = LogBatchBuffer()
    /// The memory of a batch that was written, for the next one.
    private var spare = LogBatchBuffer()

    /// Goes on behind what was recovered.
    init(
        identity: UInt64,
        nextNumber: UInt64,
        active: LogSegment,
        idle: LogSegment,
        isOddActive: Bool,
        offset: Int,
        segmentByteCountMax: Int
    ) throws(FileError) {
        let byteCounts = (try active.byteCount(), try idle.byteCount())
        (activeByteCount, idleByteCount) = byteCounts
        (activeStaleByteCount, idleStaleByteCount) = byteCounts
        self.identity = identity
        self.nextNumber = nextNumber
        self.active = active
        self.idle = idle
        activeIndex = isOddActive ? 1 : 0
        self.offset = offset
        self.segmentByteCountMax = segmentByteCountMax
    }

    /// How full the active file is, from 0 to 1.
    var fill: Double { Double(offset) / Double(segmentByteCountMax) }

    /// Whether the active file has nothing but what an earlier use left.
    var isActiveStale: Bool { isAtStart && activeStaleByteCount > 0 }

    /// The file that waits, and up to where it holds something.
    var idleFile: (segment: LogSegment, staleByteCount: Int) { (idle, idleStaleByteCount) }

    /// Notes that the file that waits holds zeros alone.
    mutating func noteIdleFileIsClean() { idleStaleByteCount = 0 }

    /// Whether the open batch is empty.
    var isEmpty: Bool { batch.isEmpty }

    /// Whether the active file holds no batch and takes any that a file can take.
    var isAtStart: Bool { offset == 0 && batch.isEmpty }

    /// Bytes of the changes of the open batch.
    var waitingByteCount: Int { batch.payloadByteCount }

    /// Whether the batch can take the set and still fits into the active file.
    func hasRoom(for writeSet: borrowing WriteSet) -> Bool {
        offset + batch.byteCount(with: writeSet) <= segmentByteCountMax
    }

    /// Whether the file that waits is long enough for the set, without growing.
    func idleHasRoom(for writeSet: borrowing WriteSet) -> Bool {
        idleByteCount >= batch.byteCount(with: writeSet)
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
        checkInvariants()
    }

    /// Takes the open batch out, to be written, and opens the next one behind it.
    ///
    /// Each batch must be durable before the next one is written.
    mutating func seal() -> SealedBatch {
        precondition(!batch.isEmpty, "An empty batch is not written.")
        batch.checkInvariants()
        var buffer = LogBatchBuffer()
        swap(&buffer, &batch)
        swap(&batch, &spare)
        let place = BatchPlace(
            number: nextNumber,
            fileIndex: activeIndex,
            offset: offset,
            byteCount: LogBatch.byteCount(payload: buffer.payloadByteCount),
            fileByteCount: activeByteCount
        )
        offset += place.byteCount
        activeStaleByteCount = max(activeStaleByteCount, offset)
        nextNumber += 1
        checkInvariants()
        return SealedBatch(place: place, identity: identity, segment: active, buffer: buffer)
    }

    /// Takes back the memory of a batch that was written.
    mutating func reuse(_ batch: consuming SealedBatch) {
        spare = batch.emptied()
    }

    /// Goes on at the beginning of the other file.
    mutating func rotate() {
        precondition(batch.isEmpty, "A batch lies in one file.")
        swap(&active, &idle)
        swap(&activeByteCount, &idleByteCount)
        swap(&activeStaleByteCount, &idleStaleByteCount)
        activeIndex = 1 - activeIndex
        offset = 0
        checkInvariants()
    }
}

extension Log: Invariant {
    /// The open batch has its place in a file that is long enough, behind all that was sealed.
    func brokenInvariants() -> [String] {
        var broken: [String] = []
        if active === idle { broken.append("both files of the log are one") }
        if nextNumber == 0 { broken.append("batches of the log count from 1") }
        if offset % LogBatch.blockByteCount != 0 { broken.append("a batch begins within a block") }
        let end = batch.isEmpty ? offset : offset + LogBatch.byteCount(payload: waitingByteCount)
        // A file that was begun with more memory may have more, and takes nothing then.
        if !batch.isEmpty, end > segmentByteCountMax {
            broken.append("the log's file has more than it may")
        }
        if end > activeByteCount { broken.append("the log's file ends before the open batch") }
        if activeStaleByteCount < offset { broken.append("what was written would not be cleaned") }
        if max(activeStaleByteCount - activeByteCount, idleStaleByteCount - idleByteCount) > 0 {
            broken.append("more would be cleaned than the log's files have")
        }
        return broken
    }
}

/// Where a batch lies in the log.
struct BatchPlace {
    let number: UInt64
    /// Its file, in the order of the files' names.
    let fileIndex: Int
    let offset: Int
    /// Bytes that the batch takes in its file.
    let byteCount: Int
    /// Bytes that the file has, once the batch is durable.
    let fileByteCount: Int
}

/// A batch that takes no more changes and has its place in the log.
struct SealedBatch: ~Copyable {
    let place: BatchPlace
    private let identity: UInt64
    private let segment: LogSegment
    private var buffer: LogBatchBuffer

    init(
        place: BatchPlace,
        identity: UInt64,
        segment: LogSegment,
        buffer: consuming LogBatchBuffer
    ) {
        self.place = place
        self.identity = identity
        self.segment = segment
        self.buffer = buffer
    }

    /// Makes the batch durable, with the time at which that was begun.
    ///
    /// - Throws: A failure after which nobody knows what the disk holds: the process must end.
    mutating func write(at time: LogTime) throws(FileError) {
        let (segment, place) = (segment, place)
        try unsafe buffer.withBatch(identity: identity, number: place.number, time: time) {
            bytes throws(FileError) in
            try unsafe segment.write(bytes, at: place.offset)
        }
        try segment.synchronize()
    }

    /// The memory of the batch, for another one.
    consuming func emptied() -> LogBatchBuffer {
        buffer.removeAll()
        return buffer
    }
}
