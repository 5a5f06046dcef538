internal import Domain
internal import Glibc
internal import LMDB
internal import LogEngine
internal import StoreTools

/// The batches of one log that were kept, in the files of one or several folders.
///
/// Beside files of archives it reads the two of a log itself, so that nothing is lost of a store
/// whose database is gone and whose log is not. Other files are passed over.
struct ArchivedLog {
    private let identity: UInt64
    private let files: [ArchivedFile]
    /// The newest batch that the folder of a log is known to have had, and that folder.
    private var known: (batch: UInt64, folder: String)?

    /// Looks for the files of a log; what is in them is read later.
    ///
    /// - Throws: `.system`, or `.archive` if there is none, or one without its beginning.
    init(in folders: [String], identity: UInt64) throws(StoreToolError) {
        self.identity = identity
        var files: [ArchivedFile] = []
        var behind = UnreachedBatch(number: 0, path: "")
        for folder in folders {
            files += try ArchivedFile.all(in: folder, identity, noting: &behind)
        }
        guard let last = files.map(\.last).max() else { throw .archive(.nothingOfLog) }
        guard behind.number <= last + 1 else {
            throw .archive(.damaged(path: behind.path, batch: last + 1))
        }
        self.files = files.sorted { ($0.first, $0.last) < ($1.first, $1.last) }
        for folder in folders {
            guard let batch = try Self.knownBatch(in: folder, identity),
                batch > known?.batch ?? 0
            else { continue }
            known = (batch, folder)
        }
    }

    /// The newest batch that the log in a folder is known to have had, if there is one.
    private static func knownBatch(
        in folder: String,
        _ identity: UInt64
    ) throws(StoreToolError) -> UInt64? {
        do throws(FileError) {
            guard case .success(let extent) = try LogExtent.read(in: folder, identity: identity)
            else { return nil }
            return extent.lastBatch
        } catch {
            throw .system(path: folder + "/" + LogExtent.fileName, error.code)
        }
    }

    /// Lends the batches behind one, in their order, and each once.
    ///
    /// - Parameters:
    ///   - batch: the last batch that is not wanted.
    ///   - end: the moment after which none is wanted: it ends before the first later batch.
    ///   - body: takes a batch.
    /// - Returns: What was lent.
    /// - Throws: `.archive` if one is missing or damaged, `.system`, or what `body` throws.
    func forEach(
        after batch: UInt64,
        until end: Instant?,
        _ body: (LoggedBatch) throws(StoreToolError) -> Void
    ) throws(StoreToolError) -> LogReach {
        var walk = ArchiveWalk(after: batch, until: end.map { LogTime($0) })
        for file in files where file.last > walk.reach.lastBatch && !walk.isOver {
            guard file.first <= walk.reach.lastBatch + 1 else {
                throw .archive(.gap(after: walk.reach.lastBatch, next: file.first))
            }
            try walk.pass(file, of: identity, body)
        }
        if let known, !walk.isOver, walk.reach.lastBatch < known.batch {
            throw .archive(
                .incomplete(path: known.folder, after: walk.reach.lastBatch, known: known.batch)
            )
        }
        return walk.reach
    }
}

/// A file of an archive, or of a log, whose first and last batch are known.
struct ArchivedFile {
    let path: String
    let first: UInt64
    let last: UInt64

    /// The files of a folder that are of one log.
    static func all(
        in folder: String,
        _ identity: UInt64,
        noting behind: inout UnreachedBatch
    ) throws(StoreToolError) -> [ArchivedFile] {
        let names: [String]
        do throws(LMDBError) {
            names = try FileSystem.names(in: folder)
        } catch {
            throw StoreToolError(error, path: folder)
        }
        var files = names.compactMap(ArchivedFileName.init).filter { $0.identity == identity }
            .map { ArchivedFile(path: folder + "/" + $0.text, first: $0.first, last: $0.last) }
        let logNames = LogRecovery.fileNames.filter(names.contains)
        files += try runs(of: logNames.map { folder + "/" + $0 }, identity, noting: &behind)
        return files
    }

