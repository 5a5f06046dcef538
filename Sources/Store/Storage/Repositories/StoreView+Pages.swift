internal import Domain

extension StoreView {
    /// Visits the sound records of a range, newest first, until the visitor stops.
    func visitNewestFirst(
        _ table: TableID,
        _ range: KeyRange,
        _ visit: (RawSpan, RawSpan) throws(DomainError) -> ScanStep
    ) throws(DomainError) {
        try scanSound(table, range, .descending, visit)
    }
}

/// A page of records that is being visited: how much it still takes, and where it ends.
struct Page {
    private var remaining: Int
    private var last: Sequence?
    private var hasMore = false

    /// Begins a page of so many records at most.
    init(limit: Int) {
        remaining = limit
    }

    /// Runs the visit of one record, unless the page is full; a visit says at which place it was.
    ///
    /// A visit that throws leaves the page as it is.
    @inline(__always)
    mutating func add(
        _ visit: () throws(DomainError) -> (Sequence, PageStep)
    ) throws(DomainError) -> ScanStep {
        guard remaining > 0 else {
            hasMore = true
            return .stop
        }
        let (sequence, step) = try visit()
        last = sequence
        switch step {
        case .next: remaining -= 1
        case .last: remaining = 0
        }
        return .next
    }

    /// The place of the last record visited if there are more, else nil.
    var end: Sequence? { hasMore ? last : nil }
}
