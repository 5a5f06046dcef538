package import AccountRules
internal import AccountStorage
internal import Domain
internal import Locking
internal import Records

/// One live watch of some feeds: it lasts until its client leaves, its session ends, none of the
/// feeds is left or the server stops.
package final class WatchSession: Watcher, StreamSession {
    /// Who watches; the session is asked for again at each beat.
    package let identity: Identity
    private let dependencies: ServiceDependencies
    private let pulled: PulledStream<WatchSource>
    /// The feeds that are there, and which of those that were asked for each is.
    private let feeds: [Feed: Int]
    /// A bit for each feed that somebody could shut the reader out of.
    private let revocable: UInt32
    private let due = DueFeeds()
    private let ticket = Mutex<ChangeHub.Ticket?>(nil)
    private let sentCountAtLastBeat = Atomic<UInt64>(0)

    /// Prepares a watch of feeds, each from its place on.
    init(
        identity: Identity,
        feeds: [FollowedFeed],
        stream: any OutboundStream,
        endpoint: Endpoint
    ) {
        self.identity = identity
        dependencies = endpoint.dependencies
        var joined: [Feed: Int] = [:]
        var revocable: UInt32 = 0
        for (index, followed) in feeds.enumerated() {
            guard let feed = followed.feed else { continue }
            joined[feed] = index
            if case .shared = feed { revocable |= 1 << index }
        }
        self.feeds = joined
        self.revocable = revocable
        pulled = PulledStream(
            stream: stream,
            source: WatchSource(
                endpoint: endpoint,
                identity: identity,
                feeds: feeds,
                due: due
            )
        )
    }

    /// Joins the hub, then reads: what is written in between wakes it once more.
    func start() {
        let joined = dependencies.hub.join(self, following: feeds)
        ticket.withLock { $0 = joined }
        pulled.start()
    }

    /// Leaves the hub and reads nothing more; again is no change.
    package func stop() {
        pulled.stop()
        if let left = ticket.withLock({ $0.take() }) { dependencies.hub.leave(left) }
    }

    /// A watch that was given up can be resumed: another one may take its place.
    package var isReplaceable: Bool { true }

    /// Reads on from the store, where the client's slowness had made it stop.
    package func clientCanTakeMore() { pulled.wake() }

    /// Reads what is new, unless a page is under way, which then is followed by another.
    package func feedDidGrow(at index: Int) {
        due.insert(index)
        pulled.wake()
    }

    /// Tells the client that it has to sign in again.
    package func sessionDidEnd() {
        pulled.finish(.refused(.notAuthenticated))
    }

    /// Ends the watch when its session ran out, else sends a page without changes if none went out
    /// since the last beat.
    ///
    /// Of shared feeds it looks whether they are still the reader's to read.
    ///
    /// A store that cannot be read does not say that the session is over: then this beat is left
    /// out, and the next one asks again.
    package func beat() {
        do throws(DomainError) {
            guard try hasSession() else { return sessionDidEnd() }
        } catch {
            return
        }
        if revocable != 0 {
            due.insert(all: revocable)
            pulled.wake()
        }
        let sentCount = pulled.sentCount
        if sentCountAtLastBeat.exchange(sentCount, ordering: .relaxed) == sentCount {
            pulled.sendHeartbeat()
        }
    }

    private func hasSession() throws(DomainError) -> Bool {
        let identity = identity
        let now = dependencies.clock.now()
        let session = try dependencies.store.read { store throws(DomainError) in
            try store.session(identity.session)
        }
        return session?.isOpen(at: now) ?? false
    }
}
