public import Foundation
internal import NoteletClient
public import NoteletInterface
internal import NoteletRemote
internal import SQLite

/// Reads what was posted as members of collections with a copy of those that were asked for; to
/// post there must be a network.
public struct OfflinePostRepository: PostRepositoryInterface {
    let space: AccountSpace

    /// The posts of a member, the newest first, page by page: the copy where it has the whole
    /// collection, else the service.
    public func postPages(
        byAuthor authorId: UUID,
        pageSize: Int
    ) -> Pages<NoteletInterface.Post> {
        let size = PagePlace.size(pageSize)
        return Pages { [space] cursor in
            let account = try await space.requireAccount()
            switch try cursor.map(Source.init) {
            case .service(let place):
                return try await Self.servicePage(of: authorId, at: place, size, account)
            case .copy(let place):
                return try await Self.copyPage(of: authorId, before: place, size, account)
            case nil where try await Self.isCopied(authorId, account):
                return try await Self.copyPage(of: authorId, before: nil, size, account)
            case nil:
                return try await Self.servicePage(of: authorId, at: nil, size, account)
            }
        }
    }

    /// Posts, and then in the copy.
    public func createPost(_ post: NoteletInterface.Post) async throws -> NoteletInterface.Post {
        let account = try await space.requireAccount()
        let feed = try await account.feed(ofShared: post.authorId)
        return try await account.putShared(in: feed, as: .post) { (notelet) throws(NoteletError) in
            try await notelet.createPost(
                authorID: post.authorId.bytes,
                text: post.text,
                idempotencyKey: .of(post.id)
            )
        }
    }

    /// Deletes a post, and then from the copy.
    public func deletePost(byId id: UUID) async throws {
        try await space.requireAccount().deleteShared(id) { (notelet) throws(NoteletError) in
            try await notelet.deletePost(id: id.bytes)
        }
    }

    private static func isCopied(
        _ authorId: UUID,
        _ account: OpenAccount
    ) async throws(AppError) -> Bool {
        try await account.copy.read { (tables) throws(SQLiteError) in
            guard let name = try tables.feed(ofEntry: authorId.bytes) else { return false }
            return try tables.feed(name)?.isComplete ?? false
        }
    }

    private static func copyPage(
        of authorId: UUID,
        before place: Int64?,
        _ size: Int,
        _ account: OpenAccount
    ) async throws -> ListPage<NoteletInterface.Post> {
        let page = try await account.copy.read { (tables) throws(SQLiteError) in
            try tables.newestEntries(
                as: .post,
                ofOwner: authorId.bytes,
                before: place,
                countMax: size
            ).page(size: size)
        }
        return ListPage(items: page.items, next: page.next.map { Source.cursor(.copy, at: $0) })
    }

    private static func servicePage(
        of authorId: UUID,
        at place: PageCursor?,
        _ size: Int,
        _ account: OpenAccount
    ) async throws -> ListPage<NoteletInterface.Post> {
        let posts = RemoteRepositories(account.caller).posts
        let page = try await posts.page(byAuthor: authorId, at: place, size: size)
        return ListPage(
            items: page.items,
            next: page.next.map { Source.cursor(.service, at: $0) }
        )
    }
}

/// Where a list goes on, and from where: one that was begun from one of them is read on from there.
private enum Source {
    case copy(before: Int64)
    case service(PageCursor)

    /// By which byte a cursor begins.
    enum Mark: UInt8 {
        case copy = 1
        case service = 2
    }

    init(_ cursor: PageCursor) throws(AppError) {
        let rest = PageCursor(bytes: Array(cursor.bytes.dropFirst()))
        switch cursor.bytes.first.flatMap(Mark.init) {
        case .copy: self = .copy(before: try PagePlace.number(rest))
        case .service: self = .service(rest)
        case nil: throw .data(.validation("The cursor is of another list."))
        }
    }

    static func cursor(_ mark: Mark, at place: PageCursor) -> PageCursor {
        PageCursor(bytes: [mark.rawValue] + place.bytes)
    }
}
