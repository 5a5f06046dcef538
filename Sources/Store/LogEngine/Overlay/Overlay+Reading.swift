internal import CLinux
internal import Locking
internal import StorageEngine

// What readers ask.
extension Overlay {
    /// Whether the table has been changed at all.
    func hasChanges(of table: TableID) -> Bool {
        unsafe nodeCounts[Int(table.rawValue)].load(ordering: .acquiring) > 0
    }

    /// The change of a key as of `batch`; nil if there is none.
    func change(of key: RawSpan, in table: TableID, asOf batch: UInt64) -> OverlayChange? {
        guard hasChanges(of: table) else { return nil }
        return unsafe key.withUnsafeBytes { bytes in
            let key = unsafe OverlayKey(table, bytes)
            let node = index.find(hash(key)) { key.isKey(of: $0, in: arena) }
            return node.flatMap { change(of: $0, asOf: batch) }
        }
    }

    /// The change of a node's key as of `batch`; nil if all of its versions are newer.
    func change(of node: Arena.Offset, asOf batch: UInt64) -> OverlayChange? {
        var version = arena.link(node, Node.version)
        while version != Arena.none {
            let written: UInt64 = arena.load(version, Version.batch)
            if written <= batch { return change(at: version) }
            version = arena.load(version, Version.older)
        }
        return nil
    }

    /// Bytes of a version's value; nil for a delete.
    func valueByteCount(at version: Arena.Offset) -> Int? {
        let count: UInt32 = arena.load(version, Version.valueByteCount)
        return count == Version.deleted ? nil : Int(count)
    }

    private func change(at version: Arena.Offset) -> OverlayChange {
        guard let count = valueByteCount(at: version) else { return .delete }
        let start = unsafe arena.pointer(version, Version.headerByteCount)
        return unsafe .put(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// The first node with this key or a greater one, of whatever table; nil if there is none.
    ///
    /// It is the very node that was compared: behind the last one before it, another one before it
    /// may come meanwhile, and be of the table in front of this one.
    func firstNode(atLeast key: RawSpan, in table: TableID) -> Arena.Offset? {
        unsafe key.withUnsafeBytes { bytes in
            let key = unsafe OverlayKey(table, bytes)
            var node = lastNode(before: key, downTo: 1)
            while case let next = arena.link(node, Node.next(0)), next != Arena.none {
                if key.isAtMost(next, in: arena) { return next }
                node = next
            }
            return nil
        }
    }

    /// The last node with a smaller key, of whatever table; nil if there is none.
    func lastNode(before key: RawSpan, in table: TableID) -> Arena.Offset? {
        unsafe key.withUnsafeBytes { bytes in
            let node = lastNode(before: unsafe OverlayKey(table, bytes), downTo: 0)
            return node == head ? nil : node
        }
    }

    /// The last node before `key` of those that reach a level, or the head.
    private func lastNode(before key: OverlayKey, downTo lowest: Int) -> Arena.Offset {
        var node = head
        for level in (lowest..<Self.heightMax).reversed() {
            node = lastNode(before: key, at: level, from: node)
        }
        return node
    }

    /// The last node of all whose keys begin with the same eight bytes as this one; nil if there is
    /// none.
    func lastNode(likeThatOf key: RawSpan, in table: TableID) -> Arena.Offset? {
        unsafe key.withUnsafeBytes { bytes in
            groups.group(of: unsafe OverlayKey(table, bytes), in: arena)?.last
        }
    }

    /// The last node with a smaller key, which is a few steps before `start` at most; nil if there
    /// is none so close.
    func lastNode(
        before key: RawSpan,
        in table: TableID,
        near start: Arena.Offset
    ) -> Arena.Offset? {
        unsafe key.withUnsafeBytes { bytes in
            node(before: unsafe OverlayKey(table, bytes), near: start)
        }
    }

    /// The last node of all; nil if there is none.
    func lastNode() -> Arena.Offset? {
        var node = head
        for level in (0..<Self.heightMax).reversed() {
            while case let next = arena.link(node, Node.next(level)), next != Arena.none {
                node = next
            }
        }
        return node == head ? nil : node
    }

    /// The node behind this one, or the first one; nil at the end.
    func following(_ node: Arena.Offset?) -> Arena.Offset? {
        let next = arena.link(node ?? head, Node.next(0))
        return next == Arena.none ? nil : next
    }

    /// The node before this one; nil at the beginning.
    func preceding(_ node: Arena.Offset) -> Arena.Offset? {
        let previous = arena.link(node, Node.previous)
        return previous == head ? nil : previous
    }

    /// Has a node that is looked at next brought near, and what was written with it.
    ///
    /// Somebody's notes lie as far apart as those of all others that came between them: waiting for
    /// the memory of each took an eighth of the server's time where people send and read.
    @inline(__always)
    func expect(_ node: Arena.Offset?) {
        guard let node else { return }
        // The first version of a key comes right before its node.
        for line in 0...Self.expectedLineCount {
            unsafe shim_prefetch(arena.pointer(node, -line * Self.lineByteCount))
        }
    }

    /// Lines of memory that a key's first version mostly takes.
    private static let expectedLineCount = 4
    private static let lineByteCount = 64

    /// The table that a node's key belongs to.
    func table(of node: Arena.Offset) -> TableID {
        TableID(rawValue: arena.load(node, Node.table))
    }

    /// A node's key, which lasts as long as the overlay.
    func key(of node: Arena.Offset) -> UnsafeRawBufferPointer {
        unsafe Node.key(of: node, in: arena)
    }
}
