import CLMDB
import Glibc
import Synchronization

/// A mapped LMDB directory that nobody else uses yet; closed again unless it is released.
@safe
struct EnvironmentHandle: ~Copyable {
    let identifier: UInt32
    /// What whoever closes the environment gives up afterwards.
    let claim: EnvironmentClaim
    private let pointer: OpaquePointer

    private static let nextIdentifier = Atomic<UInt32>(0)

    /// What a process may do with the files that it maps.
    enum Access {
        /// Read and write; files that are missing are created.
        case writing
        /// Read; the data file is opened without the right to write, and must be there.
        case reading
    }

    /// Maps `directory`.
    ///
    /// - Throws: `.alreadyOpen` if this process has it mapped, or why it cannot be mapped.
    init(
        directory: String,
        options: EnvironmentOptions,
        access: Access = .writing
    ) throws(LMDBError) {
        let claim = try EnvironmentClaim.take(directory: directory)
        let mapped: OpaquePointer
        do throws(LMDBError) {
            unsafe mapped = try unsafe Self.map(directory, options, access)
        } catch {
            claim.release()
            throw error
        }
        unsafe pointer = unsafe mapped
        self.claim = claim
        identifier = Self.nextIdentifier.add(1, ordering: .relaxed).newValue
    }

    deinit {
        unsafe mdb_env_close(pointer)
        claim.release()
    }

    /// Maps a directory that was claimed.
    private static func map(
        _ directory: String,
        _ options: EnvironmentOptions,
        _ access: Access
    ) throws(LMDBError) -> OpaquePointer {
        var created: OpaquePointer?
        try unsafe check(mdb_env_create(&created))
        guard let created = unsafe created else { throw .io(errno: ENOMEM) }
        do {
            // Otherwise it writes a line of its own before it aborts.
            try unsafe check(
                mdb_env_set_assert(created) { _, _ in WatchedMap.endForContradiction() }
            )
            // MDB_NOTLS: a reader slot belongs to its transaction object, not to the thread.
            var flags = UInt32(MDB_NOTLS)
            switch access {
            case .writing: try unsafe check(mdb_env_set_mapsize(created, options.mapByteCount))
            // Without a size LMDB takes the one that the file names, which is that of its writer.
            case .reading: flags |= UInt32(MDB_RDONLY)
            }
            try unsafe check(mdb_env_set_maxdbs(created, options.tableCountMax))
            try unsafe check(mdb_env_set_maxreaders(created, options.readerCountMax))
            // LMDB would wait for whoever has the other end of a pipe.
            try FileSystem.requirePlainFile(directory + "/data.mdb")
            try FileSystem.reserve(
                directory + "/lock.mdb",
                byteCount: Self.lockFileByteCountMax(options)
            )
            try unsafe check(mdb_env_open(created, directory, flags, FileSystem.fileMode))
            try unsafe EnvironmentHandle.closeOnExecute(created)
        } catch {
            unsafe mdb_env_close(created)
            throw error
        }
        return unsafe created
    }

    /// Hands the environment over to an owner that closes it, and then gives up its claim.
    consuming func release() -> OpaquePointer {
        let pointer = unsafe pointer
        discard self
        return unsafe pointer
    }

    /// Opens the tables, all in one transaction, creating those that are missing.
    borrowing func openTables(_ names: [String]) throws(LMDBError) -> [Table] {
        var begun: OpaquePointer?
        try unsafe check(mdb_txn_begin(pointer, nil, 0, &begun))
        guard let transaction = unsafe begun else { throw .badTransaction }
        var tables: [Table] = []
        do {
            for name in names {
                var table: MDB_dbi = 0
                try unsafe check(mdb_dbi_open(transaction, name, UInt32(MDB_CREATE), &table))
                tables.append(Table(handle: table, environmentID: identifier))
            }
        } catch {
            unsafe mdb_txn_abort(transaction)
            throw error
        }
        try unsafe check(mdb_txn_commit(transaction))
        return tables
    }

    /// Opens tables that must be there, without writing anything.
    ///
    /// - Throws: `.tableMissing`.
    borrowing func findTables(_ names: [String]) throws(LMDBError) -> [Table] {
        var begun: OpaquePointer?
        try unsafe check(mdb_txn_begin(pointer, nil, UInt32(MDB_RDONLY), &begun))
        guard let transaction = unsafe begun else { throw .badTransaction }
        var tables: [Table] = []
        for name in names {
            var table: MDB_dbi = 0
            let code = unsafe mdb_dbi_open(transaction, name, 0, &table)
            guard code == MDB_SUCCESS else {
                unsafe mdb_txn_abort(transaction)
                // MDB_INCOMPATIBLE: the name is that of a plain record.
                let isMissing = code == MDB_NOTFOUND || code == MDB_INCOMPATIBLE
                throw isMissing ? .tableMissing(name) : LMDBError(code: code)
            }
            tables.append(Table(handle: table, environmentID: identifier))
        }
        // "The database handle will be private to the current transaction until the transaction is
        // successfully committed" (lmdb.h).
        try unsafe check(mdb_txn_commit(transaction))
        return tables
    }

    /// What LMDB's lock file takes up at most: a slot of a cache line for each reader, and a head.
    private static func lockFileByteCountMax(_ options: EnvironmentOptions) -> Int {
        Int(options.readerCountMax) * 64 + 4096
    }

    /// LMDB opens its data file without O_CLOEXEC; a child must not inherit it.
    private static func closeOnExecute(_ environment: OpaquePointer) throws(LMDBError) {
        var descriptor: Int32 = -1
        try unsafe check(mdb_env_get_fd(environment, &descriptor))
        let number = descriptor
        try checkErrno { fcntl(number, F_SETFD, FD_CLOEXEC) }
    }
}
