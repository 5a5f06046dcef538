internal import Glibc
internal import LMDB

/// Copies what one file of a log holds into an archive, before the file is written over.
///
/// It works on the thread of the mover, beside the writer, and reads the file as another process
/// would.
struct LogArchiver: Sendable {
    private let archive: LogArchive
    private let logDirectory: String
    private let identity: UInt64

    /// Bytes after which what was copied is flushed: the log's own flushes wait no longer than that
    /// takes.
    private static let flushByteCount = 1 << 20

    /// Prepares to archive a log; the folder of the archive is made if it is not there.
    ///
    /// - Throws: `.system` if nothing can be written there.
    init(
        _ archive: LogArchive,
        logDirectory: String,
        identity: UInt64
    ) throws(LogArchiveError) {
        self.archive = archive
        self.logDirectory = logDirectory
        self.identity = identity
        do throws(LMDBError) {
            try FileSystem.createDirectory(archive.directory)
        } catch {
            throw LogArchiveError(error, at: archive.directory)
        }
        guard unsafe access(archive.directory, W_OK | X_OK) == 0 else {
            throw .system(path: archive.directory, FileError(errno))
        }
    }

    /// Tells those who watch over the archive.
    func report(_ news: LogArchiveNews) {
        archive.report(news)
    }

    /// Keeps all batches of the file whose last one has this number; they are durable there.
    ///
    /// A file that is kept already, for a crash came before that was noted, is not written again.
    func keep(upTo last: UInt64) throws(LogArchiveError) {
        let (file, first) = try file(upTo: last)
        let name = ArchivedFileName(identity: identity, first: first, last: last)
        let path = archive.directory + "/" + name.text
        let unfinished = path + ".new"
        unsafe unlink(unfinished)
        let isWhole: Bool
        do throws(FileError) {
            isWhole = try copyBatches(of: file, first...last, to: unfinished)
        } catch {
            unsafe unlink(unfinished)
            throw .system(path: unfinished, error)
        }
        guard isWhole else {
            unsafe unlink(unfinished)
            throw .logDamaged
        }
        try finish(unfinished, as: path)
    }

    /// The file of the log with this batch and those before it, and the number of its first.
    ///
    /// Of the two it is the one that began later, but no later than that.
    private func file(
        upTo last: UInt64
    ) throws(LogArchiveError) -> (file: LogFileReader, first: UInt64) {
        var found: (file: LogFileReader, first: UInt64)?
        for name in LogRecovery.fileNames {
            let path = logDirectory + "/" + name
            do throws(FileError) {
                guard let file = try LogFileReader(path: path),
                    let header = try file.header(at: 0),
                    header.identity == identity, header.number <= last
                else { continue }
                if header.number > found?.first ?? 0 { found = (file, header.number) }
            } catch {
                throw .system(path: path, error)
            }
        }
        guard let found else { throw .logDamaged }
        return found
    }

    /// Copies batches to a new file; answers whether all of them were there.
    private func copyBatches(
        of source: LogFileReader,
        _ numbers: ClosedRange<UInt64>,
        to path: String
    ) throws(FileError) -> Bool {
        let target = try LogSegment(path: path, operations: FileOperations())
        var offset = 0
        var flushedOffset = 0
        for number in numbers {
            let byteCount = try unsafe source.withBatchBytes(at: offset, identity: identity) {
                header,
                bytes throws(FileError) in
                guard header.number == number else { return 0 }
                try unsafe target.write(bytes, at: offset)
                return header.byteCount
            }
            guard let byteCount, byteCount > 0 else { return false }
            offset += byteCount
            if offset - flushedOffset >= Self.flushByteCount {
                try target.synchronize()
                flushedOffset = offset
            }
        }
        try target.synchronize()
        return true
    }

    /// Gives a whole file its name, durably.
    private func finish(_ unfinished: String, as path: String) throws(LogArchiveError) {
        if FileSystem.exists(path) {
            let isSame = try haveSameBatches(unfinished, path)
            unsafe unlink(unfinished)
            guard isSame else { throw .conflict(path: path) }
        } else if unsafe rename(unfinished, path) != 0 {
            throw .system(path: path, FileError(errno))
        }
        do throws(LMDBError) {
            try FileSystem.synchronize(archive.directory)
        } catch {
            throw LogArchiveError(error, at: archive.directory)
        }
    }

    /// Whether a file of the archive has the batches that are to be kept, be it that some of them
    /// were rewritten there.
    private func haveSameBatches(
        _ path: String,
        _ other: String
    ) throws(LogArchiveError) -> Bool {
        do throws(FileError) {
            guard let file = try LogFileReader(path: path),
                let archived = try LogFileReader(path: other)
            else { return false }
            let (end, archivedEnd) = (try file.byteCount(), try archived.byteCount())
            var (offset, archivedOffset) = (0, 0)
            while offset < end {
                guard let header = try file.header(at: offset, identity: identity),
                    let same = try archived.withBatch(
                        at: archivedOffset,
                        identity: identity,
                        { header, _ in header }
                    ),
                    same.number == header.number, same.time == header.time,
                    same.originalChecksum == header.originalChecksum
                else { return false }
                offset += header.byteCount
                archivedOffset += same.byteCount
            }
            return archivedOffset == archivedEnd
        } catch {
            throw .system(path: other, error)
        }
    }
}

extension LogArchiveError {
    /// Translates what the file system said about a path.
    fileprivate init(_ error: LMDBError, at path: String) {
        if case .io(let number) = error {
            self = .system(path: path, FileError(number))
        } else {
            self = .system(path: path, FileError(EIO))
        }
    }
}
