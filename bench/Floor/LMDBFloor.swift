import CLMDB
import CommandLineInterface
import Foundation
import Glibc

/// A bare store of notes on LMDB's C functions: what LMDB can do without any of the product.
///
/// Three tables: `notes`, the record under its id; `inbox`, the whole record clustered under its
/// receiver; `sent`, an empty entry under its sender. Each commit is durable. Used on one thread.
final class LMDBFloor {
    private let environment: OpaquePointer
    private let notes: MDB_dbi
    private let inbox: MDB_dbi
    private let sent: MDB_dbi
    private let plan: PreloadPlan
    private var content: [UInt8]
    private var nextID: UInt64 = 0

    /// Room for several times the notes of a floor; a sparse file.
    private static let mapByteCount = 64 << 30
    /// Notes of one transaction of the preload.
    private static let preloadBatchCount = 10_000
    /// Bytes of a record before its content: sender, receiver, contact and time, and a flag.
    private static let recordHeadByteCount = 33

    /// Opens the store in a folder, which is made if it is not there.
    init(folder: String, _ plan: PreloadPlan) throws {
        self.plan = plan
        let head = [UInt8](repeating: 1, count: LMDBFloor.recordHeadByteCount)
        content = head + Array(plan.corpus.text(at: 0).utf8)
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        var handle: OpaquePointer?
        try check(mdb_env_create(&handle))
        guard let handle else { throw LMDBFloor.failure(MDB_PANIC) }
        environment = handle
        try check(mdb_env_set_maxdbs(handle, 3))
        try check(mdb_env_set_mapsize(handle, LMDBFloor.mapByteCount))
        try check(mdb_env_open(handle, folder, UInt32(MDB_NOTLS | MDB_NORDAHEAD), 0o600))
        var (notes, inbox, sent): (MDB_dbi, MDB_dbi, MDB_dbi) = (0, 0, 0)
        var count = 0
        try LMDBFloor.write(handle) { transaction in
            try check(mdb_dbi_open(transaction, "notes", UInt32(MDB_CREATE), &notes))
            try check(mdb_dbi_open(transaction, "inbox", UInt32(MDB_CREATE), &inbox))
            try check(mdb_dbi_open(transaction, "sent", UInt32(MDB_CREATE), &sent))
            var statistics = MDB_stat()
            try check(mdb_stat(transaction, notes, &statistics))
            count = statistics.ms_entries
        }
        (self.notes, self.inbox, self.sent) = (notes, inbox, sent)
        nextID = UInt64(count)
    }

    deinit {
        mdb_env_close(environment)
    }

    /// Writes the notes that a plan deals out, those that are not there yet.
    func preload() throws {
        var index = Int(nextID)
        while index < plan.messageCount {
            let end = min(index + LMDBFloor.preloadBatchCount, plan.messageCount)
            try LMDBFloor.write(environment) { transaction in
                for message in index..<end {
                    let (sender, receiver) = plan.correspondents(ofMessage: message)
                    try put(from: sender, to: receiver, in: transaction)
                }
            }
            index = end
        }
    }

    /// Sends notes between random users, a number of them in each durable commit.
    ///
    /// - Returns: How long each commit took, and how long they all took.
    func write(
        groupCount: Int,
        for duration: Duration,
        _ random: inout SeededRandom,
        _ interruption: Interruption
    ) throws -> (latency: Histogram, seconds: Double) {
        try LMDBFloor.measure(for: duration, interruption) {
            try LMDBFloor.write(environment) { transaction in
                for _ in 0..<groupCount {
                    let sender = Int(random.number(below: UInt64(plan.userCount)))
                    let receiver = Int(random.number(below: UInt64(plan.userCount)))
                    try put(from: sender, to: receiver, in: transaction)
                }
            }
        }
    }