    /// The files of a log, as far as their batches follow each other.
    ///
    /// The last one may be torn, for it was being written. One behind that proves that something is
    /// missing that was durable, unless other files have it: a file whose batches are all in the
    /// database, and before that in the archive, is overwritten from its beginning.
    private static func runs(
        of paths: [String],
        _ identity: UInt64,
        noting behind: inout UnreachedBatch
    ) throws(StoreToolError) -> [ArchivedFile] {
        var files: [ArchivedFile] = []
        for path in paths {
            do throws(FileError) {
                guard let file = try LogFileReader(path: path) else { continue }
                let run = try LogRun(of: file, identity: identity) { _ in }
                if run.greatestBehind > behind.number {
                    behind = UnreachedBatch(number: run.greatestBehind, path: path)
                }
                guard let first = run.first else { continue }
                files.append(ArchivedFile(path: path, first: first, last: run.last))
            } catch {
                throw .system(path: path, error.code)
            }
        }
        return files
    }
}

/// The greatest batch of a log behind one that is not there or not whole, and its file.
struct UnreachedBatch {
    let number: UInt64
    let path: String
}

/// The state of going through an archive.
private struct ArchiveWalk {
    private(set) var reach: LogReach
    private(set) var isOver = false
    private let end: LogTime?
    /// The checksum of the last batch that was lent, as it was written at first.
    private var lastChecksum: UInt64?

    init(after batch: UInt64, until end: LogTime?) {
        reach = LogReach(lastBatch: batch)
        self.end = end
    }

    /// Goes through a file, lends what is new in it, and compares what is not.
    mutating func pass(
        _ file: ArchivedFile,
        of identity: UInt64,
        _ body: (LoggedBatch) throws(StoreToolError) -> Void
    ) throws(StoreToolError) {
        guard file.first > 0, file.first <= file.last else {
            throw .archive(.damaged(path: file.path, batch: file.first))
        }
        var offset = 0
        var failure: StoreToolError?
        do throws(FileError) {
            guard let reader = try LogFileReader(path: file.path) else {
                throw FileError(ENOENT)
            }
            for number in file.first...file.last {
                guard let header = try reader.header(at: offset), header.number == number,
                    header.identity == identity
                else {
                    failure = .archive(.damaged(path: file.path, batch: number))
                    break
                }
                failure = try take(header, at: offset, of: reader, file.path, body)
                if failure != nil || isOver { break }
                offset += header.byteCount
            }
        } catch {
            throw .system(path: file.path, error.code)
        }
        if let failure { throw failure }
    }

    /// Takes a batch; answers why it cannot be taken.
    private mutating func take(
        _ header: LogBatch.Header,
        at offset: Int,
        of reader: LogFileReader,
        _ path: String,
        _ body: (LoggedBatch) throws(StoreToolError) -> Void
    ) throws(FileError) -> StoreToolError? {
        let number = header.number
        if number <= reach.lastBatch {
            let isOther =
                number == reach.lastBatch && lastChecksum != nil
                && lastChecksum != header.originalChecksum
            return isOther ? .archive(.forked(path: path, batch: number)) : nil
        }
        if let end {
            guard header.time != .unknown else { return .archive(.untimed(batch: number)) }
            isOver = header.time > end
            reach.isExhausted = !isOver
            if isOver { return nil }
        }
        let identity = header.identity
        let result = try reader.withBatch(at: offset, identity: identity) { _, batch in
            Result { () throws(StoreToolError) in try body(batch) }
        }
        guard let result else { return .archive(.damaged(path: path, batch: number)) }
        if case .failure(let failure) = result { return failure }
        reach.lastBatch = number
        reach.batchCount += 1
        reach.writtenAt =
            header.time == .unknown ? nil : Instant(milliseconds: header.time.milliseconds)
        lastChecksum = header.originalChecksum
        return nil
    }
}

extension LogTime {
    fileprivate init(_ moment: Instant) {
        self.init(milliseconds: moment.milliseconds)
    }
}
