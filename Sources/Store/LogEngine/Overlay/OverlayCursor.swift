internal import StorageEngine

/// A walk through the changes of a range in one overlay, as of one batch.
///
/// It must not outlive the overlay, whose bytes it lends.
@safe
struct OverlayCursor: ~Copyable {
    private let overlay: Overlay
    private let table: TableID
    private let direction: ScanDirection
    private let batch: UInt64
    private let end: ScanEnd
    private var node: Arena.Offset?
    /// The change at which it stands; nil at the end.
    private(set) var current: Entry?

    /// A key, and what became of it; bytes last as long as the overlay.
    typealias Entry = (key: UnsafeRawBufferPointer, change: OverlayChange)

    /// Stands at the first change of the range, if there is one.
    init(
        _ overlay: borrowing Overlay,
        _ table: TableID,
        _ range: KeyRange,
        _ direction: ScanDirection,
        asOf batch: UInt64
    ) {
        self.overlay = copy overlay
        self.table = table
        self.direction = direction
        self.batch = batch
        end = ScanEnd(of: range, direction)
        guard overlay.hasChanges(of: table) else { return }
        node = Self.start(overlay, table, range, direction)
        settle()
    }

    /// Moves to the next change.
    mutating func advance() {
        step()
        settle()
    }

    private static func start(
        _ overlay: Overlay,
        _ table: TableID,
        _ range: KeyRange,
        _ direction: ScanDirection
    ) -> Arena.Offset? {
        guard range.hasOneBeginning else { return search(overlay, table, range, direction) }
        guard let last = range.lower.withBytes({ overlay.lastNode(likeThatOf: $0, in: table) })
        else { return nil }
        overlay.expect(last)
        guard direction == .descending, let upper = range.upper else {
            return search(overlay, table, range, direction)
        }
        // Mostly the newest are asked for.
        return upper.withBytes { overlay.lastNode(before: $0, in: table, near: last) }
            ?? search(overlay, table, range, direction)
    }

    private static func search(
        _ overlay: Overlay,
        _ table: TableID,
        _ range: KeyRange,
        _ direction: ScanDirection
    ) -> Arena.Offset? {
        switch direction {
        case .ascending:
            return range.lower.withBytes { overlay.firstNode(atLeast: $0, in: table) }
        case .descending:
            guard let upper = range.upper else { return lastNode(overlay, of: table) }
            return upper.withBytes { overlay.lastNode(before: $0, in: table) }
        }
    }

    /// The last node of a table: the one before all of the next table.
    private static func lastNode(_ overlay: Overlay, of table: TableID) -> Arena.Offset? {
        guard table.rawValue < .max else { return overlay.lastNode() }
        let next = TableID(rawValue: table.rawValue + 1)
        return Key().withBytes { overlay.lastNode(before: $0, in: next) }
    }

    private mutating func step() {
        node = node.flatMap { next(behind: $0) }
    }

    private func next(behind node: Arena.Offset) -> Arena.Offset? {
        switch direction {
        case .ascending: overlay.following(node)
        case .descending: overlay.preceding(node)
        }
    }

    /// Goes on to the next node that lies in the range and was changed by then.
    private mutating func settle() {
        while let node {
            let key = unsafe overlay.key(of: node)
            guard overlay.table(of: node) == table, unsafe !end.isPassed(by: key.bytes) else {
                break
            }
            if let change = overlay.change(of: node, asOf: batch) {
                unsafe current = unsafe (key, change)
                overlay.expect(next(behind: node))
                return
            }
            step()
        }
        unsafe current = nil
        node = nil
    }
}
