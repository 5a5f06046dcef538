import EngineTestSupport
@testable import LogEngine
@testable import StorageEngine

/// A change as an overlay tells it.
struct SeenChange: Equatable {
    let key: [UInt8]
    /// Nil for a delete.
    let value: [UInt8]?
}

extension Overlay {
    /// The changes of a range as of a batch, from one side on.
    func changes(
        _ table: TableID,
        in range: KeyRange = .all,
        _ direction: ScanDirection = .ascending,
        asOf batch: UInt64 = .max
    ) -> [SeenChange] {
        var changes: [SeenChange] = []
        var cursor = OverlayCursor(self, table, range, direction, asOf: batch)
        while let current = cursor.current {
            changes.append(SeenChange(key: Array(current.key), value: current.change.value))
            cursor.advance()
        }
        return changes
    }

    /// The change of a key as of a batch.
    func seenChange(
        of key: Key,
        in table: TableID,
        asOf batch: UInt64 = .max
    ) -> SeenChange? {
        key.withBytes { change(of: $0, in: table, asOf: batch) }
            .map { SeenChange(key: key.array, value: $0.value) }
    }

    /// Inserts a put, or a delete for no value.
    func write(_ value: [UInt8]?, for key: Key, in table: TableID, batch: UInt64) {
        if let value {
            insert(value.span.bytes, for: key, in: table, batch: batch)
        } else {
            insert(nil as RawSpan?, for: key, in: table, batch: batch)
        }
    }
}

extension OverlayChange {
    /// Nil for a delete.
    var value: [UInt8]? {
        switch self {
        case .put(let bytes): Array(bytes)
        case .delete: nil
        }
    }
}
