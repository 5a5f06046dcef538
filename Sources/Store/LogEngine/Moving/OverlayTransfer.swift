package import LMDB
internal import StorageEngine

/// The way of an overlay's changes into LMDB, in the order of their keys, piece by bounded piece.
package struct OverlayTransfer {
    private let overlay: Overlay
    private let environment: Environment
    /// The first node that is not in LMDB yet; nil when all are.
    private var node: Arena.Offset?
    /// How many keys have been put.
    private(set) var movedCount = 0
    /// What these have cost, and what all will have, in bytes as `EngineLimits` counts them.
    private var movedByteCount = 0
    private let byteCount: Int

    /// Begins at the first change of an overlay.
    package init(of overlay: Overlay, to environment: Environment) {
        self.overlay = overlay
        self.environment = environment
        node = overlay.following(nil)
        byteCount =
            overlay.newestValueByteCount
            + overlay.nodeCount * EngineLimits.moveByteCountPerChange
    }

    /// Whether all changes have been put.
    package var isDone: Bool { node == nil }

    /// How much of the work is done, from 0 to 1.
    ///
    /// By bytes: the received notes, which come first, take twice as much of the processors and the
    /// disk as the sent ones.
    var share: Double { isDone ? 1 : Double(movedByteCount) / Double(byteCount) }

    /// Puts the next changes into a transaction: each key as the newest batch left it.
    ///
    /// - Parameters:
    ///   - transaction: Where they are put.
    ///   - byteCountMax: Bytes after which no further change is put.
    /// - Throws: Why one cannot be put; then the transaction is good for nothing.
    package mutating func putNext(
        into transaction: inout WriteTransaction,
        byteCountMax: Int
    ) throws(LMDBError) {
        let end = movedByteCount + byteCountMax
        while let node, movedByteCount < end {
            let table = overlay.table(of: node)
            let handle = environment.handle(of: table)
            try transaction.withWriteCursor(on: handle) { cursor throws(LMDBError) in
                try putNext(of: table, until: end, with: &cursor)
            }
        }
    }

    /// Puts the next changes as long as they are of this table and no more bytes than `end` have
    /// been moved.
    private mutating func putNext(
        of table: TableID,
        until end: Int,
        with cursor: inout WriteCursor
    ) throws(LMDBError) {
        while let node, movedByteCount < end, overlay.table(of: node) == table {
            movedByteCount += try apply(node, of: table, with: &cursor)
            self.node = overlay.following(node)
            movedCount += 1
        }
    }

    /// Applies a node's newest version; answers how many bytes it has.
    private func apply(
        _ node: Arena.Offset,
        of table: TableID,
        with cursor: inout WriteCursor
    ) throws(LMDBError) -> Int {
        let key = unsafe overlay.key(of: node).bytes
        switch overlay.change(of: node, asOf: .max) {
        case .put(let value):
            try unsafe cursor.put(byteCount: value.count + Checksum.byteCount, for: key) { target in
                unsafe Checksum.write(value.bytes, key: key, table: table, to: target)
            }
            return EngineLimits.moveByteCountPerChange + value.count
        case .delete, nil:
            try cursor.delete(key)
            return EngineLimits.moveByteCountPerChange
        }
    }
}

extension OverlayTransfer: Invariant {
    /// What was moved is a part of the overlay, and all of it in the end.
    func brokenInvariants() -> [String] {
        var broken: [String] = []
        if movedCount > overlay.nodeCount || movedByteCount > byteCount {
            broken.append("more was moved than there is")
        }
        if isDone, movedCount != overlay.nodeCount || movedByteCount != byteCount {
            broken.append("not all was moved")
        }
        return broken
    }
}
