import Glibc
internal import OperatingSystem

/// LMDB's data file, read page by page and without its map.
///
/// What is read is damaged for all that is known. A page behind the end of the file, or one that
/// the disk cannot read, is an error here, where touching the map would end the process (SIGBUS).
@safe
package final class DataFile: Sendable {
    /// Bytes of a page.
    package let pageByteCount: Int
    /// Bytes of the file when it was opened.
    package let byteCount: Int
    private let descriptor: Int32

    /// Opens a data file for reading.
    ///
    /// - Throws: `.invalid` if neither of its meta pages is one, `.io`.
    package convenience init(path: String) throws(LMDBError) {
        try self.init(owning: try checkErrno { PlainFile.open(path, O_RDONLY | O_CLOEXEC) })
    }

    /// Opens a data file for reading of which both meta pages may be damaged: its pages are as long
    /// then as those of the machine, which LMDB makes them.
    ///
    /// - Throws: `.io`.
    convenience init(salvaging path: String) throws(LMDBError) {
        try self.init(
            owning: try checkErrno { PlainFile.open(path, O_RDONLY | O_CLOEXEC) },
            pageByteCountMissing: Int(getpagesize())
        )
    }

    /// Reads a file that somebody else has open, who may close it meanwhile.
    convenience init(duplicating descriptor: Int32) throws(LMDBError) {
        try self.init(owning: try checkErrno { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) })
    }

    /// Takes a descriptor over.
    ///
    /// - Parameters:
    ///   - descriptor: is closed with this, or at once where this throws.
    ///   - missing: bytes of a page where no meta page says it; nil to refuse such a file.
    /// - Throws: `.invalid`, `.io`.
    private init(
        owning descriptor: Int32,
        pageByteCountMissing missing: Int? = nil
    ) throws(LMDBError) {
        do throws(LMDBError) {
            var status = stat()
            try checkErrno { unsafe fstat(descriptor, &status) }
            byteCount = Int(status.st_size)
            guard let known = try Self.pageByteCount(descriptor) ?? missing else { throw .invalid }
            pageByteCount = known
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Pages that begin and end within the file.
    package var pageCount: UInt64 { UInt64(byteCount / pageByteCount) }

    /// The states of both meta pages, the newer one first; those are left out that are damaged.
    package func states() -> [DatabaseState] {
        Self.metaPages.compactMap(state(ofPage:)).sorted { $0.transactionID > $1.transactionID }
    }

    /// The meta pages that are damaged.
    func damagedMetaPages() -> [UInt64] {
        Self.metaPages.filter { state(ofPage: $0) == nil }
    }

    private static let metaPages: [UInt64] = [0, 1]

    /// The state that a transaction made, while its meta page is there.
    package func state(asOf transactionID: UInt64) -> DatabaseState? {
        states().first { $0.transactionID == transactionID }
    }

    /// Reads whole pages into `target`, which has room for them.
    ///
    /// - Throws: Why they cannot be read.
    func read(
        _ number: UInt64,
        into target: inout [UInt8]
    ) throws(PageDefect) {
        let (offset, overflow) = number.multipliedReportingOverflow(by: UInt64(pageByteCount))
        guard !overflow, let start = off_t(exactly: offset), start < off_t(byteCount) else {
            throw .behindEnd
        }
        var done = 0
        while done < target.count {
            let count = unsafe target.withUnsafeMutableBytes { bytes in
                unsafe pread(
                    descriptor,
                    bytes.baseAddress?.advanced(by: done),
                    bytes.count - done,
                    start + off_t(done)
                )
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw .unreadable(errno: errno)
            }
            guard count > 0 else { throw .behindEnd }
            done += count
        }
    }

    private func state(ofPage number: UInt64) -> DatabaseState? {
        var bytes = [UInt8](repeating: 0, count: pageByteCount)
        do throws(PageDefect) {
            try read(number, into: &bytes)
        } catch {
            return nil
        }
        let state = unsafe DatabaseState(bytes.span.bytes, page: number)
        return state?.pageByteCount == pageByteCount ? state : nil
    }

    /// The size of a page as the first meta page says it, or else the second one, which is looked
    /// for behind pages of each size; nil if neither is one.
    private static func pageByteCount(_ descriptor: Int32) throws(LMDBError) -> Int? {
        var bytes = [UInt8](repeating: 0, count: DatabaseState.byteCount)
        let places = [0, 4096, 512, 1024, 2048, 8192, 16384, 32768]
        for place in places {
            let count = unsafe pread(descriptor, &bytes, bytes.count, off_t(place))
            if count < 0 { throw .io(errno: errno) }
            guard count == bytes.count,
                let state = unsafe DatabaseState(bytes.span.bytes, page: place == 0 ? 0 : 1),
                place == 0 || state.pageByteCount == place
            else { continue }
            return state.pageByteCount
        }
        return nil
    }
}
