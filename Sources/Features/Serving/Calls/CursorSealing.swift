internal import Cryptography
package import Domain
package import NoteletAPI

/// Makes cursors that tell their holder nothing and work for one list of one user only.
package protocol CursorSealing: Sendable {
    /// The cursor that stands for a place.
    func seal(_ place: Sequence, in list: CursorList, of user: UserNumber) -> [UInt8]
    /// The place that a cursor stands for; nil when it is not one of this list of this user.
    func open(_ cursor: [UInt8], in list: CursorList, of user: UserNumber) -> Sequence?
}

/// The lists that are read page by page.
package enum CursorList: Sendable {
    /// What a method lists, and of what it lists that where it has more than one list for a person,
    /// such as the notes of each contact; 0 elsewhere.
    case ofMethod(ListedMethod, of: UInt64 = 0)
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

/// A method that lists something, as cursors know it.
package struct ListedMethod: Sendable {
    /// Half a hash of the method's full name, so that no two lists need to be told apart by hand.
    let tag: UInt64

    /// Names a method.
    package init<Request, Response>(_ method: NoteletAPI.MethodDescriptor<Request, Response>) {
        let name = Array("\(method.service)/\(method.name)".utf8)
        tag = Digest(of: name.span.bytes).bytes.span.bytes.unsafeLoadUnaligned(as: UInt64.self)
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
