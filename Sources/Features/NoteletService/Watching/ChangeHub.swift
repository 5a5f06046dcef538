internal import Domain
internal import Locking
package import Records
package import AccountRules

/// Wakes the live streams of users whose feed grew, and ends those of sessions that ended.
///
/// It carries no data: a stream that is woken reads on from the store when its client can take
/// more, so that a slow reader costs no memory here.
package final class ChangeHub: Sendable {
    private let state = Mutex(State())

    private struct State {
        var nextID: UInt64 = 0
        var watchersByUser: [UserNumber: [UInt64: any Watcher]] = [:]
    }

    /// A place in the hub, to leave it with.
    package struct Ticket: Sendable {
        fileprivate let user: UserNumber
        fileprivate let id: UInt64
    }

    /// Creates a hub that nobody watches.
    package init() {}

    /// Registers a stream for the feed of its user, until `leave`.
    package func join(_ watcher: any Watcher) -> Ticket {
        let user = watcher.identity.user
        return state.withLock { state in
            state.nextID += 1
            state.watchersByUser[user, default: [:]][state.nextID] = watcher
            return Ticket(user: user, id: state.nextID)
        }
    }

    /// Forgets a stream; again is no change.
    package func leave(_ ticket: Ticket) {
        state.withLock { state in
            state.watchersByUser[ticket.user]?[ticket.id] = nil
            if state.watchersByUser[ticket.user]?.isEmpty == true {
                state.watchersByUser[ticket.user] = nil
            }
        }
    }

    /// Passes on what a commit changed.
    package func publish(_ news: CommitNews) {
        guard !news.isEmpty else { return }
        let (grown, ended) = state.withLock { state -> ([any Watcher], [any Watcher]) in
            // Mostly nobody watches, and then nothing has to be looked up.
            if state.watchersByUser.isEmpty { return ([], []) }
            let grown = Set(news.changedUsers).flatMap { user in
                state.watchersByUser[user].map { Array($0.values) } ?? []
            }
            let ended = news.endedSessions.flatMap { session in
                (state.watchersByUser[session.user].map { Array($0.values) } ?? [])
                    .filter { $0.identity.session == session }
            }
            return (grown, ended)
        }
        grown.forEach { $0.feedDidGrow() }
        ended.forEach { $0.sessionDidEnd() }
    }

    /// Lets every stream give a sign of life; called each 30 seconds, so that a client hears from
    /// the server at least each minute.
    package func beat() {
        let watchers = state.withLock { state in
            state.watchersByUser.values.flatMap { Array($0.values) }
        }
        watchers.forEach { $0.beat() }
    }

    /// How many streams are registered.
    package var watcherCount: Int {
        state.withLock { state in state.watchersByUser.values.reduce(0) { $0 + $1.count } }
    }
}

/// A live stream as the hub sees it; both calls come from the store's threads and must be quick.
package protocol Watcher: AnyObject, Sendable {
    /// Whose feed it watches, and the session that gives it the right to.
    var identity: Identity { get }
    /// There may be something new to read.
    func feedDidGrow()
    /// The right to watch is gone.
    func sessionDidEnd()
    /// Time for a sign of life, and to see whether the session still is.
    func beat()
}
