internal import AccountRules
internal import AccountStorage
internal import Domain
internal import NoteletAPI
internal import Records

/// Assembles pages of change feeds.
///
/// A page ends early once it holds `pageByteCountMax` bytes.
struct ChangePages: Sendable {
    private let cursors: any CursorSealing
    private let feeds: FeedSources

    /// One encoded `ChangePage`.
    struct Page {
        let bytes: [UInt8]
        let position: FeedPosition
        /// Whether the feed is the reader's to read no more.
        var isOver = false
    }

    /// Makes pages of the feeds of a service.
    init(_ endpoint: Endpoint) {
        cursors = endpoint.dependencies.cursors
        feeds = endpoint.feeds
    }

    /// Where a cursor stands in a feed that is there for the reader.
    ///
    /// - Throws: `invalidCursor`.
    func position(
        of cursor: [UInt8],
        in feed: Feed,
        for reader: Identity,
        in store: StoreView
    ) throws(DomainError) -> FeedPosition {
        let place = try cursors.place(of: cursor, in: CursorList(feed), of: reader.user)
        switch feed {
        case .person: return FeedPosition(place ?? .start)
        case .shared(let feed):
            if let place { return FeedPosition(sealed: place) }
            return FeedPosition(.start, cutCount: try store.cut(of: feed).count)
        }
    }

    /// The next page of changes of a feed; without any, and the last one, where the reader may not
    /// read it any more.
    ///
    /// - Throws: `invalidCursor` where what the reader has not read was taken out meanwhile.
    func page(
        of followed: FollowedFeed,
        for reader: Identity,
        limit: Int,
        in store: StoreView,
        at now: Instant
    ) throws(DomainError) -> Page {
        let position = followed.position
        let present = try followed.name.feed(for: reader, in: store)
        switch (followed.name, present) {
        case (.shared(let name, let source), .shared(let feed)) where present == followed.feed:
            return try page(
                of: feed,
                named: name,
                source,
                for: reader,
                after: position,
                limit: limit,
                in: store
            )
        case (.own, .person(let user)):
            return try page(of: user, after: position.place, limit: limit, in: store, at: now)
        case (.own, _), (.shared, _), (.unknown, _):
            let bytes = ChangePageWriter()
                .finish(cursor: [], isUpToDate: true, feed: followed.name.name, isOver: true)
            return Page(bytes: bytes, position: position, isOver: true)
        }
    }

    private func page(
        of feed: SharedFeed,
        named name: String,
        _ source: SharedFeedSource,
        for reader: Identity,
        after position: FeedPosition,
        limit: Int,
        in store: StoreView
    ) throws(DomainError) -> Page {
        let cut = try store.cut(of: feed)
        if position.hasMissed(cut) { throw .refused(.invalidCursor) }
        var writer = ChangePageWriter()
        let place = position.place
        let (last, hasMore) = try store.visitEntries(of: feed, after: place, limit: limit) {
            entry throws(DomainError) in
            if let change = try source.change(entry, feed, store) {
                writer.append(shared: change.type, change.value)
            }
            return writer.byteCount < DomainLimits.pageByteCountMax ? .next : .last
        }
        let end = FeedPosition(last, cutCount: cut.count)
        let cursor = cursors.seal(end.sealed, in: .sharedChanges(feed), of: reader.user)
        return Page(
            bytes: writer.finish(cursor: cursor, isUpToDate: !hasMore, feed: name),
            position: end
        )
    }

    private func page(
        of user: UserNumber,
        after place: Sequence,
        limit: Int,
        in store: StoreView,
        at now: Instant
    ) throws(DomainError) -> Page {
        var writer = ChangePageWriter()
        let (last, hasMore) = try feeds.own.write(
            changesOf: user,
            after: place,
            limit: limit,
            in: store,
            at: now,
            to: &writer
        )
        let cursor = cursors.seal(last, in: .changes, of: user)
        return Page(
            bytes: writer.finish(cursor: cursor, isUpToDate: !hasMore),
            position: FeedPosition(last)
        )
    }

    /// A page without changes: a sign of life, and where to resume.
    func heartbeat(of followed: FollowedFeed, for reader: Identity) -> [UInt8] {
        let list = followed.feed.map(CursorList.init) ?? .changes
        let cursor = cursors.seal(followed.position.sealed, in: list, of: reader.user)
        return ChangePageWriter()
            .finish(cursor: cursor, isUpToDate: true, feed: followed.name.name)
    }
}
