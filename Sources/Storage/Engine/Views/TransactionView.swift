internal import LMDB

/// A view of an LMDB transaction: finds records and checks each before it lends it.
///
/// It owns the transaction, and ends it when its scope does, so that a view kept by mistake can
/// only be refused.
final class TransactionView<Transaction: TableReader & ~Copyable>: ReadView {
    var transaction: Transaction?
    let tables: [Table]

    init(_ transaction: consuming Transaction, tables: [Table]) {
        self.transaction = consume transaction
        self.tables = tables
    }

    /// Ends the transaction; a write transaction that was not taken out is aborted.
    func end() {
        transaction = nil
    }

    /// Hands the transaction over, to be committed.
    func takeTransaction() -> Transaction {
        guard let transaction = transaction.take() else { Self.stop() }
        return transaction
    }

    func visit(
        _ key: Key,
        in table: TableID,
        _ body: (RawSpan) throws(StorageError) -> Void
    ) throws(StorageError) -> Bool {
        // LMDB takes no empty key, and no record has one.
        if key.byteCount == 0 { return false }
        var failure: StorageError?
        let handle = self.handle(of: table)
        let found: Void?
        do throws(LMDBError) {
            found = try key.withBytes { (key) throws(LMDBError) in
                switch transaction {
                case .none: Self.stop()
                case .some(let transaction):
                    return try transaction.withValue(of: key, in: handle) { stored in
                        do throws(StorageError) {
                            try Checksum.withRecord(in: stored, key: key, table: table, body)
                        } catch {
                            failure = error
                        }
                    }
                }
            }
        } catch {
            throw StorageError(error, table: table)
        }
        if let failure { throw failure }
        return found != nil
    }

    func scan(
        _ table: TableID,
        in range: KeyRange,
        _ direction: ScanDirection,
        _ visit: (RawSpan, RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) {
        try walk(table, in: range, direction) { (key, stored) throws(StorageError) in
            try Checksum.withRecord(in: stored, key: key, table: table) {
                (value) throws(StorageError) in try visit(key, value)
            }
        }
    }

    func scanKeys(
        _ table: TableID,
        in range: KeyRange,
        _ direction: ScanDirection,
        _ visit: (RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) {
        try walk(table, in: range, direction) { (key, _) throws(StorageError) in try visit(key) }
    }

    /// Lends keys, and values as they are stored, to `visit`.
    @inline(__always)
    private func walk(
        _ table: TableID,
        in range: KeyRange,
        _ direction: ScanDirection,
        _ visit: (_ key: RawSpan, _ stored: RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) {
        var failure: StorageError?
        let handle = self.handle(of: table)
        do throws(LMDBError) {
            switch transaction {
            case .none: Self.stop()
            case .some(let transaction):
                try transaction.withCursor(on: handle) { (cursor) throws(LMDBError) in
                    var isOnRecord = try Self.start(&cursor, of: range, direction)
                    while isOnRecord {
                        do throws(StorageError) {
                            let step = try cursor.withRecord { (key, stored) throws(StorageError) in
                                if Self.isBeyond(key, range, direction) { return ScanStep.stop }
                                return try visit(key, stored)
                            }
                            if step == .stop { return }
                        } catch {
                            failure = error
                            return
                        }
                        switch direction {
                        case .ascending: isOnRecord = try cursor.next()
                        case .descending: isOnRecord = try cursor.previous()
                        }
                    }
                }
            }
        } catch {
            throw StorageError(error, table: table)
        }
        if let failure { throw failure }
    }

    /// Moves to the record at which a scan begins, if it lies anywhere.
    private static func start(
        _ cursor: inout Cursor,
        of range: KeyRange,
        _ direction: ScanDirection
    ) throws(LMDBError) -> Bool {
        switch direction {
        case .ascending:
            if range.lower.byteCount == 0 { return try cursor.first() }
            return try range.lower.withBytes { (key) throws(LMDBError) in
                try cursor.seek(atLeast: key)
            }
        case .descending:
            guard let upper = range.upper else { return try cursor.last() }
            if upper.byteCount == 0 { return false }
            return try upper.withBytes { (key) throws(LMDBError) in
                try cursor.seek(below: key)
            }
        }
    }

    private static func isBeyond(
        _ key: RawSpan,
        _ range: KeyRange,
        _ direction: ScanDirection
    ) -> Bool {
        switch direction {
        case .ascending: range.upper.map { $0.compare(to: key) <= 0 } ?? false
        case .descending: range.lower.compare(to: key) > 0
        }
    }

    func handle(of table: TableID) -> Table {
        precondition(Int(table.rawValue) < tables.count, "The engine has no such table.")
        return tables[Int(table.rawValue)]
    }

    static func stop() -> Never {
        preconditionFailure("A view was used after its scope.")
    }
}

extension TransactionView where Transaction == WriteTransaction {
    /// Carries the changes of one use case over into the transaction.
    func apply(_ writeSet: WriteSet) throws(LMDBError) {
        try writeSet.forEach { (key, table, value) throws(LMDBError) in
            let handle = self.handle(of: table)
            try key.withBytes { (key) throws(LMDBError) in
                guard let value else {
                    try transaction?.delete(key, in: handle)
                    return
                }
                let count = value.byteCount + Checksum.byteCount
                try transaction?.put(byteCount: count, for: key, in: handle) { target in
                    Checksum.write(value, key: key, table: table, to: target)
                }
            }
        }
    }
}
