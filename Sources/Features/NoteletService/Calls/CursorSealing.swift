package import Domain

/// Makes cursors that tell their holder nothing and work for one list of one user only.
package protocol CursorSealing: Sendable {
    /// The cursor that stands for a place.
    func seal(_ place: Sequence, in list: CursorList, of user: UserNumber) -> [UInt8]
    /// The place that a cursor stands for; nil when it is not one of this list of this user.
    func open(_ cursor: [UInt8], in list: CursorList, of user: UserNumber) -> Sequence?
    /// The cursor that stands for a place in the feed of something shared, as one user reads it.
    func seal(_ place: Sequence, in feed: SharedFeed, of user: UserNumber) -> [UInt8]
    /// The place that such a cursor stands for; nil when it is not one of this feed and user.
    func open(_ cursor: [UInt8], in feed: SharedFeed, of user: UserNumber) -> Sequence?
}

/// The lists that are read page by page.
package enum CursorList: UInt8, CaseIterable, Sendable {
    /// A user's contacts, by time of registration.
    case contacts = 1
    /// The notes that a user received, newest first.
    case received = 2
    /// The notes that a user sent, newest first.
    case sent = 3
    /// The notes that went through one contact, newest first.
    case contactMessages = 4
    /// A user's change feed, oldest first.
    case changes = 5
    /// The feed of something shared, oldest first.
    case sharedChanges = 6
}

extension CursorSealing {
    /// The place after which a page begins; nil for an empty cursor, which means the first page.
    ///
    /// - Throws: `invalidCursor`.
    func place(
        of cursor: [UInt8],
        in list: CursorList,
        of user: UserNumber
    ) throws(DomainError) -> Sequence? {
        guard !cursor.isEmpty else { return nil }
        guard let place = open(cursor, in: list, of: user) else { throw .refused(.invalidCursor) }
        return place
    }

    /// The place after which a page of a shared feed begins; nil for an empty cursor.
    ///
    /// - Throws: `invalidCursor`.
    func place(
        of cursor: [UInt8],
        in feed: SharedFeed,
        of user: UserNumber
    ) throws(DomainError) -> Sequence? {
        guard !cursor.isEmpty else { return nil }
        guard let place = open(cursor, in: feed, of: user) else { throw .refused(.invalidCursor) }
        return place
    }

    /// The cursor of the next page; empty when there is none.
    func cursor(to place: Sequence?, in list: CursorList, of user: UserNumber) -> [UInt8] {
        place.map { seal($0, in: list, of: user) } ?? []
    }
}
