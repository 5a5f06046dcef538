internal import Glibc
package import StorageEngine

/// A batch of changes as it lies in the log: made durable by one flush, and applied whole or not.
///
/// A batch begins at a multiple of 4 KiB, so that writing one never touches the bytes of another,
/// also when a page is torn. It is a header, the changes one behind the other, and zeros:
///
///     header   0  magic, "NOTELOG" and the version of the format, 1
///              8  identity of the log: a random number, the same for all its batches
///             16  number of the batch: 1, 2, 3 and so on for the life of the store
///             24  bytes of the changes
///             32  XXH3-64 of the changes, seeded with the number
///             40  time of writing, in milliseconds since 1970; 0 in logs of earlier versions
///             48  in an archive, of changes that were rewritten: what stood at 32 at first; else 0
///             56  XXH3-64 of the 56 bytes before, seeded with the number
///     change   0  table
///              1  bytes of the key
///              2  bytes of the value, in four bytes, or 0xFFFFFFFF for a delete
///              6  key, value
///
/// Numbers are little-endian. That a file is written over again does no harm: what an earlier
/// use left has smaller numbers than any batch that is looked for, and nobody who chooses what
/// is stored can guess the identity that a forged header would need.
package enum LogBatch {
    /// A batch begins at a multiple of so many bytes.
    package static let blockByteCount = 4096
    static let headerByteCount = 64
    static let changeHeaderByteCount = 6

    /// Bytes of the changes of a batch at most: what a full batch and one largest change take.
    static let payloadByteCountMax =
        EngineLimits.batchByteCountMax + EngineLimits.writeSetByteCountMax
        + EngineLimits.writeSetEntryCountMax * (changeHeaderByteCount + Key.byteCountMax)

    static let magic: UInt64 = 0x0147_4F4C_4554_4F4E
    static let deleted = UInt32.max

    /// The length in the file of a batch with so many bytes of changes.
    static func byteCount(payload: Int) -> Int {
        (headerByteCount + payload + blockByteCount - 1) / blockByteCount * blockByteCount
    }

    /// What tells one log from another, and damage from what was written.
    package struct Header: Equatable {
        /// Names the log.
        package var identity: UInt64
        /// The number of the batch, one more than that of the batch before it.
        package var number: UInt64
        var payloadByteCount: Int
        var payloadChecksum: UInt64
        /// When it was sealed.
        package var time = LogTime.unknown
        /// The checksum of the changes as they were written at first, if they were rewritten since;
        /// else 0.
        var firstChecksum: UInt64 = 0

        /// The length of the batch in the file.
        package var byteCount: Int { LogBatch.byteCount(payload: payloadByteCount) }

        /// Whether some of its changes were blanked or left out since it was written.
        var isRewritten: Bool { firstChecksum != 0 }

        /// What is the same in all forms of one batch, and another in each other batch.
        package var originalChecksum: UInt64 { isRewritten ? firstChecksum : payloadChecksum }
    }
}

extension LogBatch.Header {
    /// Reads a header; nil if there is none, or none that is sound.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= LogBatch.headerByteCount else { return nil }
        func number(at offset: Int) -> UInt64 {
            unsafe UInt64(
                littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            )
        }
        let batch = number(at: 16)
        guard number(at: 0) == LogBatch.magic,
            unsafe number(at: 56)
                == Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[..<56]), seed: batch),
            let payloadByteCount = Int(exactly: number(at: 24)),
            payloadByteCount <= LogBatch.payloadByteCountMax
        else { return nil }
        self.init(
            identity: number(at: 8),
            number: batch,
            payloadByteCount: payloadByteCount,
            payloadChecksum: number(at: 32),
            time: LogTime(milliseconds: Int64(bitPattern: number(at: 40))),
            firstChecksum: number(at: 48)
        )
    }

    /// Writes the header to the beginning of `target`.
    func write(to target: UnsafeMutableRawBufferPointer) {
        let fields = [
            LogBatch.magic, identity, number, UInt64(payloadByteCount), payloadChecksum,
            UInt64(bitPattern: time.milliseconds), firstChecksum,
        ]
        for (index, field) in fields.enumerated() {
            unsafe target.storeBytes(
                of: field.littleEndian,
                toByteOffset: 8 * index,
                as: UInt64.self
            )
        }
        let sum = unsafe Checksum.of(UnsafeRawBufferPointer(rebasing: target[..<56]), seed: number)
        unsafe target.storeBytes(of: sum.littleEndian, toByteOffset: 56, as: UInt64.self)
    }

    /// Whether `payload` is what was written behind this header.
    func matches(_ payload: UnsafeRawBufferPointer) -> Bool {
        unsafe payload.count == payloadByteCount
            && payloadChecksum == Self.checksum(payload, number: number)
    }

    /// The checksum of a batch's changes.
    static func checksum(_ payload: UnsafeRawBufferPointer, number: UInt64) -> UInt64 {
        unsafe Checksum.of(payload, seed: number)
    }
}

