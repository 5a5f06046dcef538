/// Names something that several people share and that has a change feed: a collection, a pool, a
/// channel.
///
/// Like the number of a user it never leaves the server; people say the name that the feature has
/// for it.
package struct SharedFeed: Hashable, Sendable {
    /// The kind in the second highest byte, the number within the kind below.
    package let rawValue: UInt64

    /// Wraps what the store holds.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Names the feed of a kind by the number that its feature gave it, which stays below 2^48.
    package init(_ kind: Kind, number: UInt64) {
        precondition(number < 1 << 48, "Numbers are given out in turn.")
        rawValue = UInt64(kind.rawValue) << 48 | number
    }

    /// The number within its kind.
    package var number: UInt64 { rawValue & (1 << 48 - 1) }

    /// What is shared, in the terms of one feature; a number is never given to another kind.
    package struct Kind: RawRepresentable, Hashable, Sendable {
        /// The number of the kind, from 1 on.
        package let rawValue: UInt8

        /// Wraps the number of a kind.
        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }
    }
}

/// A change feed, of whatever it is.
package enum Feed: Hashable, Sendable {
    /// All that changes for one account or guest.
    case person(UserNumber)
    /// What changes for all who share something.
    case shared(SharedFeed)
}

/// Reads the feeds of what is shared.
package protocol SharedFeedReading: AnyObject {
    /// Visits the entries after `place` in the order in which they were added, each as its feature
    /// wrote it.
    /// - Returns: The place to go on from, and whether there was more.
    func visitEntries(
        of feed: SharedFeed,
        after place: Sequence,
        limit: Int,
        _ visit: (RawSpan) throws(DomainError) -> PageStep
    ) throws(DomainError) -> (place: Sequence, hasMore: Bool)
}

/// Writes the feeds of what is shared.
package protocol SharedFeedWriting: SharedFeedReading {
    /// Adds an entry, and wakes those who watch.
    ///
    /// It names nobody: what is to go with a person belongs into a record that erasure finds.
    @discardableResult
    func append(_ entry: [UInt8], to feed: SharedFeed) throws(DomainError) -> Sequence

    /// Takes an entry out of a feed, once a later one was added that says what became of it.
    func deleteEntry(at place: Sequence, of feed: SharedFeed) throws(DomainError)
}
