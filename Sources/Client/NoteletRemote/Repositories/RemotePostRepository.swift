public import Foundation
internal import NoteletClient
public import NoteletInterface

/// Reads what was posted as members, and posts, at the service.
public struct RemotePostRepository: PostRepositoryInterface {
    let caller: RemoteCaller

    /// Asks for posts page by page, the newest first.
    public func postPages(
        byAuthor authorId: UUID,
        pageSize: Int
    ) -> Pages<NoteletInterface.Post> {
        Pages { cursor in try await page(byAuthor: authorId, at: cursor, size: pageSize) }
    }

    /// Asks for one page of posts, the newest first.
    ///
    /// - Parameters:
    ///   - authorId: The member as whom they were posted.
    ///   - cursor: Where the page begins; nil for the newest.
    ///   - size: How many posts it has at most.
    /// - Returns: The page.
    /// - Throws: `AppError`.
    package func page(
        byAuthor authorId: UUID,
        at cursor: PageCursor?,
        size: Int
    ) async throws -> ListPage<NoteletInterface.Post> {
        let list = ListPostsRequest(authorID: authorId.bytes)
        return try await caller.page(of: DirectoryAPI.listPosts, list, at: cursor, size: size) {
            try NoteletInterface.Post($0)
        }
    }

    /// Posts under the key of the post's id.
    public func createPost(_ post: NoteletInterface.Post) async throws -> NoteletInterface.Post {
        let created = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.createPost(
                authorID: post.authorId.bytes,
                text: post.text,
                idempotencyKey: .of(post.id)
            )
        }
        return try NoteletInterface.Post(created)
    }

    /// Deletes a post.
    public func deletePost(byId id: UUID) async throws {
        try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.deletePost(id: id.bytes)
        }
    }
}
