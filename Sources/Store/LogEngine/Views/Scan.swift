internal import StorageEngine

/// A scan under way: which records it lends, and how far it is.
///
/// Its owner walks through LMDB and offers each record; the changes of the layers come between
/// them, and instead of those that they replace.
struct Scan: ~Copyable {
    private let content: ScanContent
    private let table: TableID
    private let end: ScanEnd
    private var changes: LayerCursor
    private var state = State.running

    private enum State {
        /// Nothing has stopped it. Can transition to both others.
        case running
        /// The visitor wants no more.
        case stopped
        case failed(StorageError)
    }

    init(
        _ content: ScanContent,
        of table: TableID,
        in range: KeyRange,
        _ direction: ScanDirection,
        _ changes: consuming LayerCursor
    ) {
        self.content = content
        self.table = table
        self.changes = changes
        end = ScanEnd(of: range, direction)
    }

    /// Lends a record of LMDB, or what became of it, with all changes that come before it.
    ///
    /// - Returns: Whether the scan goes on to the next record.
    mutating func lend(
        _ stored: RawSpan,
        of key: RawSpan,
        _ visit: (RawSpan, RawSpan) throws(StorageError) -> ScanStep
    ) -> Bool {
        if end.isPassed(by: key) { return false }
        do throws(StorageError) {
            switch changes.isAtEnd ? .notChanged : try changes.visit(before: key, visit) {
            case .changed: return true
            case .stopped: break
            case .notChanged:
                if try lendUnchanged(stored, of: key, visit) == .next { return true }
            }
            state = .stopped
        } catch {
            state = .failed(error)
        }
        return false
    }

    /// Lends the changes that come after all records of LMDB.
    ///
    /// - Throws: What went wrong on the way, here or before.
    mutating func finish(
        _ visit: (RawSpan, RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) {
        switch state {
        case .running: try changes.visitRest(visit)
        case .stopped: return
        case .failed(let error): throw error
        }
    }

    /// Lends a record of LMDB; its value is checked if it is looked at.
    @inline(__always)
    private func lendUnchanged(
        _ stored: RawSpan,
        of key: RawSpan,
        _ visit: (RawSpan, RawSpan) throws(StorageError) -> ScanStep
    ) throws(StorageError) -> ScanStep {
        switch content {
        case .records:
            try Checksum.withRecord(in: stored, key: key, table: table) {
                (value) throws(StorageError) in try visit(key, value)
            }
        case .keys: try visit(key, RawSpan())
        }
    }
}

/// The side of a range at which a scan ends.
struct ScanEnd {
    private let direction: ScanDirection
    /// The bound on that side; nil if there is none.
    private let bound: Key?

    init(of range: KeyRange, _ direction: ScanDirection) {
        self.direction = direction
        switch direction {
        case .ascending: bound = range.upper
        case .descending: bound = range.lower
        }
    }

    /// Whether a key that a scan came to lies behind the range.
    @inline(__always)
    func isPassed(by key: RawSpan) -> Bool {
        guard let bound else { return false }
        switch direction {
        case .ascending: return bound.compare(to: key) <= 0
        case .descending: return bound.compare(to: key) > 0
        }
    }
}
