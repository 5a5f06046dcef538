internal import StorageEngine

/// How far the files of a log are known to reach: what was durable when that was last recorded.
///
/// It never says more than the disk has, so that a log that has less has lost something. It lies in
/// a file of its own beside those of the log, in one of two places that are written in turn: one of
/// them is whole at each moment. Each place is a block of zeros that begins with
///
///      0  magic, "NOTEEXT" and the version of the format, 1
///      8  identity of the log
///     16  how often it was recorded; the greater one counts
///     24  of the file `even`: its bytes, the number of its first batch and that of its last one
///     48  the same of the file `odd`
///     72  XXH3-64 of the 72 bytes before, seeded with the identity
///
/// Numbers are little-endian.
package struct LogExtent: Equatable {
    /// That of the store's log.
    package let identity: UInt64
    /// The log's files, in the order of their names.
    package var files: [File]

    /// What a file of the log is known to hold.
    package struct File: Equatable {
        /// Bytes of the file, those of its end included that hold nothing yet.
        package var byteCount = 0
        /// The number of its first batch; 0 for none.
        package var firstBatch: UInt64 = 0
        /// The number of its last batch; 0 for none.
        package var lastBatch: UInt64 = 0
    }

    /// The name of its file in the directory of the log.
    package static let fileName = "extent"
    /// Bytes of each of the two places; a torn write spoils one alone.
    static let placeByteCount = LogBatch.blockByteCount
    /// Bytes of the file.
    package static let fileByteCount = 2 * placeByteCount

    private static let magic: UInt64 = 0x0154_5845_4554_4F4E
    private static let checkedByteCount = 72

    /// The number of the newest batch that is known to be durable; 0 for none.
    package var lastBatch: UInt64 { files.map(\.lastBatch).max() ?? 0 }

    /// The name of the file that is known to hold a batch.
    func nameOfFile(with batch: UInt64) -> String? {
        zip(LogRecovery.fileNames, files).first { _, file in
            file.firstBatch <= batch && batch <= file.lastBatch
        }?.0
    }

    init(identity: UInt64, files: [File]) {
        precondition(files.count == LogRecovery.fileNames.count, "A log has two files.")
        self.identity = identity
        self.files = files
    }
}

extension LogExtent: Invariant {
    /// Each file has a run of batches, and no batch is in both.
    func brokenInvariants() -> [String] {
        let filled = files.filter { $0.lastBatch > 0 }
        var broken: [String] = []
        if filled.contains(where: { $0.firstBatch == 0 || $0.firstBatch > $0.lastBatch }) {
            broken.append("a file of the log ends before it begins")
        }
        if filled.count == 2,
            filled[0].firstBatch <= filled[1].lastBatch,
            filled[1].firstBatch <= filled[0].lastBatch
        {
            broken.append("both files of the log have the same batches")
        }
        return broken
    }
}

extension LogExtent {
    /// Reads the newer of the two places of a file's contents; nil if none is sound.
    package static func read(_ contents: [UInt8]) -> (extent: LogExtent, serial: UInt64)? {
        let places = [0, placeByteCount].compactMap { offset in
            contents.count >= offset + placeByteCount
                ? place(Array(contents[offset..<offset + placeByteCount])) : nil
        }
        return places.max { $0.serial < $1.serial }
    }

    private static func place(_ bytes: [UInt8]) -> (extent: LogExtent, serial: UInt64)? {
        func number(_ index: Int) -> UInt64 {
            bytes[8 * index..<8 * (index + 1)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        func file(_ index: Int) -> File? {
            guard let byteCount = Int(exactly: number(index)) else { return nil }
            return File(
                byteCount: byteCount,
                firstBatch: number(index + 1),
                lastBatch: number(index + 2)
            )
        }
        let sum = unsafe bytes.withUnsafeBytes {
            unsafe Checksum.of(
                UnsafeRawBufferPointer(rebasing: $0[..<checkedByteCount]),
                seed: number(1)
            )
        }
        guard number(0) == magic, number(9) == sum, let even = file(3), let odd = file(6) else {
            return nil
        }
        return (LogExtent(identity: number(1), files: [even, odd]), number(2))
    }

    /// The bytes of a place.
    func place(serial: UInt64) -> [UInt8] {
        var numbers = [Self.magic, identity, serial]
        for file in files { numbers += [UInt64(file.byteCount), file.firstBatch, file.lastBatch] }
        var bytes: [UInt8] = []
        func append(_ number: UInt64) {
            unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
        }
        for number in numbers { append(number) }
        unsafe append(
            bytes.withUnsafeBytes { unsafe Checksum.of($0, seed: identity) }
        )
        return bytes + [UInt8](repeating: 0, count: Self.placeByteCount - bytes.count)
    }
}

extension LogExtent {
    /// Reads the extent of the log in a directory; or says that it is missing, damaged or foreign.
    package static func read(
        in directory: String,
        identity: UInt64
    ) throws(FileError) -> Result<LogExtent, LogLoss> {
        guard let file = try LogFileReader(path: directory + "/" + fileName) else {
            return .failure(.missing(file: fileName))
        }
        let contents = try file.bytes(countMax: fileByteCount)
        guard contents.count == fileByteCount else {
            return .failure(
                .short(file: fileName, byteCount: contents.count, known: fileByteCount)
            )
        }
        guard let extent = read(contents)?.extent else { return .failure(.damagedExtent) }
        return extent.identity == identity ? .success(extent) : .failure(.foreign(file: fileName))
    }

    /// What files of the log lack by their lengths alone; nil for nothing.
    ///
    /// The lengths are those of the log's files, in the order of their names; nil for one that is
    /// not there.
    func loss(in byteCounts: [Int?]) -> LogLoss? {
        for (name, (file, byteCount)) in zip(LogRecovery.fileNames, zip(files, byteCounts)) {
            guard let byteCount else { return .missing(file: name) }
            if byteCount < file.byteCount {
                return .short(file: name, byteCount: byteCount, known: file.byteCount)
            }
        }
        return nil
    }
}
