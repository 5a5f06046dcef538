internal import Locking

/// Records from time to time how far a log reaches, in a file beside those of the log.
///
/// That is behind the commits that it speaks of, and never in the way of one: after a step of bytes
/// or of time, on the thread that has just told the authors of a commit that it is durable. What
/// was committed since, and is not in LMDB either, can be cut off unnoticed.
final class LogExtentRecord: Sendable {
    private let file: LogSegment
    private let byteCountStep: Int
    private let state: Mutex<State>

    fileprivate struct State {
        /// How far the log reaches.
        var present: LogExtent
        /// What was recorded of it.
        var recorded: LogExtent
        var recordedAt: ContinuousClock.Instant
        var serial: UInt64
        /// Bytes of the batches since.
        var byteCount = 0
    }

    /// Time after which the next commit is recorded, however small it is.
    private static let interval = Duration.seconds(1)

    /// Records how far a log reaches at its opening; all of that must be durable.
    ///
    /// The name of a new file is durable once its directory is flushed.
    init(
        _ extent: LogExtent,
        in directory: String,
        byteCountStep: Int,
        _ operations: FileOperations
    ) throws(FileError) {
        file = try LogSegment(path: directory + "/" + LogExtent.fileName, operations: operations)
        self.byteCountStep = byteCountStep
        let contents = try file.contents()
        let serial = LogExtent.read(contents)?.serial ?? 0
        state = Mutex(
            State(present: extent, recorded: extent, recordedAt: .now, serial: serial &+ 1)
        )
        // So that no later record needs room.
        let missing = LogExtent.fileByteCount - contents.count
        if missing > 0 {
            try write([UInt8](repeating: 0, count: missing), at: contents.count)
        }
        try write(extent, serial: serial &+ 1)
    }

    /// Notes that a batch is durable, and records it if that is due.
    ///
    /// - Throws: A failure after which nobody knows what the disk holds: the process must end.
    func note(_ batch: BatchPlace) throws(FileError) {
        let due = state.withLock { state in state.note(batch, step: byteCountStep, Self.interval) }
        if let due { try write(due.extent, serial: due.serial) }
    }

    private func write(_ extent: LogExtent, serial: UInt64) throws(FileError) {
        let place = Int(serial % 2) * LogExtent.placeByteCount
        try write(extent.place(serial: serial), at: place)
        try file.synchronize()
    }

    private func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        try unsafe bytes.span.bytes.withUnsafeBytes { bytes throws(FileError) in
            try unsafe file.write(bytes, at: offset)
        }
    }
}

extension LogExtentRecord.State {
    /// Notes a batch; answers with what is to be recorded, if anything is.
    fileprivate mutating func note(
        _ batch: BatchPlace,
        step: Int,
        _ interval: Duration
    ) -> (extent: LogExtent, serial: UInt64)? {
        var file = present.files[batch.fileIndex]
        if batch.offset == 0 { file.firstBatch = batch.number }
        file.lastBatch = batch.number
        file.byteCount = batch.fileByteCount
        present.files[batch.fileIndex] = file
        present.checkInvariants()
        byteCount += batch.byteCount
        let now = ContinuousClock.now
        let hasGrown = file.byteCount > recorded.files[batch.fileIndex].byteCount
        guard hasGrown || byteCount >= step || now - recordedAt >= interval else { return nil }
        (recorded, recordedAt, byteCount) = (present, now, 0)
        serial &+= 1
        return (present, serial)
    }
}
