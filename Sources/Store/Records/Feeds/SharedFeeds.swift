package import Domain
internal import StorageEngine

extension StoreView: SharedFeedReading {
    package func visitEntries(
        of feed: SharedFeed,
        after place: Sequence,
        limit: Int,
        _ visit: (RawSpan) throws(DomainError) -> PageStep
    ) throws(DomainError) -> (place: Sequence, hasMore: Bool) {
        var last = place
        var count = 0
        var isFull = false
        var hasMore = false
        let range = KeyRange.after(place, of: feed)
        try scanSound(.sharedChanges, range, .ascending, atMost: limit.andOneMore) {
            key,
            value throws(DomainError) in
            guard count < limit, !isFull else {
                hasMore = true
                return .stop
            }
            count += 1
            last = try SharedPlace(key: key, of: .sharedChange).sequence
            isFull = try visit(value) == .last
            return .next
        }
        return (last, hasMore)
    }
}

extension StoreTransaction: SharedFeedWriting {
    @discardableResult
    package func append(_ entry: [UInt8], to feed: SharedFeed) throws(DomainError) -> Sequence {
        try append(to: feed) { _ in entry }
    }

    /// Adds an entry that tells of its own place, by which what it is about can be known: no place
    /// is used twice.
    package func append(
        to feed: SharedFeed,
        _ entry: (Sequence) -> [UInt8]
    ) throws(DomainError) -> Sequence {
        let place = Sequence(try takeNumber(of: .sharedPlaces, for: feed.rawValue))
        try put(entry(place), for: SharedPlace(feed, place).storedKey, in: .sharedChanges)
        news.add(feed)
        return place
    }

    package func deleteEntry(at place: Sequence, of feed: SharedFeed) throws(DomainError) {
        try delete(SharedPlace(feed, place).storedKey, in: .sharedChanges)
    }
}
