public import Foundation

/// Reads what was posted as members of collections, and posts.
public protocol PostRepositoryInterface: Sendable {
    /// The posts of a member, the newest first, page by page: 1 to 500 a page.
    func postPages(byAuthor authorId: UUID, pageSize: Int) -> Pages<Post>
    /// Posts as a member that the account has added and that can post; the service gives the id and
    /// the moment. The post's id names the intention: posted again with the same id, it is posted
    /// once.
    ///
    /// - Throws: `AppError`.
    func createPost(_ post: Post) async throws -> Post
    /// Deletes a post of a member that the account has added.
    ///
    /// - Throws: `AppError`.
    func deletePost(byId id: UUID) async throws
}

extension PostRepositoryInterface {
    /// All posts of a member, the newest first.
    ///
    /// - Parameter authorId: The member.
    /// - Returns: The posts.
    /// - Throws: `AppError`.
    public func fetchPosts(byAuthor authorId: UUID) async throws -> [Post] {
        var posts: [Post] = []
        for try await page in postPages(byAuthor: authorId, pageSize: 500) { posts += page }
        return posts
    }
}
