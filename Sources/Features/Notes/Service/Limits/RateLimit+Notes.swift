internal import Serving

extension RateLimit {
    /// What notes let people do only so often.
    static let ofNotes: [RateLimit] = [
        .anonymousSends, .anonymousSendsToReceiver, .namedSends, .replies, .reports, .blocks,
    ]

    /// As fast as people write.
    static let anonymousSends = RateLimit(
        "Anonymous notes from one address, to whomever",
        of: .address,
        10,
        per: .minute,
        option: "anonymous-sends"
    )
    /// Nobody's inbox is flooded.
    static let anonymousSendsToReceiver = RateLimit(
        "Anonymous notes from one address through one link or contact",
        of: .address,
        100,
        per: .day,
        option: "anonymous-sends-per-receiver"
    )
    /// More than anybody writes, and with the longest of them 8 MiB of the store.
    static let namedSends = RateLimit(
        "Notes of one account under its name, to whomever",
        of: .account,
        1_000,
        per: .day,
        option: "named-sends"
    )
    /// Several pages that wait for an answer and look each quarter of a minute.
    static let replies = RateLimit(
        "Look-ups of answers by their tickets from one address",
        of: .address,
        120,
        per: .minute,
        option: "replies"
    )
    /// Each keeps a copy of the note for good, with as long a detail.
    static let reports = RateLimit(
        "Reports of one account",
        of: .account,
        100,
        per: .day,
        option: "reports"
    )
    /// Each is an entry of the feed for good.
    static let blocks = RateLimit(
        "Blocks of senders by one account, taken back or not",
        of: .account,
        1_000,
        per: .day,
        option: "blocks"
    )
}
