internal import AccountRules
internal import AccountStorage
internal import Domain
internal import Locking
internal import Records

/// Feeds from a place on each, page by page, then as they grow; each page is of one of them.
///
/// They take turns, so that a long one keeps none waiting. The stream ends with its session (one
/// that ended before the watch joined the hub is found here), and when none of the feeds is the
/// reader's to read any more.
struct WatchSource: PullSource {
    private let dependencies: ServiceDependencies
    private let pages: ChangePages
    private let identity: Identity
    private let due: DueFeeds
    private var feeds: [FollowedFeed]
    /// Those that may have something to tell.
    ///
    /// At first these are all, for the first page is sent even when it is empty: it tells the
    /// client where it stands.
    private var pending: UInt32 = .max
    private var next = 0

    /// Changes of one page: enough to copy fast, few enough to leave the thread to others.
    private static let changesPerPageMax = 200

    /// Starts after the places of at most 32 feeds.
    init(
        endpoint: Endpoint,
        identity: Identity,
        feeds: [FollowedFeed],
        due: DueFeeds
    ) {
        precondition(feeds.count <= DueFeeds.countMax, "Each feed has a bit.")
        dependencies = endpoint.dependencies
        self.identity = identity
        self.feeds = feeds
        self.due = due
        pages = ChangePages(endpoint)
    }

    mutating func pull() throws(DomainError) -> Pull {
        pending |= due.take()
        for _ in feeds.indices {
            let index = next
            next = (next + 1) % feeds.count
            guard pending & 1 << index != 0 else { continue }
            if let page = try page(ofFeedAt: index) { return .message(page) }
            pending &= ~(1 << index)
        }
        return feeds.allSatisfy(\.isOver) ? .end : .wait
    }

    func heartbeat() -> [UInt8]? {
        feeds.first { $0.hasSentFirst && !$0.isOver }
            .map { pages.heartbeat(of: $0, for: identity) }
    }

    /// The next page of a feed; nil when there is nothing to tell.
    private mutating func page(ofFeedAt index: Int) throws(DomainError) -> [UInt8]? {
        let followed = feeds[index]
        if followed.isOver { return nil }
        let now = dependencies.clock.now()
        let (identity, pages) = (identity, pages)
        let page = try dependencies.store.read { store throws(DomainError) in
            guard try store.hasSession(identity.session) else {
                throw .refused(.notAuthenticated)
            }
            return try pages.page(
                of: followed,
                for: identity,
                limit: WatchSource.changesPerPageMax,
                in: store,
                at: now
            )
        }
        // A page may have no changes and go on: what it passed over was taken back since.
        let hasMoved = page.position.place > followed.position.place
        guard hasMoved || page.isOver || !followed.hasSentFirst else {
            return nil
        }
        feeds[index].hasSentFirst = true
        feeds[index].position = page.position
        feeds[index].isOver = page.isOver
        return page.bytes
    }
}

/// A feed that a watch follows, and how far.
struct FollowedFeed: Sendable {
    let name: NamedFeed
    /// What the name meant when the watch began; nil if it was the reader's to read no more.
    let feed: Feed?
    var position: FeedPosition
    var hasSentFirst = false
    /// Whether it is the reader's to read no more.
    var isOver = false
}

/// Which feeds of a watch grew since it last looked; told from any thread.
final class DueFeeds: Sendable {
    private let bits = Mutex<UInt32>(0)

    /// As many as there are bits.
    static let countMax = UInt32.bitWidth

    /// Notes that a feed grew.
    func insert(_ index: Int) { insert(all: 1 << index) }

    /// Notes that it is time for some feeds, a bit for each.
    func insert(all feeds: UInt32) { bits.withLock { $0 |= feeds } }

    /// Those that grew since this was last asked, a bit for each.
    func take() -> UInt32 {
        bits.withLock { bits in
            defer { bits = 0 }
            return bits
        }
    }
}
