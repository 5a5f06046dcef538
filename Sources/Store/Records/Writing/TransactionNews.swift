package import Domain

/// What a transaction has to tell live streams and connections.
///
/// The same may be told several times: of the few that one transaction tells, none is worth being
/// hashed to find that out. A note tells of two users, for whom nothing is allocated; what else
/// there may be is one list, for each list costs each transaction time.
package struct TransactionNews {
    private var first = UserNumber.nobody
    private var second = UserNumber.nobody
    private var others: [Item] = []
    /// Whom the transaction deleted, for the files beside the store.
    package private(set) var erasures: [ErasureMark] = []

    /// What is told beside the first two users.
    private enum Item {
        case user(UserNumber)
        case feed(SharedFeed)
        case endedSession(SessionKey)
        case renewedSession(SessionKey)
        case unwelcome(UnwelcomeGuest)
        case forgiven(UnwelcomeGuest)
        case event(any StoreEvent)
        case erasure
    }

    /// Has nothing to tell yet.
    package init() {}

    /// Whether it has nothing for live streams and connections; marks, which are for files, do not
    /// count.
    var isEmpty: Bool { first == .nobody && others.isEmpty }

    /// Tells that a user's feed grew.
    package mutating func add(_ user: UserNumber) {
        if first == .nobody {
            first = user
        } else if second == .nobody {
            second = user
        } else {
            others.append(.user(user))
        }
    }

    /// Tells that the feed of something shared grew.
    package mutating func add(_ feed: SharedFeed) { others.append(.feed(feed)) }

    /// Tells that a session ended.
    package mutating func addEnd(of session: SessionKey) { others.append(.endedSession(session)) }

    /// Tells that a session has another pair of tokens.
    package mutating func addRenewal(of session: SessionKey) {
        others.append(.renewedSession(session))
    }

    /// Tells that somebody does not want to hear of a guest any more.
    package mutating func add(_ guest: UnwelcomeGuest) { others.append(.unwelcome(guest)) }

    /// Tells that somebody wants to hear of a guest again.
    package mutating func addForgiveness(of guest: UnwelcomeGuest) {
        others.append(.forgiven(guest))
    }

    /// Tells that somebody is to be erased.
    package mutating func addErasure() { others.append(.erasure) }

    /// Tells that somebody was deleted.
    package mutating func add(_ mark: ErasureMark) { erasures.append(mark) }

    /// Tells operators who watch; for who asks first whether there are any.
    package mutating func add(_ event: any StoreEvent) { others.append(.event(event)) }

    /// Adds what must be known before anybody hears of the write to the news of a commit; answers
    /// whether there was any.
    func appendChangedRights(to news: inout CommitNews) -> Bool {
        var isAny = false
        for item in others {
            switch item {
            case .endedSession(let session): news.endedSessions.append(session)
            case .renewedSession(let session): news.renewedSessions.append(session)
            case .unwelcome(let guest): news.unwelcomeGuests.append(guest)
            case .forgiven(let guest): news.forgivenGuests.append(guest)
            case .erasure: news.hasErasure = true
            case .user, .feed, .event: continue
            }
            isAny = true
        }
        return isAny
    }

    /// Adds the rest to the news of a commit; answers whether there was any.
    func appendGrowth(to news: inout CommitNews) -> Bool {
        var isAny = first != .nobody
        if first != .nobody { news.changedUsers.append(first) }
        if second != .nobody { news.changedUsers.append(second) }
        for item in others {
            switch item {
            case .user(let user): news.changedUsers.append(user)
            case .feed(let feed): news.changedFeeds.append(feed)
            case .event(let event): news.events.append(event)
            case .endedSession, .renewedSession, .unwelcome, .forgiven, .erasure: continue
            }
            isAny = true
        }
        return isAny
    }
}
