package import LMDB
internal import StorageEngine

/// A state of the store: LMDB under the layers of the same moment.
///
/// What a layer says about a key holds, the upper one first; LMDB is asked about the rest, and
/// each of its records is checked before it is lent. It owns the transaction, and ends it when
/// its scope does, so that a view kept by mistake can only be refused.
package final class Snapshot: ReadView {
    private var transaction: ReadTransaction?
    private let environment: Environment
    private let layers: Layers
    /// The newest batch that it shows.
    private let batch: UInt64

    /// Takes a transaction and the overlays of the same moment.
    package init(
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
    package func end() {
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
            try unsafe body(value.bytes)
            return true
        case .delete: return false
        case nil: return try visitStored(key, in: table, body)
        }
    }

    func scan(
        _ table: TableID,
        in range: KeyRange,
        _ direction: ScanDirection,
        atMost _: Int,
        _ visit: (RawSpan, RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) {
        try scan(.records, of: table, in: range, direction, visit)
    }

    func scanKeys(
        _ table: TableID,
        in range: KeyRange,
        _ direction: ScanDirection,
        atMost _: Int,
        _ visit: (RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) {
        try scan(.keys, of: table, in: range, direction) { (key, _) throws(StorageError) in
            try visit(key)
        }
    }

    func isEmpty(_ table: TableID) throws(StorageError) -> Bool {
        // Where no layer has a word to say, LMDB knows how many records there are.
        if layers.hasChanges(of: table) { return try isEmpty(.all, in: table) }
        do throws(LMDBError) {
            switch transaction {
            case .none: Self.stop()
            case .some(let transaction):
                return try transaction.statistics(of: environment.handle(of: table)).entryCount == 0
            }
        } catch {
            throw StorageError(error, table: table)
        }
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

    /// Lends what LMDB holds to `visit`, each change in its place and instead of what it replaces.
    func scan(
        _ content: ScanContent,
        of table: TableID,
        in range: KeyRange,
        _ direction: ScanDirection,
        _ visit: (RawSpan, RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) {
        let changes = LayerCursor(layers, table, range, direction, asOf: batch)
        var scan = Scan(content, of: table, in: range, direction, changes)
        try withCursor(on: table) { (cursor) throws(LMDBError) in
            guard try Self.start(&cursor, of: range, direction) else { return }
            try cursor.forEach(direction.ofCursor) { key, stored in
                scan.lend(stored, of: key, visit)
            }
        }
        try scan.finish(visit)
    }

    /// Lends a cursor on what LMDB holds of a table.
    @inline(__always)
    private func withCursor(
        on table: TableID,
        _ body: (inout Cursor) throws(LMDBError) -> Void
    ) throws(StorageError) {
        do throws(LMDBError) {
            switch transaction {
            case .none: Self.stop()
            case .some(let transaction):
                try transaction.withCursor(on: environment.handle(of: table), body)
            }
        } catch {
            throw StorageError(error, table: table)
        }
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

extension ScanDirection {
    /// The same way through LMDB.
    fileprivate var ofCursor: Cursor.Direction {
        switch self {
        case .ascending: .forwards
        case .descending: .backwards
        }
    }
}