/// A batch while it is put together; its memory is kept from batch to batch.
///
/// Invariant: the changes lie behind the place of the header, and both within the memory.
///
/// Unchecked: it has one owner, who alone reaches the memory.
@safe
struct LogBatchBuffer: ~Copyable, @unchecked Sendable {
    /// Bytes of the changes so far.
    private(set) var payloadByteCount = 0
    private var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)

    /// Bytes of memory that are kept; what a rare large batch took is given back.
    private static let byteCountKept = 8 << 20
    private static let byteCountMin = 64 << 10

    deinit {
        unsafe free(memory.baseAddress)
    }

    var isEmpty: Bool { payloadByteCount == 0 }

    /// The length in the file of the batch with one more set, at most.
    func byteCount(with writeSet: borrowing WriteSet) -> Int {
        let heads = writeSet.entries.count * (LogBatch.changeHeaderByteCount + Key.byteCountMax)
        return LogBatch.byteCount(payload: payloadByteCount + heads + writeSet.byteCount)
    }

    mutating func append(_ writeSet: borrowing WriteSet) {
        reserve(byteCount(with: writeSet))
        var end = LogBatch.headerByteCount + payloadByteCount
        writeSet.forEach { key, table, value in
            var count = LogBatch.deleted
            if let value { count = UInt32(truncatingIfNeeded: value.byteCount) }
            unsafe memory[end] = table.rawValue
            unsafe memory[end + 1] = UInt8(truncatingIfNeeded: key.byteCount)
            unsafe memory.storeBytes(of: count.littleEndian, toByteOffset: end + 2, as: UInt32.self)
            end += LogBatch.changeHeaderByteCount
            key.withBytes { end = copy($0, to: end) }
            if let value { end = copy(value, to: end) }
        }
        payloadByteCount = end - LogBatch.headerByteCount
    }

    /// Copies bytes for which there is room, and returns where they end.
    private func copy(_ bytes: RawSpan, to start: Int) -> Int {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe UnsafeMutableRawBufferPointer(rebasing: memory[start...]).copyMemory(from: bytes)
        }
        return start + bytes.byteCount
    }

    /// Makes room for a batch of so many bytes in all.
    private mutating func reserve(_ byteCount: Int) {
        if unsafe byteCount <= memory.count { return }
        let newCount = unsafe max(byteCount, 2 * memory.count, Self.byteCountMin)
        guard let moved = unsafe realloc(memory.baseAddress, newCount) else {
            preconditionFailure("The system has no memory left.")
        }
        unsafe memory = unsafe UnsafeMutableRawBufferPointer(start: moved, count: newCount)
    }

    /// Completes the batch and lends it.
    mutating func withBatch<Failure: Error>(
        identity: UInt64,
        number: UInt64,
        time: LogTime,
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let byteCount = LogBatch.byteCount(payload: payloadByteCount)
        reserve(byteCount)
        let batch = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[..<byteCount])
        let end = LogBatch.headerByteCount + payloadByteCount
        for index in end..<byteCount { unsafe batch[index] = 0 }
        let payload = unsafe UnsafeRawBufferPointer(rebasing: batch[LogBatch.headerByteCount..<end])
        unsafe LogBatch.Header(
            identity: identity,
            number: number,
            payloadByteCount: payloadByteCount,
            payloadChecksum: LogBatch.Header.checksum(payload, number: number),
            time: time
        ).write(to: batch)
        try unsafe body(UnsafeRawBufferPointer(batch))
    }

    /// Begins the next batch.
    mutating func removeAll() {
        payloadByteCount = 0
        guard unsafe memory.count > Self.byteCountKept else { return }
        unsafe free(memory.baseAddress)
        unsafe memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }
}

extension LogBatchBuffer: Invariant {
    /// What was put together is what a start will read: changes, and nothing else.
    func brokenInvariants() -> [String] {
        let end = LogBatch.headerByteCount + payloadByteCount
        if isEmpty { return [] }
        guard unsafe end <= memory.count else { return ["a batch reaches beyond its memory"] }
        let payload = unsafe UnsafeRawBufferPointer(
            rebasing: memory[LogBatch.headerByteCount..<end]
        )
        let isWhole = unsafe LoggedBatch(number: 0, payload: payload).forEach { _, _, _ in }
        return isWhole ? [] : ["a batch holds what is no change"]
    }
}

/// A batch that was read from the log and found sound.
@safe
package struct LoggedBatch {
    /// Its number, one more than that of the batch before it.
    package let number: UInt64
    /// Whether some of its changes were blanked or left out since it was written.
    package let isRewritten: Bool
    private let payload: UnsafeRawBufferPointer

    init(number: UInt64, payload: UnsafeRawBufferPointer, isRewritten: Bool = false) {
        self.number = number
        self.isRewritten = isRewritten
        unsafe self.payload = unsafe payload
    }

    /// Lends the changes in their order, a delete as no value.
    ///
    /// - Returns: Whether all bytes were changes; false for what no version of this engine wrote.
    @discardableResult
    package func forEach(_ body: (Key, TableID, RawSpan?) -> Void) -> Bool {
        var rest = unsafe payload[...]
        while unsafe !rest.isEmpty {
            guard let (table, count) = unsafe Self.header(of: rest) else { return false }
            let keyByteCount = unsafe Int(rest[rest.startIndex + 1])
            unsafe rest = unsafe rest.dropFirst(LogBatch.changeHeaderByteCount)
            guard keyByteCount > 0, unsafe rest.count >= keyByteCount,
                let key = unsafe Key(
                    bytes: UnsafeRawBufferPointer(rebasing: rest.prefix(keyByteCount)).bytes
                )
            else { return false }
            unsafe rest = unsafe rest.dropFirst(keyByteCount)
            guard let count else {
                body(key, table, nil)
                continue
            }
            guard unsafe rest.count >= count else { return false }
            unsafe body(key, table, UnsafeRawBufferPointer(rebasing: rest.prefix(count)).bytes)
            unsafe rest = unsafe rest.dropFirst(count)
        }
        return true
    }

    /// Table and bytes of the value of the change that `bytes` begin with.
    private static func header(of bytes: Slice<UnsafeRawBufferPointer>) -> (TableID, Int?)? {
        guard unsafe bytes.count >= LogBatch.changeHeaderByteCount else { return nil }
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: bytes)
        let count = unsafe UInt32(
            littleEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt32.self)
        )
        return unsafe (TableID(rawValue: bytes[0]), count == LogBatch.deleted ? nil : Int(count))
    }
}
