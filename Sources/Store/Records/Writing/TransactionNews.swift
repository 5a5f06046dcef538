package import Domain

/// What a transaction has to tell live streams and connections.
///
/// The same may be told several times: of the few that one transaction tells, none is worth being
/// hashed to find that out. A note tells of two users, for whom nothing is allocated.
package struct TransactionNews {
    private var first = UserNumber.nobody
    private var second = UserNumber.nobody
    private var others: [UserNumber] = []
    private var feeds: [SharedFeed] = []
    private var endedSessions: [SessionKey] = []
    private var renewedSessions: [SessionKey] = []
    private var unwelcomeGuests: [UnwelcomeGuest] = []
    private var forgivenGuests: [UnwelcomeGuest] = []
    private var events: [any StoreEvent] = []
    private var hasErasure = false
    /// Whom the transaction deleted, for the files beside the store.
    package private(set) var erasures: [ErasureMark] = []

    /// Has nothing to tell yet.
    package init() {}

    /// Whether it has nothing for live streams and connections; marks, which are for files, do not
    /// count.
    var isEmpty: Bool {
        first == .nobody && feeds.isEmpty && endedSessions.isEmpty && renewedSessions.isEmpty
            && unwelcomeGuests.isEmpty && forgivenGuests.isEmpty && events.isEmpty && !hasErasure
    }

    /// Tells that a user's feed grew.
    package mutating func add(_ user: UserNumber) {
        if first == .nobody {
            first = user
        } else if second == .nobody {
            second = user
        } else {
            others.append(user)
        }
    }

    /// Tells that the feed of something shared grew.
    package mutating func add(_ feed: SharedFeed) { feeds.append(feed) }

    /// Tells that a session ended.
    package mutating func addEnd(of session: SessionKey) { endedSessions.append(session) }

    /// Tells that a session has another pair of tokens.
    package mutating func addRenewal(of session: SessionKey) { renewedSessions.append(session) }

    /// Tells that somebody does not want to hear of a guest any more.
    package mutating func add(_ guest: UnwelcomeGuest) { unwelcomeGuests.append(guest) }

    /// Tells that somebody wants to hear of a guest again.
    package mutating func addForgiveness(of guest: UnwelcomeGuest) { forgivenGuests.append(guest) }

    /// Tells that somebody is to be erased.
    package mutating func addErasure() { hasErasure = true }

    /// Tells that somebody was deleted.
    package mutating func add(_ mark: ErasureMark) { erasures.append(mark) }

    /// Tells operators who watch; for who asks first whether there are any.
    package mutating func add(_ event: any StoreEvent) { events.append(event) }

    /// Adds what must be known before anybody hears of the write to the news of a commit.
    func appendChangedRights(to news: inout CommitNews) {
        if !endedSessions.isEmpty { news.endedSessions += endedSessions }
        if !renewedSessions.isEmpty { news.renewedSessions += renewedSessions }
        if !unwelcomeGuests.isEmpty { news.unwelcomeGuests += unwelcomeGuests }
        if !forgivenGuests.isEmpty { news.forgivenGuests += forgivenGuests }
        if hasErasure { news.hasErasure = true }
    }

    /// Adds the rest to the news of a commit.
    func appendGrowth(to news: inout CommitNews) {
        if first != .nobody { news.changedUsers.append(first) }
        if second != .nobody { news.changedUsers.append(second) }
        if !others.isEmpty { news.changedUsers += others }
        if !feeds.isEmpty { news.changedFeeds += feeds }
        if !events.isEmpty { news.events += events }
    }
}
