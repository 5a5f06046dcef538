internal import OperatingSystem

/// What an archive is to keep of a batch.
package enum ArchivedBatchJudgement {
    /// All its changes.
    case kept
    /// These changes, some of which were blanked, and others left out.
    case rewritten([UInt8])
    /// Nobody can tell.
    case unknown
}

/// Rewrites a file of an archive in which values stand that were erased.
///
/// The new file takes the place of the old one at one moment, when it is whole and durable: who
/// reads the old one goes on with it, and a crash leaves one or the other. One batch is in memory
/// at a time.
package struct ArchivedFileCleaning {
    /// What became of a file.
    package enum Outcome: Equatable {
        /// It holds nothing that was erased, or is not there any more.
        case clean
        /// It held something, and does no more.
        case rewritten
        /// Whoever wanted it cleaned gave up; it is as it was.
        case interrupted
    }

    /// Why a file stays as it is.
    package enum Failure: Error, Equatable {
        /// The system refused.
        case system(Int32)
        /// A batch is not what was once written there, or nobody can tell what is to be kept of it.
        case batch(UInt64)
    }

    /// Bytes after which what was written is flushed: the log's own flushes wait no longer than
    /// that takes.
    private static let flushByteCount = 1 << 20

    private let path: String
    private let name: ArchivedFileName
    private let judge: (LoggedBatch) -> ArchivedBatchJudgement
    /// Is told of the bytes of each batch; answers whether to go on.
    private let rest: (Int) -> Bool

    /// Prepares to clean a file of an archive.
    ///
    /// - Parameters:
    ///   - name: The file.
    ///   - folder: The folder of the archive.
    ///   - rest: is told how many bytes a batch took that was dealt with; answers whether to go on.
    ///   - judge: says what is to be kept of a batch.
    package init(
        _ name: ArchivedFileName,
        in folder: String,
        rest: @escaping (_ byteCount: Int) -> Bool,
        judge: @escaping (LoggedBatch) -> ArchivedBatchJudgement
    ) {
        path = folder + "/" + name.text
        self.name = name
        self.rest = rest
        self.judge = judge
    }

    /// Cleans the file.
    ///
    /// - Throws: `Failure`; the file is as it was then.
    package func run() throws(Failure) -> Outcome {
        _ = UnfinishedItem.removeAbandoned(beside: path)
        guard let file = try open() else { return .clean }
        var offset = 0
        for number in name.first...max(name.first, name.last) {
            let batch = try batch(number, at: offset, of: file)
            if batch.rewritten != nil { return try rewrite(file) }
            offset += batch.header.byteCount
            guard rest(batch.header.byteCount) else { return .interrupted }
        }
        return .clean
    }

    private func rewrite(_ file: LogFileReader) throws(Failure) -> Outcome {
        let replacement = try Self.checked { () throws(SystemError) in
            try FileReplacement(at: path)
        }
        var (offset, unflushedByteCount) = (0, 0)
        for number in name.first...max(name.first, name.last) {
            let batch = try batch(number, at: offset, of: file)
            var bytes = batch.rewritten ?? []
            if bytes.isEmpty { bytes = try self.bytes(batch.header, at: offset, of: file) }
            unflushedByteCount += bytes.count
            let isFlushed = unflushedByteCount >= Self.flushByteCount
            try Self.checked { () throws(SystemError) in
                try replacement.write(bytes)
                if isFlushed { try replacement.flush() }
            }
            if isFlushed { unflushedByteCount = 0 }
            offset += batch.header.byteCount
            guard rest(batch.header.byteCount) else { return .interrupted }
        }
        // Somebody may have removed it meanwhile, who needs it no more.
        guard try open() != nil else { return .clean }
        do throws(SystemError) {
            try replacement.finish()
        } catch {
            throw .system(error.number)
        }
        return .rewritten
    }

    private func open() throws(Failure) -> LogFileReader? {
        do throws(FileError) {
            return try LogFileReader(path: path)
        } catch {
            throw .system(error.code)
        }
    }

    /// The batch at an offset, and its bytes as they are to be, if they are to be others.
    private func batch(
        _ number: UInt64,
        at offset: Int,
        of file: LogFileReader
    ) throws(Failure) -> (header: LogBatch.Header, rewritten: [UInt8]?) {
        let found: (LogBatch.Header, ArchivedBatchJudgement)?
        do throws(FileError) {
            found = try file.withBatch(at: offset, identity: name.identity) { header, batch in
                (header, judge(batch))
            }
        } catch {
            throw .system(error.code)
        }
        guard let (header, judgement) = found, header.number == number else { throw .batch(number) }
        switch judgement {
        case .kept: return (header, nil)
        case .rewritten(let payload): return (header, header.bytes(of: payload))
        case .unknown: throw .batch(number)
        }
    }

    /// The bytes of a batch as they are.
    private func bytes(
        _ header: LogBatch.Header,
        at offset: Int,
        of file: LogFileReader
    ) throws(Failure) -> [UInt8] {
        let bytes: [UInt8]?
        do throws(FileError) {
            bytes = try unsafe file.withBatchBytes(at: offset, identity: name.identity) {
                _,
                bytes in
                unsafe [UInt8](bytes)
            }
        } catch {
            throw .system(error.code)
        }
        guard let bytes else { throw .batch(header.number) }
        return bytes
    }

    private static func checked<Success: ~Copyable>(
        _ body: () throws(SystemError) -> Success
    ) throws(Failure) -> Success {
        do throws(SystemError) {
            return try body()
        } catch {
            throw .system(error.number)
        }
    }
}
