internal import LMDB
internal import LogEngine
internal import StoreTools

/// All batches that can be read of a log of which something is missing, wherever they lie.
struct LogRest {
    /// The greatest number that a batch of the log is known to have had.
    let greatestNumber: UInt64

    private let directory: String
    private let identity: UInt64
    /// The batches behind those that LMDB has, in their order.
    private let places: [Place]

    private struct Place {
        let number: UInt64
        let path: String
        let offset: Int
    }

    /// How many batches there are that LMDB has not got.
    var batchCount: Int { places.count }

    /// Looks for the batches of a store's log behind a position.
    ///
    /// - Throws: `.system`.
    init(in directory: String, behind position: LogPosition) throws(StoreToolError) {
        self.directory = directory + "/" + LogTail.directoryName
        identity = position.identity
        var found: [UInt64: Place] = [:]
        var greatest = position.appliedBatch
        for name in LogRecovery.fileNames {
            let path = self.directory + "/" + name
            do throws(FileError) {
                try Self.search(path, identity) { number, offset, isSound in
                    greatest = max(greatest, number)
                    guard isSound, number > position.appliedBatch else { return }
                    found[number] = Place(number: number, path: path, offset: offset)
                }
                if case .success(let extent) = try LogExtent.read(
                    in: self.directory,
                    identity: identity
                ) {
                    greatest = max(greatest, extent.lastBatch)
                }
            } catch {
                throw .system(path: path, error.code)
            }
        }
        greatestNumber = greatest
        places = found.values.sorted { $0.number < $1.number }
    }

    /// Looks for batches of a log in a file, which need not be there, block by block.
    private static func search(
        _ path: String,
        _ identity: UInt64,
        _ body: (_ number: UInt64, _ offset: Int, _ isSound: Bool) -> Void
    ) throws(FileError) {
        guard let file = try LogFileReader(path: path) else { return }
        let byteCount = try file.byteCount()
        var offset = 0
        while offset < byteCount {
            guard let header = try file.header(at: offset, identity: identity) else {
                offset += LogBatch.blockByteCount
                continue
            }
            let isSound = try file.withBatch(at: offset, identity: identity) { _, _ in } != nil
            body(header.number, offset, isSound)
            offset += isSound ? header.byteCount : LogBatch.blockByteCount
        }
    }

    /// The numbers of the batches that there are without a gap, up to the newest one; nil for none.
    var lastRun: ClosedRange<UInt64>? {
        guard let last = places.last?.number else { return nil }
        var first = last
        for place in places.reversed().dropFirst() {
            guard place.number == first - 1 else { break }
            first = place.number
        }
        return first...last
    }

    /// Lends the batches in their order.
    ///
    /// - Throws: `.system`, or what `body` throws.
    func forEach(
        from first: UInt64 = 0,
        _ body: (LoggedBatch) throws(StoreToolError) -> Void
    ) throws(StoreToolError) {
        for place in places where place.number >= first {
            let result: Result<Void, StoreToolError>?
            do throws(FileError) {
                result = try LogFileReader(path: place.path)?
                    .withBatch(at: place.offset, identity: identity) { _, batch in
                        Result { () throws(StoreToolError) in try body(batch) }
                    }
            } catch {
                throw .system(path: place.path, error.code)
            }
            // It was there a moment before.
            guard let result else { throw .files(.unreadable("Its log changes meanwhile.")) }
            try result.get()
        }
    }
}
