internal import Glibc

/// A walk through the changes that the layers have in a range, the upper layer's where both have
/// one of the same key.
struct LayerCursor {
    private var active: OverlayCursor?
    private var frozen: OverlayCursor?
    private let direction: ScanDirection

    init(
        _ layers: Layers,
        _ table: TableID,
        _ range: KeyRange,
        _ direction: ScanDirection,
        asOf batch: UInt64
    ) {
        self.direction = direction
        active = OverlayCursor(layers.active, table, range, direction, asOf: batch)
        frozen = layers.frozen.flatMap { OverlayCursor($0, table, range, direction, asOf: batch) }
    }

    /// Whether no change is left.
    var isAtEnd: Bool { active == nil && frozen == nil }

    /// What became of a record of LMDB.
    enum Place {
        /// No layer changed it: it is to be lent.
        case notChanged
        /// A layer put another value in its place, which was lent, or deleted it.
        case changed
        /// The visitor wants no more.
        case stopped
    }

    /// Lends all changes that come before a record of LMDB, and the change of that record.
    @inline(__always)
    mutating func visit(
        before record: RawSpan,
        _ visit: (RawSpan, RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) -> Place {
        while let current {
            let order = Self.compare(current.key, record, direction)
            if order > 0 { return .notChanged }
            if try lend(current, visit) == .stop { return .stopped }
            advance(past: current.key)
            if order == 0 { return .changed }
        }
        return .notChanged
    }

    /// Lends all changes that are left.
    mutating func visitRest(
        _ visit: (RawSpan, RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) {
        while let current {
            if try lend(current, visit) == .stop { return }
            advance(past: current.key)
        }
    }

    private typealias Entry = (key: UnsafeRawBufferPointer, change: OverlayChange)

    /// The change that comes first.
    private var current: Entry? {
        guard let upper = active?.current else { return frozen?.current }
        guard let lower = frozen?.current else { return upper }
        return Self.compare(upper.key, lower.key.bytes, direction) <= 0 ? upper : lower
    }

    private func lend(
        _ entry: Entry,
        _ visit: (RawSpan, RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) -> ScanStep {
        switch entry.change {
        case .put(let value): try visit(entry.key.bytes, value.bytes)
        case .delete: .next
        }
    }

    /// Leaves a key behind in both layers.
    private mutating func advance(past key: UnsafeRawBufferPointer) {
        if let current = active?.current, Self.compare(current.key, key.bytes, direction) == 0 {
            active?.advance()
            if active?.current == nil { active = nil }
        }
        if let current = frozen?.current, Self.compare(current.key, key.bytes, direction) == 0 {
            frozen?.advance()
            if frozen?.current == nil { frozen = nil }
        }
    }

    /// Below 0 if `left` comes before `right` in the direction, 0 if they are the same.
    private static func compare(
        _ left: UnsafeRawBufferPointer,
        _ right: RawSpan,
        _ direction: ScanDirection
    ) -> Int {
        let order = right.withUnsafeBytes { right in
            guard let one = left.baseAddress, let other = right.baseAddress else {
                return left.count - right.count
            }
            let order = memcmp(one, other, min(left.count, right.count))
            return order == 0 ? left.count - right.count : Int(order)
        }
        return direction == .ascending ? order : -order
    }
}
