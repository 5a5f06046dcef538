internal import Glibc
internal import StorageEngine

/// A walk through the changes that the layers have in a range, the upper layer's where both have
/// one of the same key.
@safe
struct LayerCursor: ~Copyable {
    private var active: OverlayCursor
    private var frozen: OverlayCursor?
    private let direction: ScanDirection
    /// The change at which the walk stands in each layer; nil at its end.
    private var upper: OverlayCursor.Entry?
    private var lower: OverlayCursor.Entry?
    /// The change that comes first; nil at the end.
    private var first: OverlayCursor.Entry?
    private var holders = Holders.active

    /// Which layers have a change of the first key.
    private enum Holders {
        case active
        case frozen
        case both
    }

    init(
        _ layers: borrowing Layers,
        _ table: TableID,
        _ range: KeyRange,
        _ direction: ScanDirection,
        asOf batch: UInt64
    ) {
        self.direction = direction
        active = OverlayCursor(layers.active, table, range, direction, asOf: batch)
        if let overlay = layers.frozen {
            frozen = OverlayCursor(overlay, table, range, direction, asOf: batch)
        }
        unsafe upper = unsafe active.current
        unsafe lower = unsafe frozen?.current
        settle()
    }

    /// Whether no change is left.
    var isAtEnd: Bool { unsafe first == nil }

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
    mutating func visit(
        before record: RawSpan,
        _ visit: (RawSpan, RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) -> Place {
        while let first = unsafe first {
            let order = unsafe Self.compare(first.key, record, direction)
            if order > 0 { return .notChanged }
            if try unsafe lend(first, visit) == .stop { return .stopped }
            advance()
            if order == 0 { return .changed }
        }
        return .notChanged
    }

    /// Lends all changes that are left.
    mutating func visitRest(
        _ visit: (RawSpan, RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) {
        while let first = unsafe first {
            if try unsafe lend(first, visit) == .stop { return }
            advance()
        }
    }

    private func lend(
        _ entry: OverlayCursor.Entry,
        _ visit: (RawSpan, RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) -> ScanStep {
        switch unsafe entry.change {
        case .put(let value): try unsafe visit(entry.key.bytes, value.bytes)
        case .delete: .next
        }
    }

    /// Leaves the first key behind.
    private mutating func advance() {
        if holders != .frozen {
            active.advance()
            unsafe upper = unsafe active.current
        }
        if holders != .active {
            frozen?.advance()
            unsafe lower = unsafe frozen?.current
        }
        settle()
    }

    /// Finds out which change comes first now.
    private mutating func settle() {
        guard let lower = unsafe lower else {
            unsafe first = unsafe upper
            holders = .active
            return
        }
        guard let upper = unsafe upper else {
            unsafe first = unsafe lower
            holders = .frozen
            return
        }
        let order = unsafe Self.compare(upper.key, lower.key.bytes, direction)
        unsafe first = unsafe order <= 0 ? upper : lower
        holders = order == 0 ? .both : order < 0 ? .active : .frozen
    }

    /// Below 0 if `left` comes before `right` in the direction, 0 if they are the same.
    private static func compare(
        _ left: UnsafeRawBufferPointer,
        _ right: RawSpan,
        _ direction: ScanDirection
    ) -> Int {
        let order = unsafe right.withUnsafeBytes { right in
            guard let one = left.baseAddress, let other = right.baseAddress else {
                return left.count - right.count
            }
            let order = unsafe memcmp(one, other, min(left.count, right.count))
            return order == 0 ? left.count - right.count : Int(order)
        }
        return direction == .ascending ? order : -order
    }
}