    /// Reads the newest notes of random users, and copies them.
    ///
    /// - Returns: How long each page took, and how long they all took.
    func read(
        pageSize: Int,
        for duration: Duration,
        _ random: inout SeededRandom,
        _ interruption: Interruption
    ) throws -> (latency: Histogram, seconds: Double) {
        var transaction: OpaquePointer?
        try check(mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &transaction))
        defer { mdb_txn_abort(transaction) }
        var cursor: OpaquePointer?
        try check(mdb_cursor_open(transaction, inbox, &cursor))
        defer { mdb_cursor_close(cursor) }
        let pageByteCount = pageSize * (content.count + 2 * MemoryLayout<UInt64>.size)
        let page = UnsafeMutableRawBufferPointer.allocate(byteCount: pageByteCount, alignment: 8)
        defer { page.deallocate() }
        return try LMDBFloor.measure(for: duration, interruption) {
            mdb_txn_reset(transaction)
            try check(mdb_txn_renew(transaction))
            try check(mdb_cursor_renew(transaction, cursor))
            let user = Int(random.number(below: UInt64(plan.userCount)))
            let count = try LMDBFloor.copyNewest(of: user, at: cursor, into: page)
            let countMin = min(plan.receivedCount(ofUserAt: user), pageSize)
            guard count >= countMin else { throw LMDBFloor.failure(MDB_NOTFOUND) }
        }
    }

    /// Walks back from the end of a user's notes until the page is full; returns their number.
    private static func copyNewest(
        of user: Int,
        at cursor: OpaquePointer?,
        into page: UnsafeMutableRawBufferPointer
    ) throws -> Int {
        var (key, value) = (MDB_val(), MDB_val())
        // The key that follows all of this user's: the next user's first.
        let next = LMDBFloor.key(user + 1, 0)
        var code = withUnsafeBytes(of: next) { bytes in
            key = MDB_val(mv_size: bytes.count, mv_data: .init(mutating: bytes.baseAddress))
            return mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE)
        }
        code = mdb_cursor_get(cursor, &key, &value, code == MDB_NOTFOUND ? MDB_LAST : MDB_PREV)
        let prefix = UInt64(user).bigEndian
        var (count, offset) = (0, 0)
        while code == 0, let base = key.mv_data, let source = value.mv_data,
            base.loadUnaligned(as: UInt64.self) == prefix,
            offset + key.mv_size + value.mv_size <= page.count
        {
            page.baseAddress?.advanced(by: offset).copyMemory(from: base, byteCount: key.mv_size)
            offset += key.mv_size
            page.baseAddress?.advanced(by: offset)
                .copyMemory(from: source, byteCount: value.mv_size)
            offset += value.mv_size
            count += 1
            code = mdb_cursor_get(cursor, &key, &value, MDB_PREV)
        }
        guard code == 0 || code == MDB_NOTFOUND else { throw failure(code) }
        return count
    }

    private func put(
        from sender: Int,
        to receiver: Int,
        in transaction: OpaquePointer
    ) throws {
        let id = nextID
        nextID += 1
        try content.withUnsafeMutableBytes { record in
            record.storeBytes(of: UInt64(sender).bigEndian, as: UInt64.self)
            record.storeBytes(of: UInt64(receiver).bigEndian, toByteOffset: 8, as: UInt64.self)
            let record = UnsafeRawBufferPointer(record)
            let empty = UnsafeRawBufferPointer(start: nil, count: 0)
            // Ids rise, so that this table is appended to.
            try put(record, for: LMDBFloor.key(0, id), in: notes, transaction)
            try put(record, for: LMDBFloor.key(receiver, id), in: inbox, transaction)
            try put(empty, for: LMDBFloor.key(sender, id), in: sent, transaction)
        }
    }

    private func put(
        _ value: UnsafeRawBufferPointer,
        for key: (UInt64, UInt64),
        in table: MDB_dbi,
        _ transaction: OpaquePointer
    ) throws {
        let code = withUnsafeBytes(of: key) { bytes in
            var key = MDB_val(mv_size: bytes.count, mv_data: .init(mutating: bytes.baseAddress))
            var value = MDB_val(mv_size: value.count, mv_data: .init(mutating: value.baseAddress))
            return mdb_put(transaction, table, &key, &value, 0)
        }
        try check(code)
    }

    private static func key(_ user: Int, _ id: UInt64) -> (UInt64, UInt64) {
        (UInt64(user).bigEndian, id.bigEndian)
    }

    private static func write(
        _ environment: OpaquePointer,
        _ body: (OpaquePointer) throws -> Void
    ) throws {
        var handle: OpaquePointer?
        try check(mdb_txn_begin(environment, nil, 0, &handle))
        guard let transaction = handle else { throw failure(MDB_PANIC) }
        do {
            try body(transaction)
        } catch {
            mdb_txn_abort(transaction)
            throw error
        }
        try check(mdb_txn_commit(transaction))
    }

    private static func measure(
        for duration: Duration,
        _ interruption: Interruption,
        _ body: () throws -> Void
    ) throws -> (latency: Histogram, seconds: Double) {
        var latency = Histogram()
        let start = ContinuousClock.now
        var now = start
        while now < start + duration, !interruption.hasHappened {
            try body()
            let end = ContinuousClock.now
            latency.record(nanoseconds: UInt64(max(now.duration(to: end) / .nanoseconds(1), 0)))
            now = end
        }
        return (latency, start.duration(to: now) / .seconds(1))
    }

    fileprivate static func failure(_ code: Int32) -> CommandFailure {
        let reason = String(cString: mdb_strerror(code))
        return CommandFailure(.inputOutput, "LMDB failed as a floor: \(reason).")
    }
}

private func check(_ code: Int32) throws {
    guard code == 0 else { throw LMDBFloor.failure(code) }
}
