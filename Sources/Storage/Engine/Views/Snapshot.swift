internal import LMDB

/// A state of the store: LMDB under the layers of the same moment.
///
/// What a layer says about a key holds, the upper one first; LMDB is asked about the rest, and
/// each of its records is checked before it is lent. It owns the transaction, and ends it when
/// its scope does, so that a view kept by mistake can only be refused.
final class Snapshot: ReadView {
    private var transaction: ReadTransaction?
    private let environment: Environment
    private let layers: Layers
    /// The newest batch that it shows.
    private let batch: UInt64

    init(
        _ transaction: consuming ReadTransaction,
        environment: Environment,
        layers: Layers,
        asOf batch: UInt64
    ) {
        self.transaction = consume transaction
        self.environment = environment
        self.layers = layers
        self.batch = batch
    }

    /// Ends the transaction.
    func end() {
        transaction = nil
    }

    func visit(
        _ key: Key,
        in table: TableID,
        _ body: (RawSpan) throws(StorageError) -> Void
    ) throws(StorageError) -> Bool {
        requireScope(of: table)
        // LMDB takes no empty key, and no record has one.
        if key.byteCount == 0 { return false }
        switch key.withBytes({ change(of: $0, in: table) }) {
        case .put(let value):
            try body(value.bytes)
            return true
        case .delete: return false
        case nil: return try visitStored(key, in: table, body)
        }
    }

    func scan(
        _ table: TableID,
        in range: KeyRange,
        _ direction: ScanDirection,
        _ visit: (RawSpan, RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) {
        var changes = LayerCursor(layers, table, range, direction, asOf: batch)
        if changes.isAtEnd {
            return try scanStored(table, in: range, direction, visit)
        }
        var isStopped = false
        try walk(table, in: range, direction) { (key, stored) throws(StorageError) in
            let place = try changes.visit(before: key, visit)
            if place != .notChanged {
                isStopped = place == .stopped
                return isStopped ? .stop : .next
            }
            let step = try Checksum.withRecord(in: stored, key: key, table: table) {
                (value) throws(StorageError) in try visit(key, value)
            }
            isStopped = step == .stop
            return step
        }
        if !isStopped { try changes.visitRest(visit) }
    }

    func scanKeys(
        _ table: TableID,
        in range: KeyRange,
        _ direction: ScanDirection,
        _ visit: (RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) {
        var changes = LayerCursor(layers, table, range, direction, asOf: batch)
        var isStopped = false
        try walk(table, in: range, direction) { (key, _) throws(StorageError) in
            let place = try changes.visit(before: key) { (key, _) throws(StorageError) in
                try visit(key)
            }
            if place != .notChanged {
                isStopped = place == .stopped
                return isStopped ? .stop : .next
            }
            let step = try visit(key)
            isStopped = step == .stop
            return step
        }
        if isStopped { return }
        try changes.visitRest { (key, _) throws(StorageError) in try visit(key) }
    }

    /// What the layers say about a key.
    private func change(of key: RawSpan, in table: TableID) -> OverlayChange? {
        if let change = layers.active.change(of: key, in: table, asOf: batch) { return change }
        return layers.frozen?.change(of: key, in: table, asOf: batch)
    }

    /// Lends the record that LMDB has.
    private func visitStored(
        _ key: Key,
        in table: TableID,
        _ body: (RawSpan) throws(StorageError) -> Void
    ) throws(StorageError) -> Bool {
        var failure: StorageError?
        let handle = environment.handle(of: table)
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

    /// Lends the records that LMDB has.
    private func scanStored(
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

    /// Lends keys, and values as LMDB has them, to `visit`.
    @inline(__always)
    private func walk(
        _ table: TableID,
        in range: KeyRange,
        _ direction: ScanDirection,
        _ visit: (_ key: RawSpan, _ stored: RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) {
        var failure: StorageError?
        let handle = environment.handle(of: table)
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

    /// Stops who uses a view that was kept, and who names a table that does not exist.
    func requireScope(of table: TableID) {
        switch transaction {
        case .none: Self.stop()
        case .some: _ = environment.handle(of: table)
        }
    }

    private static func stop() -> Never {
        preconditionFailure("A view was used after its scope.")
    }
}
