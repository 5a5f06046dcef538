package import Domain

/// Makes cursors that tell their holder nothing and work for one list of one user only.
package protocol CursorSealing: Sendable {
    /// The cursor that stands for a place.
    func seal(_ place: Sequence, in list: CursorList, of user: UserNumber) -> [UInt8]
    /// The place that a cursor stands for; nil when it is not one of this list of this user.
    func open(_ cursor: [UInt8], in list: CursorList, of user: UserNumber) -> Sequence?
}

/// The lists that are read page by page.
package enum CursorList: Sendable {
    /// One of a feature, which has a number that no other list has: 1 to 4 are those of notes, 5
    /// and 6 those of feeds.
    case ofFeature(UInt8)
    /// A user's change feed, oldest first.
    case changes
    /// The feed of something shared, as one user reads it, oldest first.
    case sharedChanges(SharedFeed)

    /// The list that a feed is.
    init(_ feed: Feed) {
        switch feed {
        case .person: self = .changes
        case .shared(let feed): self = .sharedChanges(feed)
        }
    }
}

extension CursorSealing {
    /// The place after which a page begins; nil for an empty cursor, which means the first page.
    ///
    /// - Throws: `invalidCursor`.
    package func place(
        of cursor: [UInt8],
        in list: CursorList,
        of user: UserNumber
    ) throws(DomainError) -> Sequence? {
        guard !cursor.isEmpty else { return nil }
        guard let place = open(cursor, in: list, of: user) else { throw .refused(.invalidCursor) }
        return place
    }

    /// The cursor of the next page; empty when there is none.
    package func cursor(to place: Sequence?, in list: CursorList, of user: UserNumber) -> [UInt8] {
        place.map { seal($0, in: list, of: user) } ?? []
    }
}
