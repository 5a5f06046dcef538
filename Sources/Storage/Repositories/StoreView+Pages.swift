internal import Domain

extension StoreView {
    /// Visits the records of a range, newest first, until a page is full.
    ///
    /// - Returns: The place of the last record visited if there are more, else nil.
    func visitPage(
        of table: TableID,
        _ range: KeyRange,
        limit: Int,
        _ visit: (RawSpan, RawSpan) throws(DomainError) -> (Sequence, PageStep)
    ) throws(DomainError) -> Sequence? {
        var remaining = limit
        var last: Sequence?
        var hasMore = false
        do throws(DomainError) {
            try scan(table, range, .descending) { key, value throws(DomainError) in
                guard remaining > 0 else {
                    hasMore = true
                    return .stop
                }
                let (sequence, step) = try visit(key, value)
                last = sequence
                switch step {
                case .next: remaining -= 1
                case .last: remaining = 0
                }
                return .next
            }
        } catch .dataLoss where remaining <= 0 {
            // What is damaged is the first record behind the page, which is sound: there is more.
            hasMore = true
        }
        return hasMore ? last : nil
    }
}
