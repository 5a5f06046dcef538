import Glibc
internal import OperatingSystem

/// The two meta pages of a data file, read before LMDB maps it.
///
/// LMDB 0.9 trusts them: a file cut short opens without complaint and kills the process with
/// SIGBUS at the first read behind its end. Reading 152 bytes twice finds that out in time.
package struct MetaPages: Sendable, Equatable {
    /// Bytes of a page.
    package let pageByteCount: Int
    /// The last page that the newer meta page knows of.
    package let lastPageNumber: UInt64
    /// The number of the newer transaction.
    package let transactionID: UInt64
    /// Bytes of the file.
    package let fileByteCount: Int

    /// Whether the file ends before the last page.
    ///
    /// Suspicious, not proof: pages that were allocated and freed in one transaction at the end
    /// of the file are counted but never written. A full check of the store decides.
    package var isFileShort: Bool {
        let (needed, overflow) = (lastPageNumber + 1).multipliedReportingOverflow(
            by: UInt64(pageByteCount)
        )
        return overflow || UInt64(fileByteCount) < needed
    }

    /// Reads and checks both pages.
    ///
    /// - Throws: `.invalid` for another kind of file, a file too short for two pages, or meta
    ///   pages more than one transaction apart; `.versionMismatch` for another format.
    package init(path: String) throws(LMDBError) {
        let descriptor = try checkErrno { PlainFile.open(path, O_RDONLY | O_CLOEXEC) }
        defer { close(descriptor) }
        try self.init(descriptor)
    }

    /// Reads and checks both pages of an open file.
    init(_ descriptor: Int32) throws(LMDBError) {
        var status = stat()
        try checkErrno { unsafe fstat(descriptor, &status) }
        fileByteCount = Int(status.st_size)
        let first = try Meta(descriptor, offset: 0)
        guard fileByteCount >= 2 * Int(first.pageByteCount) else { throw .invalid }
        let second = try Meta(descriptor, offset: Int(first.pageByteCount))
        guard first.pageByteCount == second.pageByteCount else { throw .invalid }
        let newer = first.transactionID > second.transactionID ? first : second
        let older = first.transactionID > second.transactionID ? second : first
        guard newer.transactionID - older.transactionID <= 1 else { throw .invalid }
        guard newer.lastPageNumber < UInt64.max else { throw .invalid }
        pageByteCount = Int(newer.pageByteCount)
        lastPageNumber = newer.lastPageNumber
        transactionID = newer.transactionID
    }

    /// One meta page: a 16-byte page header, then `MDB_meta` in the machine's byte order.
    private struct Meta {
        let pageByteCount: UInt32
        let lastPageNumber: UInt64
        let transactionID: UInt64

        static let magic: UInt32 = 0xBEEF_C0DE
        static let version: UInt32 = 1
        static let byteCount = 152

        init(_ descriptor: Int32, offset: Int) throws(LMDBError) {
            var bytes = [UInt8](repeating: 0, count: Meta.byteCount)
            let count = unsafe pread(descriptor, &bytes, bytes.count, offset)
            guard count == bytes.count else { throw .invalid }
            let span = unsafe bytes.span.bytes
            let magic = unsafe span.unsafeLoadUnaligned(fromByteOffset: 16, as: UInt32.self)
            let version = unsafe span.unsafeLoadUnaligned(fromByteOffset: 20, as: UInt32.self)
            guard magic == Meta.magic else { throw .invalid }
            guard version == Meta.version else { throw .versionMismatch }
            let pageSize = unsafe span.unsafeLoadUnaligned(fromByteOffset: 40, as: UInt32.self)
            guard pageSize.nonzeroBitCount == 1, (512...32768).contains(pageSize) else {
                throw .invalid
            }
            pageByteCount = pageSize
            lastPageNumber =
                unsafe span.unsafeLoadUnaligned(fromByteOffset: 136, as: UInt64.self)
            transactionID =
                unsafe span.unsafeLoadUnaligned(fromByteOffset: 144, as: UInt64.self)
        }
    }
}
