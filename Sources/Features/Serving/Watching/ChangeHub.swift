package import AccountRules
package import Domain
internal import Locking
package import Records

/// Wakes the live streams of feeds that grew, and ends those of sessions that ended.
///
/// It carries no data: a stream that is woken reads on from the store when its client can take
/// more, so that a slow reader costs no memory here.
package final class ChangeHub: Sendable {
    private let state = Mutex(State())

    private struct State {
        var nextID: UInt64 = 0
        var watchers: [UInt64: any Watcher] = [:]
        var watchersByUser: [UserNumber: Set<UInt64>] = [:]
        /// The watchers of each feed, and which of its feeds it is to each.
        var watchersByFeed: [Feed: [UInt64: Int]] = [:]

        /// Who watches a feed that grew, and which of its feeds that is to each.
        func grown(_ news: CommitNews) -> [(any Watcher, Int)] {
            let feeds = Set(news.changedUsers.map(Feed.person) + news.changedFeeds.map(Feed.shared))
            return feeds.flatMap { feed in
                (watchersByFeed[feed] ?? [:]).compactMap { id, index in
                    watchers[id].map { ($0, index) }
                }
            }
        }

        /// Who watches by a session that ended.
        func ended(_ news: CommitNews) -> [any Watcher] {
            news.endedSessions.flatMap { session in
                (watchersByUser[session.user] ?? []).compactMap { watchers[$0] }
                    .filter { $0.identity.session == session }
            }
        }
    }

    /// A place in the hub, to leave it with.
    package struct Ticket: Sendable {
        fileprivate let id: UInt64
        fileprivate let feeds: [Feed: Int]
        fileprivate let user: UserNumber
    }

    /// Creates a hub that nobody watches.
    package init() {}

    /// Registers a stream for feeds, until `leave`; the numbers are what it calls them.
    package func join(_ watcher: any Watcher, following feeds: [Feed: Int]) -> Ticket {
        let user = watcher.identity.user
        return state.withLock { state in
            state.nextID += 1
            let id = state.nextID
            state.watchers[id] = watcher
            state.watchersByUser[user, default: []].insert(id)
            for (feed, index) in feeds {
                state.watchersByFeed[feed, default: [:]][id] = index
            }
            return Ticket(id: id, feeds: feeds, user: user)
        }
    }

    /// Forgets a stream; again is no change.
    package func leave(_ ticket: Ticket) {
        state.withLock { state in
            guard state.watchers.removeValue(forKey: ticket.id) != nil else { return }
            state.watchersByUser[ticket.user]?.remove(ticket.id)
            if state.watchersByUser[ticket.user]?.isEmpty == true {
                state.watchersByUser[ticket.user] = nil
            }
            for feed in ticket.feeds.keys {
                state.watchersByFeed[feed]?[ticket.id] = nil
                if state.watchersByFeed[feed]?.isEmpty == true { state.watchersByFeed[feed] = nil }
            }
        }
    }

    /// Passes on what a commit changed.
    package func publish(_ news: CommitNews) {
        guard !news.isEmpty else { return }
        let (grown, ended) = state.withLock { state in
            // Mostly nobody watches, and then nothing has to be looked up.
            state.watchers.isEmpty ? ([], []) : (state.grown(news), state.ended(news))
        }
        for (watcher, index) in grown { watcher.feedDidGrow(at: index) }
        ended.forEach { $0.sessionDidEnd() }
    }

    /// Lets every stream give a sign of life; called each 20 seconds, so that a client hears from
    /// the server within 40 seconds, before any proxy takes its connection for dead.
    package func beat() {
        let watchers = state.withLock { Array($0.watchers.values) }
        watchers.forEach { $0.beat() }
    }

    /// How many streams are registered.
    package var watcherCount: Int { state.withLock { $0.watchers.count } }
}

/// A live stream as the hub sees it; its calls come from the store's threads and must be quick.
package protocol Watcher: AnyObject, Sendable {
    /// Who watches, and the session that gives the right to.
    var identity: Identity { get }
    /// There may be something new to read in one of the feeds that it joined with.
    func feedDidGrow(at index: Int)
    /// The right to watch is gone.
    func sessionDidEnd()
    /// Time for a sign of life, and to see whether the session still is.
    func beat()
}
