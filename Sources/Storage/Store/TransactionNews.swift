internal import Domain

/// What a transaction has to tell live streams and connections.
///
/// The same may be told several times: of the few that one transaction tells, none is worth being
/// hashed to find that out. A note tells of two users, for whom nothing is allocated.
struct TransactionNews {
    private var first = UserNumber.nobody
    private var second = UserNumber.nobody
    private var others: [UserNumber] = []
    private var endedSessions: [SessionKey] = []
    private var renewedSessions: [SessionKey] = []
    private var events: [StoreEvent] = []

    var isEmpty: Bool {
        first == .nobody && endedSessions.isEmpty && renewedSessions.isEmpty && events.isEmpty
    }

    /// Tells that a user's feed grew.
    mutating func add(_ user: UserNumber) {
        if first == .nobody {
            first = user
        } else if second == .nobody {
            second = user
        } else {
            others.append(user)
        }
    }

    /// Tells that a session ended.
    mutating func addEnd(of session: SessionKey) { endedSessions.append(session) }

    /// Tells that a session has another pair of tokens.
    mutating func addRenewal(of session: SessionKey) { renewedSessions.append(session) }

    /// Tells operators who watch; for who asks first whether there are any.
    mutating func add(_ event: StoreEvent) { events.append(event) }

    /// Adds all of it to the news of a commit.
    func append(to news: inout CommitNews) {
        if first != .nobody { news.changedUsers.append(first) }
        if second != .nobody { news.changedUsers.append(second) }
        if !others.isEmpty { news.changedUsers += others }
        if !endedSessions.isEmpty { news.endedSessions += endedSessions }
        if !renewedSessions.isEmpty { news.renewedSessions += renewedSessions }
        if !events.isEmpty { news.events += events }
    }
}
