package import Domain

/// Runs use cases on the records: what the features are served with.
package protocol Store: AnyObject, Sendable {
    /// Runs `body` on a consistent view of the records, on the calling thread, without waiting for
    /// writers. What it gets must not outlive it.
    func withView(_ body: (StoreView) throws(DomainError) -> Void) throws(DomainError)

    /// Takes a write, and tells it its end once what it wrote is on stable storage.
    func write(_ write: any StoreWrite)

    /// Carries out part of the oldest order to erase somebody, touching at most `recordCountMax`
    /// records; answers whether anything is left to erase.
    func eraseNext(
        in transaction: StoreTransaction,
        recordCountMax: Int
    ) throws(DomainError) -> Bool

    /// Whether ordinary writes are refused for lack of room, and vital ones use the reserve.
    var isFull: Bool { get }

    /// Calls `observer` after each commit that somebody may be waiting for, on a thread of the
    /// store's; it must be quick. Set once, before the first write.
    ///
    /// Of rights that changed it hears before any write of the commit is told its end; of feeds
    /// that grew, and of events, some milliseconds after all of them were, and where no later write
    /// waits for it: so how long a write takes does not tell who watches.
    func observe(_ observer: @escaping @Sendable (CommitNews) -> Void)

    /// Begins or ceases to tell the observer of events too, which it does not at first: they cost
    /// each write a little, and mostly nobody watches.
    func tellEvents(_ isWatched: Bool)
}

extension Store {
    /// Makes something of a consistent view of the records, as `withView` does.
    package func read<Value>(
        _ body: (StoreView) throws(DomainError) -> Value
    ) throws(DomainError) -> Value {
        var value: Value?
        try withView { view throws(DomainError) in value = try body(view) }
        guard let value else { preconditionFailure("A store runs what it was given, or throws.") }
        return value
    }
}

/// A guest of whom somebody does not want to hear any more.
package struct UnwelcomeGuest: Sendable, Equatable {
    /// The guest.
    package let guest: UserNumber
    /// Who blocked a note of the guest; nil for an operator, who banned the guest.
    package let receiver: UserNumber?

    /// Names both.
    package init(_ guest: UserNumber, to receiver: UserNumber?) {
        self.guest = guest
        self.receiver = receiver
    }
}

/// What a commit changed that live streams and connections care about.
package struct CommitNews: Sendable {
    /// Users whose feed grew, some of them several times, or would have if a note had arrived.
    package var changedUsers: [UserNumber] = []
    /// Feeds of what is shared that grew, some of them several times.
    package var changedFeeds: [SharedFeed] = []
    /// Sessions that ended.
    package var endedSessions: [SessionKey] = []
    /// Sessions that go on with another pair of tokens.
    package var renewedSessions: [SessionKey] = []
    /// Guests whose note was blocked, or who were banned.
    package var unwelcomeGuests: [UnwelcomeGuest] = []
    /// Guests of whom somebody wants to hear again.
    package var forgivenGuests: [UnwelcomeGuest] = []
    /// What operators who watch are told; empty unless the store was asked for it.
    package var events: [any StoreEvent] = []
    /// Whether somebody is to be erased.
    package var hasErasure = false

    /// Creates empty news.
    package init() {}

    /// Adds what another commit changed.
    mutating func append(_ other: CommitNews) {
        changedUsers += other.changedUsers
        changedFeeds += other.changedFeeds
        endedSessions += other.endedSessions
        renewedSessions += other.renewedSessions
        unwelcomeGuests += other.unwelcomeGuests
        forgivenGuests += other.forgivenGuests
        events += other.events
        hasErasure = hasErasure || other.hasErasure
    }

    /// Whether nobody needs to hear of it.
    package var isEmpty: Bool {
        changedUsers.isEmpty && changedFeeds.isEmpty && endedSessions.isEmpty
            && renewedSessions.isEmpty
            && unwelcomeGuests.isEmpty && forgivenGuests.isEmpty && events.isEmpty && !hasErasure
    }
}

/// Something that just happened, for operators who watch; each feature has its own kinds.
///
/// It is always the act or the gain of the person named, who is never the sender of a note: one of
/// a sender's beside that of a receiver would tell who wrote.
package protocol StoreEvent: Sendable {
    /// The person it is about.
    var user: UserNumber { get }
}
