import CLMDB
import Glibc
import Locking

/// An open LMDB store: one map, its tables, and the transactions on them.
///
/// - Every commit is on stable storage when it returns; there is no weaker mode.
/// - Readers see the last commit before they began, and block nobody.
/// - Transactions exist only inside `read` and `write`, and must not outlive them.
/// - The store belongs to this process while it is open, unless it is opened for reading alone.
@safe
package final class Environment: Sendable {
    /// The tables, in the order in which `open` was given their names.
    package let tables: [Table]
    /// What the meta pages said when the store was opened.
    package let metaPages: MetaPages

    // An MDB_env may be used by all threads at once (lmdb.h, "Caveats").
    nonisolated(unsafe) let handle: OpaquePointer
    let identifier: UInt32
    private let claim: EnvironmentClaim
    private let pool = ReadTransactionPool()
    /// Transaction handles that exist, idle ones included: the map is needed until it is 0.
    private let handleCount = Atomic<Int>(0)
    private let isClosed = Atomic<Bool>(false)
    private let lock: Mutex<StoreLock?>
    /// Whether the next process is to look at the pages, though this one closes the store in order.
    private let isUnchecked: Atomic<Bool>
    /// Whether pages may have been lost since: no look at them counts any more.
    private let hasFailed = Atomic<Bool>(false)
    /// The number of the map among those that are watched, or -1.
    let watchedMap = Atomic<Int>(-1)

    init(
        handle: consuming EnvironmentHandle,
        tables: [Table],
        metaPages: MetaPages,
        lock: consuming StoreLock?,
        isUnchecked: Bool
    ) {
        identifier = handle.identifier
        claim = handle.claim
        unsafe self.handle = handle.release()
        self.tables = tables
        self.metaPages = metaPages
        self.lock = Mutex(lock)
        self.isUnchecked = Atomic(isUnchecked)
    }

    deinit {
        close()
    }

    /// Reads the last committed state; the transaction ends when `body` drops it.
    ///
    /// Keep it short: pages freed after it began cannot be used again while it lasts.
    package func read<Success>(
        _ body: (consuming ReadTransaction) throws(LMDBError) -> Success
    ) throws(LMDBError) -> Success {
        unsafe try body(ReadTransaction(handle: beginRead(), environment: self))
    }

    /// Changes the store in one transaction, kept only if `body` commits it.
    ///
    /// LMDB's writer lock belongs to the thread that took it, so `body` must end on it; a
    /// second writer waits here.
    package func write<Success>(
        _ body: (consuming WriteTransaction) throws(LMDBError) -> Success
    ) throws(LMDBError) -> Success {
        try retain()
        var transaction: OpaquePointer?
        do {
            try unsafe check(mdb_txn_begin(handle, nil, 0, &transaction))
        } catch {
            release()
            throw error
        }
        guard let transaction = unsafe transaction else { throw .badTransaction }
        do {
            try unsafe requireLastState(before: transaction)
        } catch {
            unsafe mdb_txn_abort(transaction)
            release()
            throw error
        }
        let map = mapNumber
        if let map { WatchedMap.beginWriting(to: map) }
        defer { if let map { WatchedMap.endWriting(to: map) } }
        return unsafe try body(WriteTransaction(handle: transaction, environment: self))
    }

    /// Refuses to go on from another state than the last one.
    ///
    /// LMDB knows that one's number from its lock file, and takes the meta page that this chooses
    /// for its own without a look at the number there. Where damage has put an older state into its
    /// place, what was committed since would be written over.
    private func requireLastState(before transaction: OpaquePointer) throws(LMDBError) {
        var information = unsafe MDB_envinfo()
        try unsafe check(mdb_env_info(handle, &information))
        let identifier = unsafe mdb_txn_id(transaction)
        guard unsafe information.me_last_txnid &+ 1 == identifier else { throw .corrupted }
    }

    /// Frees the reader slots of processes that died; answers how many there were.
    @discardableResult
    package func clearStaleReaders() throws(LMDBError) -> Int {
        try retain()
        defer { release() }
        var count: Int32 = 0
        try unsafe check(mdb_reader_check(handle, &count))
        return Int(count)
    }

    /// The environment's size and use.
    package func information() throws(LMDBError) -> EnvironmentInformation {
        try retain()
        defer { release() }
        var information = unsafe MDB_envinfo()
        try unsafe check(mdb_env_info(handle, &information))
        return unsafe EnvironmentInformation(
            mapByteCount: information.me_mapsize,
            pageByteCount: metaPages.pageByteCount,
            lastPageNumber: information.me_last_pgno,
            lastTransactionID: information.me_last_txnid,
            readerCountMax: Int(information.me_maxreaders),
            readerCount: Int(information.me_numreaders)
        )
    }

    /// The descriptor of the data file, which is open as long as the environment.
    func descriptor() throws(LMDBError) -> Int32 {
        try retain()
        defer { release() }
        var descriptor: Int32 = -1
        try unsafe check(mdb_env_get_fd(handle, &descriptor))
        return descriptor
    }

    /// Bytes that the file system of the store has left for this process.
    package func freeByteCount() throws(LMDBError) -> Int {
        let number = try descriptor()
        var information = statfs()
        try checkErrno { unsafe fstatfs(number, &information) }
        let (bytes, overflow) = Int(clamping: information.f_bavail)
            .multipliedReportingOverflow(by: Int(information.f_bsize))
        return overflow ? .max : bytes
    }

    /// Waits for running transactions, closes the map and lets others open the store.
    ///
    /// Transactions asked for afterwards throw `.closed`. Closing twice does nothing. Must not
    /// be called from inside a transaction.
    package func close() {
        if isClosed.exchange(true, ordering: .sequentiallyConsistent) { return }
        var turnCount = 0
        while true {
            discardIdle()
            if handleCount.load(ordering: .sequentiallyConsistent) == 0 { break }
            // Reads take microseconds, but for those that wait for a disk.
            if turnCount < Self.turnCountMax {
                turnCount += 1
                sched_yield()
            } else {
                usleep(Self.pauseMicroseconds)
            }
        }
        if let map = mapNumber { WatchedMap.forget(map) }
        unsafe mdb_env_close(handle)
        claim.release()
        lock.withLock { lock in
            let isSound =
                !isUnchecked.load(ordering: .relaxed) && !hasFailed.load(ordering: .relaxed)
            if isSound { lock?.noteSound() }
            lock = nil
        }
    }

    /// How often a closing looks whether reads have ended before it pauses in between.
    private static let turnCountMax = 1_000
    private static let pauseMicroseconds: UInt32 = 1_000

    /// Notes that all pages have been looked at since the last bad end.
    package func noteChecked() {
        isUnchecked.store(false, ordering: .relaxed)
    }

    /// Notes that its disk has failed or a page is damaged: whoever opens it next is to look at the
    /// pages, though it is closed in order.
    package func noteFailure() {
        hasFailed.store(true, ordering: .relaxed)
    }

    /// Ends a write transaction's claim on the map.
    func release() {
        handleCount.subtract(1, ordering: .sequentiallyConsistent)
    }

    /// Takes back a read transaction.
    ///
    /// The order matters against `close`: it sets the flag and then looks into the pool, here
    /// the pool is filled and then the flag is read, so that one of both sees the other.
    func endRead(_ transaction: OpaquePointer) {
        unsafe mdb_txn_reset(transaction)
        if let surplus = unsafe pool.give(transaction) { unsafe discard(surplus) }
        if isClosed.load(ordering: .sequentiallyConsistent) { discardIdle() }
    }

    private func beginRead() throws(LMDBError) -> OpaquePointer {
        if isClosed.load(ordering: .sequentiallyConsistent) { throw .closed }
        if let idle = unsafe pool.take() {
            do {
                try unsafe check(mdb_txn_renew(idle))
                return unsafe idle
            } catch {
                unsafe discard(idle)
                throw error
            }
        }
        try retain()
        do {
            return try unsafe newRead()
        } catch .readersFull {
            try clearStaleReaders()
        } catch {
            release()
            throw error
        }
        do {
            return try unsafe newRead()
        } catch {
            release()
            throw error
        }
    }

    private func newRead() throws(LMDBError) -> OpaquePointer {
        var transaction: OpaquePointer?
        try unsafe check(mdb_txn_begin(handle, nil, UInt32(MDB_RDONLY), &transaction))
        guard let transaction = unsafe transaction else { throw .badTransaction }
        return unsafe transaction
    }

    /// Claims the map for a call that is no transaction, or for a transaction.
    func retain() throws(LMDBError) {
        handleCount.add(1, ordering: .sequentiallyConsistent)
        if isClosed.load(ordering: .sequentiallyConsistent) {
            release()
            throw .closed
        }
    }

    private func discard(_ transaction: OpaquePointer) {
        unsafe mdb_txn_abort(transaction)
        release()
    }

    private func discardIdle() {
        while let idle = unsafe pool.take() { unsafe discard(idle) }
    }
}
