internal import Domain

extension StoreView {
    /// Visits the records of a range, newest first, until the visitor stops.
    ///
    /// - Returns: What the engine failed at, for the page to judge.
    func visitNewestFirst(
        _ table: TableID,
        _ range: KeyRange,
        _ visit: (RawSpan, RawSpan) -> ScanStep
    ) -> StorageError? {
        do throws(StorageError) {
            try records.scan(table, in: range, .descending, visit)
            return nil
        } catch {
            return error
        }
    }
}

/// A page of records that is being visited: how much it still takes, and where it ends.
struct Page {
    private var remaining: Int
    private var last: Sequence?
    private var hasMore = false
    private var failure: DomainError?

    /// Begins a page of so many records at most.
    init(limit: Int) {
        remaining = limit
    }

    /// Runs the visit of one record, unless the page is full; a visit says at which place it was.
    @inline(__always)
    mutating func add(_ visit: () throws(DomainError) -> (Sequence, PageStep)) -> ScanStep {
        guard remaining > 0 else {
            hasMore = true
            return .stop
        }
        do throws(DomainError) {
            let (sequence, step) = try visit()
            last = sequence
            switch step {
            case .next: remaining -= 1
            case .last: remaining = 0
            }
            return .next
        } catch {
            failure = error
            return .stop
        }
    }

    /// Ends the page.
    ///
    /// - Returns: The place of the last record visited if there are more, else nil.
    consuming func end(_ error: StorageError?) throws(DomainError) -> Sequence? {
        switch error {
        case .dataLoss where remaining <= 0:
            // What is damaged is the first record behind the page, which is sound: there is more.
            hasMore = true
        case .some(let error): throw DomainError(error)
        case nil: break
        }
        if let failure { throw failure }
        return hasMore ? last : nil
    }
}
