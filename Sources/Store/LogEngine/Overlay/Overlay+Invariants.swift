internal import StorageEngine

// For the inserting thread, or once nothing is inserted any more.
extension Overlay: Invariant {
    /// List, index and counts tell of the same nodes.
    ///
    /// Nodes ascend on the lowest level and lead back the way they came; each other level holds
    /// exactly the nodes that reach it, in the same order. Each node is found by its key, and has
    /// versions whose batches descend.
    func brokenInvariants() -> [String] {
        let nodes = self.nodes(at: 0)
        return brokenLinks(of: nodes) + brokenVersions(of: nodes) + brokenCounts(of: nodes)
    }

    private func brokenLinks(of nodes: [Arena.Offset]) -> [String] {
        var broken: [String] = []
        for (left, right) in zip(nodes, nodes.dropFirst()) where !isBefore(left, right) {
            broken.append("the order at node \(right)")
        }
        for (index, node) in nodes.enumerated() {
            let previous = index == 0 ? nil : nodes[index - 1]
            if preceding(node) != previous { broken.append("the way back from node \(node)") }
        }
        for level in 1..<Overlay.heightMax {
            let tall = nodes.filter { height(of: $0) > level }
            if self.nodes(at: level) != tall { broken.append("level \(level)") }
        }
        if lastNode() != nodes.last { broken.append("the last node") }
        return broken
    }

    private func brokenVersions(of nodes: [Arena.Offset]) -> [String] {
        var broken: [String] = []
        for node in nodes {
            var newest = lastBatch
            let batches = batches(of: node)
            if batches.isEmpty { broken.append("node \(node) without a version") }
            for batch in batches {
                if batch > newest { broken.append("the batches of node \(node)") }
                newest = batch
            }
        }
        return broken
    }

    private func brokenCounts(of nodes: [Arena.Offset]) -> [String] {
        var broken: [String] = []
        if nodes.count != nodeCount { broken.append("the count of nodes") }
        var byteCount = 0
        var tables: Set<UInt8> = []
        for node in nodes {
            let key = unsafe self.key(of: node).bytes
            let found = change(of: key, in: table(of: node), asOf: .max)
            if found == nil { broken.append("the index at node \(node)") }
            if case .put(let value) = change(of: node, asOf: .max) {
                byteCount += value.count
            }
            tables.insert(table(of: node).rawValue)
            if !isInGroup(node, with: key) { broken.append("the group of node \(node)") }
        }
        if byteCount != newestValueByteCount { broken.append("the count of bytes") }
        let changed = (0...UInt8.max).filter { hasChanges(of: TableID(rawValue: $0)) }
        if Set(changed) != tables { broken.append("the tables that were changed") }
        return broken
    }

    /// Whether the group of its key ends with this node, or behind it.
    private func isInGroup(_ node: Arena.Offset, with key: RawSpan) -> Bool {
        guard let last = lastNode(likeThatOf: key, in: table(of: node)) else { return false }
        return last == node || isBefore(node, last)
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

    private func batches(of node: Arena.Offset) -> [UInt64] {
        var batches: [UInt64] = []
        var version = arena.link(node, Node.version)
        while version != Arena.none {
            batches.append(arena.load(version, Version.batch))
            version = arena.load(version, Version.older)
        }
        return batches
    }

    private func isBefore(_ left: Arena.Offset, _ right: Arena.Offset) -> Bool {
        if table(of: left) != table(of: right) { return table(of: left) < table(of: right) }
        return unsafe key(of: left).lexicographicallyPrecedes(key(of: right))
    }
}
