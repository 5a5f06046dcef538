internal import CLinux
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
    private let index: OverlayIndex
    private let seed = UInt64.random(in: .min ... .max)
    private var heights = HeightSource()
    private let groups: OverlayGroups
    /// Where its memory comes from, and goes.
    private let spare: SpareMemory
    /// How many nodes each table has; a table with none need not be searched.
    private let nodeCounts: UnsafeMutablePointer<Atomic<UInt32>>
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
    private func node(before key: OverlayKey, near start: Arena.Offset) -> Arena.Offset? {
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
    private func lastNode(
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

    private func hash(_ key: OverlayKey) -> UInt64 {
        unsafe Checksum.of(key.bytes, seed: seed ^ UInt64(key.table.rawValue))
    }
}

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
    private func valueByteCount(at version: Arena.Offset) -> Int? {
        let count: UInt32 = arena.load(version, Version.valueByteCount)
        return count == Version.deleted ? nil : Int(count)
    }

    private func change(at version: Arena.Offset) -> OverlayChange {
        guard let count = valueByteCount(at: version) else { return .delete }
        let start = unsafe arena.pointer(version, Version.headerByteCount)
        return unsafe .put(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// The first node with this key or a greater one, of whatever table; nil if there is none.
    func firstNode(atLeast key: RawSpan, in table: TableID) -> Arena.Offset? {
        following(lastNode(before: key, in: table))
    }

    /// The last node with a smaller key, of whatever table; nil if there is none.
    func lastNode(before key: RawSpan, in table: TableID) -> Arena.Offset? {
        unsafe key.withUnsafeBytes { bytes in
            let key = unsafe OverlayKey(table, bytes)
            var node = head
            for level in (0..<Self.heightMax).reversed() {
                node = lastNode(before: key, at: level, from: node)
            }
            return node == head ? nil : node
        }
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

/// What an overlay knows about a key; bytes last as long as the overlay.
@safe
enum OverlayChange {
    case put(UnsafeRawBufferPointer)
    case delete
}
