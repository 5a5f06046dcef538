package import Domain
internal import StorageEngine

/// How often entries were taken out of the beginning of a shared feed, and up to which place.
///
/// What is taken out tells of what is gone, such as that an item was deleted. Who reads the feed
/// from its beginning needs none of that; who had read part of it before would never hear of it,
/// and has to begin anew.
///
/// Record bytes, where no entry stands, before the first one: the count (8), the place (8).
package struct FeedCut: Hashable, Sendable {
    /// How often; 0 for a feed that has all that it ever told.
    package var count: UInt64 = 0
    /// Up to which place nothing is left that tells of what is gone.
    package var place = Sequence.start

    /// Has taken nothing out.
    package init() {}

    init(of entry: RawSpan) throws(DomainError) {
        try entry.requireByteCount(16, of: .sharedChange)
        count = try entry.number(at: 0, of: .sharedChange)
        place = try Sequence(in: entry, at: 8, of: .sharedChange)
    }

    /// The first place behind what is to be taken out next, of a feed with so many places; nil
    /// while that is less than a piece.
    func next(of last: Sequence, recordCountMax: Int) -> Sequence? {
        let kept = DomainLimits.feedPlacesKept
        let least = kept + UInt64(recordCountMax)
        guard last.rawValue >= least, last.rawValue - least >= place.rawValue else { return nil }
        return Sequence(last.rawValue - kept + 1)
    }
}

/// Where a reader of a feed is.
package struct FeedPosition: Hashable, Sendable {
    /// Behind which place.
    package var place: Sequence
    /// How often the feed had been cut when it was read there; 0 for a feed that never is.
    package var cutCount: UInt64

    /// Stands in a feed that was cut so often.
    package init(_ place: Sequence, cutCount: UInt64 = 0) {
        (self.place, self.cutCount) = (place, cutCount)
    }

    /// Takes apart what a cursor holds.
    package init(sealed: Sequence) {
        place = Sequence(sealed.rawValue & (1 << Self.placeBitCount - 1))
        cutCount = sealed.rawValue >> Self.placeBitCount
    }

    /// Both in one number, for a cursor.
    package var sealed: Sequence {
        Sequence(place.rawValue | cutCount << Self.placeBitCount)
    }

    /// Whether something was taken out since that a reader had not come to.
    package func hasMissed(_ cut: FeedCut) -> Bool {
        cutCount != cut.count && place < cut.place
    }

    /// A feed grows by no 2^40 places, and with at least `feedPlacesKept` between two cuts of the
    /// same count no cursor is taken for a later one.
    private static let placeBitCount = 40
}

extension StoreView {
    /// What was taken out of a feed; nothing where that cannot be read.
    package func cut(of feed: SharedFeed) throws(DomainError) -> FeedCut {
        let key = FeedCut.key(of: feed)
        return try readable { () throws(DomainError) in
            try value(of: key, in: .sharedChanges) { entry throws(DomainError) in
                try FeedCut(of: entry)
            }
        } ?? FeedCut()
    }

    /// Whether a feed of the collections of a kind has more than it keeps of what is gone.
    package func hasLongFeed(
        of kind: CollectionKind,
        recordCountMax: Int
    ) throws(DomainError) -> Bool {
        try longFeed(of: kind, recordCountMax: recordCountMax) != nil
    }

    /// A feed of the collections of a kind that has more than it keeps, what was taken out of it
    /// so far, and before which place more is to be.
    func longFeed(
        of kind: CollectionKind,
        recordCountMax: Int
    ) throws(DomainError) -> (feed: SharedFeed, cut: FeedCut, end: Sequence)? {
        for collection in try collections(of: kind) {
            let (feed, cut) = (collection.feed, try cut(of: collection.feed))
            let last = try lastPlace(of: feed)
            if let end = cut.next(of: last, recordCountMax: recordCountMax) {
                return (feed, cut, end)
            }
        }
        return nil
    }

    private func lastPlace(of feed: SharedFeed) throws(DomainError) -> Sequence {
        var last = Sequence.start
        try scanKeys(.sharedChanges, .all(of: feed), .descending, atMost: 1) {
            key throws(DomainError) in
            last = try SharedPlace(key: key, of: .sharedChange).sequence
            return .stop
        }
        return last
    }
}

extension StoreTransaction {
    /// Takes out of the beginning of the feeds of a kind of collections what tells of what is gone,
    /// but for their last places; looks at `recordCountMax` entries at most and answers whether
    /// there may be more to do.
    package func cutFeeds<Event: SharedEvent>(
        of kind: CollectionKind,
        telling event: Event.Type,
        recordCountMax: Int
    ) throws(DomainError) -> Bool {
        let long = try longFeed(of: kind, recordCountMax: recordCountMax)
        guard let (feed, former, end) = long else { return false }
        var cut = former
        var gone: [Sequence] = []
        var count = 0
        let lower = SharedPlace(feed, cut.place.next).storedKey
        let range = KeyRange(lower: lower, upper: SharedPlace(feed, end).storedKey)
        cut.place = Sequence(end.rawValue - 1)
        try scanSound(.sharedChanges, range, .ascending, atMost: recordCountMax) {
            key,
            entry throws(DomainError) in
            let place = try SharedPlace(key: key, of: .sharedChange).sequence
            if try Event.read(entry, of: feed, .sharedChange).0.isEnd { gone.append(place) }
            count += 1
            guard count < recordCountMax else {
                cut.place = place
                return .stop
            }
            return .next
        }
        for place in gone { try deleteEntry(at: place, of: feed) }
        if !gone.isEmpty { cut.count &+= 1 }
        try put(cut.encoded, for: FeedCut.key(of: feed), in: .sharedChanges)
        return true
    }
}

extension FeedCut {
    /// Where a feed has no entry: places are given from 1 on.
    fileprivate static func key(of feed: SharedFeed) -> Key {
        SharedPlace(feed, .start).storedKey
    }

    fileprivate var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: count)
        return bytes + place.storedBytes
    }
}
