internal import Glibc
internal import Locking
package import StorageEngine

/// The changes of one stretch of the log, in memory and in the order of their keys.
///
/// One thread inserts, many read at the same time without a lock. A node holds a key; its versions
/// hang from it, newest first, each with the number of the batch that wrote it. A reader names the
/// newest batch that it may see, and passes over what is newer. Nodes lie in a skip list (Pugh,
/// 1990), in which ranges are walked, and in a hash index, by which keys are found. Nothing is
/// removed: a delete is a version.
///
/// Unchecked: what readers reach is written before the link that leads to it is published, and
/// links are atomic; all else belongs to the inserting thread.
@safe
package final class Overlay: @unchecked Sendable {
    let arena: Arena
    let index: OverlayIndex
    private let seed = UInt64.random(in: .min ... .max)
    private var heights = HeightSource()
    let groups: OverlayGroups
    /// Where its memory comes from, and goes.
    private let spare: SpareMemory
    /// How many nodes each table has; a table with none need not be searched.
    let nodeCounts: UnsafeMutablePointer<Atomic<UInt32>>
    let head: Arena.Offset

    /// The number of the newest batch in it; 0 for none.
    private(set) var lastBatch: UInt64 = 0
    /// Bytes of the newest values of all keys.
    private(set) var newestValueByteCount = 0

    static let heightMax = 12
    private static let tableCount = 256

    /// Bytes for which the index has room for a node: most take more with their versions.
    private static let byteCountPerNode = 96
    private static let headByteCount = Node.byteCount(height: heightMax, key: 0)
    /// What a change takes at most, beside its value.
    private static let changeByteCountMax =
        Arena.footprint(Node.byteCount(height: heightMax, key: Key.byteCountMax))
        + Version.headerByteCount + Arena.alignment

    /// Makes an empty overlay with room for changes of so many bytes in all, in memory that `spare`
    /// has.
    package convenience init(byteCountMax: Int, from spare: SpareMemory = SpareMemory()) {
        let nodeCountMax = byteCountMax / Self.byteCountPerNode
        self.init(arenaByteCount: byteCountMax, nodeCountMax: nodeCountMax, from: spare)
    }

    /// Makes an empty overlay that has room for these changes, whatever its usual size is.
    convenience init(byteCountMax: Int, holding changeCount: Int, valueByteCount: Int) {
        let needed = valueByteCount + (changeCount + 1) * Self.changeByteCountMax
        self.init(
            arenaByteCount: max(byteCountMax, min(needed, Int(UInt32.max))),
            nodeCountMax: max(byteCountMax / Self.byteCountPerNode, changeCount),
            from: SpareMemory()
        )
    }

    private init(arenaByteCount: Int, nodeCountMax: Int, from spare: SpareMemory) {
        self.spare = spare
        arena = Arena(spare.take(byteCount: arenaByteCount))
        index = OverlayIndex(nodeCountMax: nodeCountMax, from: spare)
        groups = OverlayGroups(nodeCountMax: nodeCountMax, from: spare)
        unsafe nodeCounts = .allocate(capacity: Self.tableCount)
        for table in 0..<Self.tableCount { unsafe (nodeCounts + table).initialize(to: Atomic(0)) }
        head = arena.allocate(Self.headByteCount)
        for level in 0..<Self.heightMax { arena.store(Arena.none, head, Node.next(level)) }
    }

    deinit {
        unsafe nodeCounts.deallocate()
        guard fill >= Self.fillOfBusyTimes else { return }
        spare.keep(arena.memory)
        spare.keep(index.memory)
        spare.keep(groups.memory)
    }

    /// An overlay that was filled so far is one of many: the next one takes its memory.
    ///
    /// That of quiet times goes back to the system.
    private static let fillOfBusyTimes = 0.25

    /// Whether nothing was inserted.
    var isEmpty: Bool { lastBatch == 0 }

    /// How full it is, from 0 to 1.
    var fill: Double { Double(arena.usedByteCount) / Double(arena.byteCount) }

    /// How many different keys were changed.
    var nodeCount: Int { index.nodeCount }

    /// Whether so many changes, with values of so many bytes in all, can be inserted.
    package func hasRoom(forChanges count: Int, valueByteCount: Int) -> Bool {
        index.hasRoom(for: count)
            && arena.hasRoom(for: valueByteCount + count * Self.changeByteCountMax)
    }

    /// Inserts the change of a key that was made in `batch`; that there is room must be known.
    ///
    /// Batches come in their order. `value` is nil for a delete.
    package func insert(_ value: RawSpan?, for key: Key, in table: TableID, batch: UInt64) {
        precondition(batch >= lastBatch, "Batches come in their order.")
        lastBatch = batch
        key.withBytes { bytes in
            unsafe bytes.withUnsafeBytes { key in
                unsafe insert(value, key: OverlayKey(table, key), batch: batch)
            }
        }
    }

    private func insert(_ value: RawSpan?, key: OverlayKey, batch: UInt64) {
        let hash = self.hash(key)
        if let node = index.find(hash, { key.isKey(of: $0, in: arena) }) {
            let older = arena.link(node, Node.version)
            newestValueByteCount -= valueByteCount(at: older) ?? 0
            arena.publish(makeVersion(value, batch: batch, older: older), node, Node.version)
            return
        }
        let version = makeVersion(value, batch: batch, older: Arena.none)
        let node = makeNode(key, version)
        index.insert(node, hash: hash)
        unsafe nodeCounts[Int(key.table.rawValue)].add(1, ordering: .releasing)
    }

    private func makeVersion(
        _ value: RawSpan?,
        batch: UInt64,
        older: Arena.Offset
    ) -> Arena.Offset {
        let count = value?.byteCount ?? 0
        newestValueByteCount += count
        let version = arena.allocate(Version.headerByteCount + count)
        arena.store(batch, version, Version.batch)
        arena.store(older, version, Version.older)
        arena.store(
            value == nil ? Version.deleted : UInt32(truncatingIfNeeded: count),
            version,
            Version.valueByteCount
        )
        unsafe value?.withUnsafeBytes { bytes in
            guard let source = bytes.baseAddress else { return }
            unsafe arena.pointer(version, Version.headerByteCount)
                .copyMemory(from: source, byteCount: count)
        }
        return version
    }

    /// Makes a node and links it into the list, from the lowest level up.
    private func makeNode(_ key: OverlayKey, _ version: Arena.Offset) -> Arena.Offset {
        let height = heights.next(max: Self.heightMax)
        let node = unsafe arena.allocate(Node.byteCount(height: height, key: key.bytes.count))
        arena.store(key.prefix, node, Node.prefix)
        arena.store(version, node, Node.version)
        arena.store(key.table.rawValue, node, Node.table)
        unsafe arena.store(UInt8(truncatingIfNeeded: key.bytes.count), node, Node.keyByteCount)
        arena.store(UInt8(truncatingIfNeeded: height), node, Node.height)
        if let source = unsafe key.bytes.baseAddress {
            unsafe arena.pointer(node, Node.key(height: height))
                .copyMemory(from: source, byteCount: key.bytes.count)
        }
        let group = groups.group(of: key, in: arena)
        let places = rememberedPlaces(of: key, height: height, group) ?? self.places(of: key)
        link(node, height: height, behind: places)
        guard group.map({ !key.isAtMost($0.last, in: arena) }) ?? true else { return node }
        let tallNode = height > 1 ? node : places[1]
        groups.put(OverlayGroups.Group(last: node, tallNode: tallNode), of: key, in: arena)
        return node
    }

    /// Publishes a node behind the one before it on each of its levels.
    private func link(
        _ node: Arena.Offset,
        height: Int,
        behind places: InlineArray<12, Arena.Offset>
    ) {
        let following = arena.link(places[0], Node.next(0))
        for level in 0..<height {
            arena.store(arena.link(places[level], Node.next(level)), node, Node.next(level))
        }
        arena.store(places[0], node, Node.previous)
        for level in 0..<height { arena.publish(node, places[level], Node.next(level)) }
        if following != Arena.none { arena.publish(node, following, Node.previous) }
    }

    /// The last nodes before `key` on the levels of a node of this height, if its group shows them
    /// or some close to them.
    ///
    /// Few nodes are higher than two levels, and those are searched for from the top.
    private func rememberedPlaces(
        of key: OverlayKey,
        height: Int,
        _ group: OverlayGroups.Group?
    ) -> InlineArray<12, Arena.Offset>? {
        guard height <= 2, let group, let start = node(before: key, near: group.last),
            let place = lastNode(before: key, at: 0, near: start)
        else { return nil }
        var places = InlineArray<12, Arena.Offset>(repeating: place)
        if height == 1 {
            // Of a node that is not behind its group's last one, nobody asks for it.
            places[1] = group.tallNode
            return places
        }
        guard group.tallNode != Arena.none, group.tallNode != head,
            !key.isAtMost(group.tallNode, in: arena),
            let tallPlace = lastNode(before: key, at: 1, near: group.tallNode)
        else { return nil }
        places[1] = tallPlace
        return places
    }

    /// A node before `key`, a few steps from another one at most.
    func node(before key: OverlayKey, near start: Arena.Offset) -> Arena.Offset? {
        var node = start
        for _ in 0..<Self.groupStepCountMax where node != Arena.none && node != head {
            if !key.isAtMost(node, in: arena) { return node }
            node = arena.link(node, Node.previous)
        }
        return nil
    }

    /// The last node of a level before `key`, a few steps behind a smaller one at most.
    private func lastNode(
        before key: OverlayKey,
        at level: Int,
        near start: Arena.Offset
    ) -> Arena.Offset? {
        var node = start
        for _ in 0..<Self.groupStepCountMax {
            let next = arena.link(node, Node.next(level))
            if next == Arena.none || key.isAtMost(next, in: arena) { return node }
            node = next
        }
        return nil
    }

    /// Nodes that are walked from the last of a group before a search from the top is the shorter
    /// way.
    private static let groupStepCountMax = 8

    /// On each level the last node before `key`.
    private func places(of key: OverlayKey) -> InlineArray<12, Arena.Offset> {
        var places = InlineArray<12, Arena.Offset>(repeating: head)
        var previous = head
        for level in (0..<Self.heightMax).reversed() {
            previous = lastNode(before: key, at: level, from: previous)
            places[level] = previous
        }
        return places
    }

    /// The last node of a level whose key is smaller than `key`, from a smaller one on.
    @inline(__always)
    func lastNode(
        before key: OverlayKey,
        at level: Int,
        from start: Arena.Offset
    ) -> Arena.Offset {
        var node = start
        while true {
            let next = arena.link(node, Node.next(level))
            if next == Arena.none || key.isAtMost(next, in: arena) { return node }
            node = next
        }
    }

    func hash(_ key: OverlayKey) -> UInt64 {
        unsafe Checksum.of(key.bytes, seed: seed ^ UInt64(key.table.rawValue))
    }
}

/// What an overlay knows about a key; bytes last as long as the overlay.
@safe
enum OverlayChange {
    case put(UnsafeRawBufferPointer)
    case delete
}
