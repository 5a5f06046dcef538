import CLMDB
import Glibc
internal import OperatingSystem

/// What LMDB, or the file system below it, refused to do.
///
/// An absent key is no error: lookups return `nil` for it.
package enum LMDBError: Error, Equatable, Sendable {
    /// The memory map has no free page left; nothing was changed.
    case mapFull
    /// Every slot of the reader table is taken by a live reader.
    case readersFull
    /// One transaction touched more pages than LMDB can track.
    case transactionFull
    /// A meta page could not be written: the environment must be closed and read again.
    case panic
    /// A page is not what the pages above it say, or they go round in a circle.
    case corrupted
    /// A page number points beyond the end of the file.
    case pageNotFound
    /// The file was written by another version of LMDB.
    case versionMismatch
    /// The file is no LMDB file, or its meta pages contradict each other.
    case invalid
    /// Another process made the map larger than ours.
    case mapResized
    /// More tables were asked for than `EnvironmentOptions.tableCountMax`.
    case tablesFull
    /// The transaction failed before and can only be aborted.
    case badTransaction
    /// A key was empty or longer than 511 bytes, or a value too long for a page run.
    case badValueSize
    /// A record that was to be appended does not come after all others.
    case keyExists
    /// The file has no table of this name, and may only be read.
    case tableMissing(String)
    /// Another process has this store open.
    case inUse
    /// This process has the store open already, which it may have once only.
    case alreadyOpen
    /// The environment was closed.
    case closed
    /// The store lies on a file system on which LMDB is not safe (network, FUSE).
    case unsafeFilesystem
    /// A system call failed with this `errno`.
    case io(errno: Int32)
    /// Any other LMDB code.
    case other(code: Int32)

    /// Translates a result code other than success.
    package init(code: Int32) {
        switch code {
        case MDB_MAP_FULL: self = .mapFull
        case MDB_READERS_FULL: self = .readersFull
        case MDB_TXN_FULL: self = .transactionFull
        case MDB_PANIC: self = .panic
        case MDB_CORRUPTED, MDB_CURSOR_FULL: self = .corrupted
        case MDB_PAGE_NOTFOUND: self = .pageNotFound
        case MDB_VERSION_MISMATCH: self = .versionMismatch
        case MDB_INVALID: self = .invalid
        case MDB_MAP_RESIZED: self = .mapResized
        case MDB_DBS_FULL: self = .tablesFull
        case MDB_BAD_TXN: self = .badTransaction
        case MDB_BAD_VALSIZE: self = .badValueSize
        case MDB_KEYEXIST: self = .keyExists
        default: self = code > 0 ? .io(errno: code) : .other(code: code)
        }
    }

    /// Whether the write would have worked with more room on the disk or in the map.
    package var isOutOfSpace: Bool {
        switch self {
        case .mapFull, .io(errno: ENOSPC), .io(errno: EDQUOT), .io(errno: EFBIG): true
        default: false
        }
    }

    /// Whether a page of the file is not as it was written.
    ///
    /// A transaction is not gone on with after an error that LMDB tells; of other damage that it
    /// met, LMDB refuses the next call.
    package var isDamage: Bool {
        switch self {
        case .corrupted, .pageNotFound, .badTransaction: true
        default: false
        }
    }
}

extension LMDBError: CustomStringConvertible {
    /// What went wrong, in a few words without a full stop.
    package var description: String {
        switch self {
        case .mapFull: "the map is full"
        case .readersFull: "all slots of the reader table are taken"
        case .transactionFull: "a transaction touched too many pages"
        case .panic: "a meta page could not be written"
        case .corrupted: "a page is not what the pages above it say"
        case .pageNotFound: "a page lies beyond the end of the file"
        case .versionMismatch: "another version of LMDB wrote the file"
        case .invalid: "the file is no database, or was cut short"
        case .mapResized: "another process made the map larger"
        case .tablesFull: "there are too many tables"
        case .badTransaction: "the transaction failed before"
        case .badValueSize: "a key or a value is too long"
        case .keyExists: "a key does not come after all others"
        case .tableMissing(let name): "there is no table \(name)"
        case .inUse: "another process has it open"
        case .alreadyOpen: "this process has it open already"
        case .closed: "it is closed"
        case .unsafeFilesystem: "it lies on a network or user-space file system"
        case .io(let number): SystemError(number).description
        case .other(let code): unsafe String(cString: mdb_strerror(code))
        }
    }
}

/// Throws unless `code` is LMDB's success: the one place that reads result codes.
func check(_ code: Int32) throws(LMDBError) {
    guard code == MDB_SUCCESS else { throw LMDBError(code: code) }
}

/// Runs a system call that answers -1 on failure, again for as long as a signal interrupts it.
@discardableResult
func checkErrno(_ call: () -> Int32) throws(LMDBError) -> Int32 {
    while true {
        let result = call()
        if result != -1 { return result }
        if errno != EINTR { throw .io(errno: errno) }
    }
}
