internal import AccountRules
internal import AccountStorage
internal import Domain
internal import NoteletAPI
internal import Records

/// Serves change feeds.
struct SyncMethods: SyncService {
    let endpoint: Endpoint

    private var dependencies: ServiceDependencies { endpoint.dependencies }
    private var pages: ChangePages { ChangePages(endpoint) }

    func pull(_ method: SyncAPI.Pull) -> ServedMethod {
        endpoint.readBytes(method) { request, caller, store throws(DomainError) in
            let size = try PageSize(request.pageSize)
            let followed = try follow(request.feed, from: request.cursor, for: caller, in: store)
            guard followed.feed != nil else { throw .refused(.feedNotFound) }
            return try pages.page(
                of: followed,
                for: caller,
                limit: size.count,
                in: store,
                at: dependencies.clock.now()
            ).bytes
        }
    }

    func watch(_ method: SyncAPI.Watch) -> ServedMethod {
        ServedMethod(
            method,
            .stream { credentials, payload, stream throws(DomainError) in
                let (caller, request) = try endpoint.authenticator.identify(
                    credentials,
                    payload,
                    of: method
                )
                let session = WatchSession(
                    identity: caller,
                    feeds: try feeds(of: request, for: caller),
                    stream: stream,
                    endpoint: endpoint
                )
                session.start()
                return session
            }
        )
    }

    /// The feeds that are asked for; that of the caller if none is named.
    private func feeds(
        of request: WatchRequest,
        for caller: Identity
    ) throws(DomainError) -> [FollowedFeed] {
        let named = request.feeds
        if named.isEmpty {
            let own = try dependencies.store.read { store throws(DomainError) in
                try follow("", from: request.cursor, for: caller, in: store)
            }
            return [own]
        }
        let invalidFeeds = DomainError.invalid(
            "feeds",
            "at most \(DomainLimits.feedsPerWatchMax) feeds, each once"
        )
        guard named.count <= DomainLimits.feedsPerWatchMax else { throw invalidFeeds }
        guard request.cursor.isEmpty else {
            throw .invalid("cursor", "no cursor beside those of the feeds")
        }
        return try dependencies.store.read { store throws(DomainError) in
            var feeds: [FollowedFeed] = []
            for named in named {
                let feed = try follow(named.feed, from: named.cursor, for: caller, in: store)
                // A watch that goes on is told which of its feeds is over; it has others.
                if feed.feed == nil, named.cursor.isEmpty { throw .refused(.feedNotFound) }
                // One feed may have two names.
                let isKnown = feeds.contains { known in
                    known.name.name == named.feed || (known.feed != nil && known.feed == feed.feed)
                }
                guard !isKnown else { throw invalidFeeds }
                feeds.append(feed)
            }
            return feeds
        }
    }

    /// A feed from a cursor on; without what it means, where the caller may not read it or there is
    /// none.
    ///
    /// - Throws: `invalidCursor`; `featureOff`.
    private func follow(
        _ name: String,
        from cursor: [UInt8],
        for caller: Identity,
        in store: StoreView
    ) throws(DomainError) -> FollowedFeed {
        let named = try NamedFeed(name, among: endpoint.feeds)
        guard let feed = try named.feed(for: caller, in: store) else {
            return FollowedFeed(name: named, feed: nil, position: FeedPosition(.start))
        }
        let position = try pages.position(of: cursor, in: feed, for: caller, in: store)
        return FollowedFeed(name: named, feed: feed, position: position)
    }
}
