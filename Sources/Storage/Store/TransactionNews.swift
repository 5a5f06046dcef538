internal import Domain

/// What transactions have to tell live streams.
///
/// The same may be told several times: of the few that one transaction tells, none is worth being
/// hashed to find that out.
struct TransactionNews {
    private(set) var changedUsers: [UserNumber] = []
    private(set) var endedSessions: [SessionKey] = []

    var isEmpty: Bool { changedUsers.isEmpty && endedSessions.isEmpty }

    /// Tells that a user's feed grew.
    mutating func add(_ user: UserNumber) { changedUsers.append(user) }

    /// Tells that a session ended.
    mutating func add(_ session: SessionKey) { endedSessions.append(session) }

    /// Tells what another transaction has to tell.
    mutating func add(_ news: TransactionNews) {
        changedUsers.append(contentsOf: news.changedUsers)
        endedSessions.append(contentsOf: news.endedSessions)
    }

    /// The same, each thing once.
    var forCommit: CommitNews {
        var news = CommitNews()
        news.changedUsers = Set(changedUsers)
        news.endedSessions = Set(endedSessions)
        return news
    }
}
