import EngineTestSupport
@testable import LogEngine
@testable import StorageEngine

extension Overlay {
    /// What is wrong with the list, for the inserting thread; empty for a sound one.
    ///
    /// Nodes ascend on the lowest level and lead back the way they came; each other level holds
    /// exactly the nodes that reach it, in the same order.
    func brokenInvariants() -> [String] {
        var broken: [String] = []
        let nodes = self.nodes(at: 0)
        if nodes.count != nodeCount { broken.append("count") }
        for (left, right) in zip(nodes, nodes.dropFirst()) where !isBefore(left, right) {
            broken.append("order at \(right)")
        }
        for (index, node) in nodes.enumerated() {
            let previous = index == 0 ? nil : nodes[index - 1]
            if preceding(node) != previous { broken.append("way back from \(node)") }
            if arena.link(node, Node.version) == Arena.none { broken.append("no version") }
        }
        for level in 1..<Overlay.heightMax {
            let tall = nodes.filter { height(of: $0) > level }
            if self.nodes(at: level) != tall { broken.append("level \(level)") }
        }
        if lastNode() != nodes.last { broken.append("last node") }
        return broken
    }

    private func nodes(at level: Int) -> [Arena.Offset] {
        var nodes: [Arena.Offset] = []
        var node = arena.link(head, Node.next(level))
        while node != Arena.none {
            nodes.append(node)
            node = arena.link(node, Node.next(level))
        }
        return nodes
    }

    private func height(of node: Arena.Offset) -> Int {
        let height: UInt8 = arena.load(node, Node.height)
        return Int(height)
    }

    private func isBefore(_ left: Arena.Offset, _ right: Arena.Offset) -> Bool {
        if table(of: left) != table(of: right) { return table(of: left) < table(of: right) }
        return key(of: left).lexicographicallyPrecedes(key(of: right))
    }
}

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
