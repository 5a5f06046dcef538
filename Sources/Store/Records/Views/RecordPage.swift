public import Domain
public import StorageEngine

extension StoreView {
    /// Visits the sound records of a range for a page, newest first, until the visitor stops; the
    /// one behind the page tells that there are more.
    package func visitNewestFirst(
        _ table: TableID,
        _ range: KeyRange,
        limit: Int,
        _ visit: (RawSpan, RawSpan) throws(DomainError) -> ScanStep
    ) throws(DomainError) {
        try scanSound(table, range, .descending, atMost: limit.andOneMore, visit)
    }
}

extension Int {
    /// So many and the one behind them, which tells that there are more; where there is no limit,
    /// all.
    package var andOneMore: Int { self == .max ? self : self + 1 }
}

/// A page of records that is being visited: how much it still takes, and where the next one begins.
@usableFromInline
package struct RecordPage<Place> {
    /// The place to go on from; nil if there is nothing more.
    @usableFromInline
    package var next: Place?
    @usableFromInline
    var remaining: Int
    @usableFromInline
    var last: Place?

    /// Begins a page that looks at so many records at most.
    @inlinable
    package init(limit: Int) {
        remaining = limit
    }

    /// Runs the visit of one record, unless the page is full; a visit says at which place it was.
    ///
    /// A visit that throws leaves the page as it is.
    @inlinable
    @inline(__always)
    package mutating func add(
        _ visit: () throws(DomainError) -> (Place, PageStep)
    ) throws(DomainError) -> ScanStep {
        guard remaining > 0 else {
            next = last
            return .stop
        }
        let (place, step) = try visit()
        last = place
        switch step {
        case .next: remaining -= 1
        case .last: remaining = 0
        }
        return .next
    }

    /// As above, where the place is known before the visit.
    @inlinable
    package mutating func add(
        _ place: Place,
        _ visit: () throws(DomainError) -> PageStep
    ) throws(DomainError) -> ScanStep {
        try add { () throws(DomainError) in (place, try visit()) }
    }
}
