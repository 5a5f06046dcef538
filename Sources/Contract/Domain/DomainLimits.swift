/// Every limit of the domain, with its reason: here what all features share, and in an extension of
/// each feature its own.
package enum DomainLimits {
    /// Bytes per permitted character of short texts; stops piles of combining marks.
    package static let bytesPerCharacterMax = 16

    /// Characters of a name that goes into other names, each of one byte.
    package static let shortNameCharacters = 1...64

    /// Collections of a kind: bounds the list that is read whole.
    package static let collectionsOfKindMax = 500

    /// Characters of why an operator removed something.
    package static let removalReasonCharactersMax = 1_000

    /// Items of one page of any list.
    package static let pageItemsMax = 500

    /// Items of a page when the request does not say.
    package static let pageItemsDefault = 50

    /// Bytes after which a page ends early; leaves room for one more note and the envelope.
    package static let pageByteCountMax = 1 << 20

    /// Bytes of the largest single value that anybody sends: what a frame to the server holds, with
    /// all that goes with it.
    package static let valueByteCountMax = 64 * 1_024

    /// Feeds that one watch follows: each may be read at any turn of the watch.
    package static let feedsPerWatchMax = 32
    /// Places at the end of a shared feed where it keeps what it tells of what is gone.
    ///
    /// Who is behind by more begins anew. It is as many as one keeper of members may turn over a
    /// day, so that a device that was away for a day goes on.
    package static let feedPlacesKept: UInt64 = 10_000
    /// Bytes of the name of a feed, which each of its pages bears.
    package static let feedNameByteCountMax = 128

    /// Records that one page of an operator's list looks at: bounds the page that finds nothing.
    package static let recordsPerSearchMax = 5_000

    /// Characters of an idempotency key.
    package static let idempotencyKeyCharacters = 1...64

    /// Days of lived time for which replies are kept beside today: a key is good for 24 hours at
    /// least, also while lived time goes by a fifth faster than time.
    package static let replyDaysKept: UInt32 = 2

    /// Seconds by which lived time may be behind what is stored without a retry being applied
    /// again, as where its note is lost; and by which a session may come from a time to come.
    package static let clockStepSecondsMax: Int64 = 7 * 86_400

    /// Records that one step of an erasure touches: keeps the commit it shares short.
    package static let erasureStepRecordsMax = 200
}

extension ClosedRange<Int> {
    /// The range as people are told of it: `1 to 50`.
    package var words: String { "\(lowerBound) to \(upperBound)" }
}
