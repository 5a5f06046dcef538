internal import AccountRules
internal import Domain
internal import NoteRules
internal import NoteletAPI
internal import ProtobufCoding
internal import Records

/// Assembles pages of change feeds.
///
/// A page ends early once it holds `pageByteCountMax` bytes.
struct ChangePages: Sendable {
    private let cursors: any CursorSealing
    private let linkBaseURL: String

    /// One encoded `ChangePage`.
    struct Page {
        let bytes: [UInt8]
        let place: Sequence
        /// Whether the feed is the reader's to read no more.
        var isOver = false
    }

    /// Takes what pages are made with out of the parts of a service.
    init(_ dependencies: ServiceDependencies) {
        cursors = dependencies.cursors
        linkBaseURL = dependencies.linkBaseURL
    }

    /// The place that a cursor stands for, in a feed that is there for the reader.
    ///
    /// - Throws: `invalidCursor`.
    func place(
        of cursor: [UInt8],
        in feed: Feed,
        for reader: Identity
    ) throws(DomainError) -> Sequence {
        try cursors.place(of: cursor, in: CursorList(feed), of: reader.user) ?? .start
    }

    /// The next page of changes of a feed; without any, and the last one, where the reader may not
    /// read it any more.
    func page(
        of followed: FollowedFeed,
        for reader: Identity,
        limit: Int,
        in store: any Reading,
        at now: Instant
    ) throws(DomainError) -> Page {
        let place = followed.place
        let present = try followed.name.feed(for: reader, in: store)
        switch (followed.name, present) {
        case (.shared(let name, let source), .shared(let feed)) where present == followed.feed:
            return try page(
                of: feed,
                named: name,
                source,
                for: reader,
                after: place,
                limit: limit,
                in: store
            )
        case (.own, .person(let user)):
            return try page(of: user, after: place, limit: limit, in: store, at: now)
        case (.own, _), (.shared, _), (.unknown, _):
            let bytes = ChangePageWriter()
                .finish(cursor: [], isUpToDate: true, feed: followed.name.name, isOver: true)
            return Page(bytes: bytes, place: place, isOver: true)
        }
    }

    private func page(
        of feed: SharedFeed,
        named name: String,
        _ source: any SharedFeedSource,
        for reader: Identity,
        after place: Sequence,
        limit: Int,
        in store: any Reading
    ) throws(DomainError) -> Page {
        var writer = ChangePageWriter()
        let (last, hasMore) = try store.visitEntries(of: feed, after: place, limit: limit) {
            entry throws(DomainError) in
            if let change = try source.change(entry, of: feed, in: store) {
                writer.append(shared: change.type, change.value)
            }
            return writer.byteCount < DomainLimits.pageByteCountMax ? .next : .last
        }
        let cursor = cursors.seal(last, in: .sharedChanges(feed), of: reader.user)
        return Page(
            bytes: writer.finish(cursor: cursor, isUpToDate: !hasMore, feed: name),
            place: last
        )
    }

    private func page(
        of user: UserNumber,
        after place: Sequence,
        limit: Int,
        in store: any Reading,
        at now: Instant
    ) throws(DomainError) -> Page {
        var writer = ChangePageWriter()
        let (last, hasMore) = try store.visitChanges(of: user, after: place, limit: limit) {
            change in
            append(change, to: &writer, at: now)
            return writer.byteCount < DomainLimits.pageByteCountMax ? .next : .last
        }
        let cursor = cursors.seal(last, in: .changes, of: user)
        return Page(
            bytes: writer.finish(cursor: cursor, isUpToDate: !hasMore),
            place: last
        )
    }

    /// A page without changes: a sign of life, and where to resume.
    func heartbeat(of followed: FollowedFeed, for reader: Identity) -> [UInt8] {
        let list = followed.feed.map(CursorList.init) ?? .changes
        let cursor = cursors.seal(followed.place, in: list, of: reader.user)
        return ChangePageWriter()
            .finish(cursor: cursor, isUpToDate: true, feed: followed.name.name)
    }

    private func append(
        _ change: borrowing NoteRules.Change,
        to writer: inout ChangePageWriter,
        at now: Instant
    ) {
        switch copy change {
        case .received(let note):
            writer.append(received: note.span.bytes)
        case .sent(let note):
            writer.append(sent: note.span.bytes)
        case .answered(let id, let answer):
            let answered = MessageAnswered(
                messageID: id.opaque.bytes,
                answer: NoteletAPI.Answer(answer, to: id)
            )
            append(.answered(answered), to: &writer)
        case .contact(let contact):
            append(.contact(NoteletAPI.Contact(contact, at: now)), to: &writer)
        case .contactDeleted(let id):
            append(.deletedContactID(id.opaque.bytes), to: &writer)
        case .messageDeleted(let id):
            append(.deletedMessageID(id.opaque.bytes), to: &writer)
        case .messageChanged(let note):
            writer.append(changed: note.span.bytes)
        case .blocked(let block):
            append(.block(NoteletAPI.Block(block)), to: &writer)
        case .unblocked(let id):
            append(.unblockedMessageID(id.opaque.bytes), to: &writer)
        case .user(let user):
            append(.user(NoteletAPI.User(user, linkBaseURL: linkBaseURL)), to: &writer)
        }
    }

    private func append(_ kind: NoteletAPI.Change.Kind, to writer: inout ChangePageWriter) {
        do throws(ProtobufEncodingError) {
            try writer.append(NoteletAPI.Change(kind: kind))
        } catch {
            preconditionFailure("Changes are made of what the contract can carry: \(error)")
        }
    }
}
