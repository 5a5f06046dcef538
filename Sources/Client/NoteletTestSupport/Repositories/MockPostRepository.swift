public import Foundation
public import NoteletInterface

/// Posts of which a test says what there are.
public final class MockPostRepository: PostRepositoryInterface {
    /// What a page is asked for by.
    public typealias PageCall = (authorId: UUID, cursor: PageCursor?, pageSize: Int)

    /// Each page that `postPages(byAuthor:pageSize:)` is asked for.
    public let postPageCalls = FakeCall<PageCall, ListPage<Post>>("postPages(byAuthor:pageSize:)")
    /// Calls of `createPost(_:)`.
    public let createPostCalls = FakeCall<Post, Post>("createPost(_:)")
    /// Calls of `deletePost(byId:)`.
    public let deletePostCalls = FakeCall<UUID, Void>("deletePost(byId:)")

    /// Creates one that has handlers alone.
    public init() {}

    /// Creates one that has posts, and stays so: changes are not remembered.
    ///
    /// - Parameter postsToReturn: The posts, the newest first.
    public init(postsToReturn: [Post]) {
        postPageCalls.handler = { call in
            let found = postsToReturn.filter { $0.authorId == call.authorId }
            return ListPage(of: found, at: call.cursor, size: call.pageSize)
        }
        createPostCalls.handler = { $0 }
        deletePostCalls.handler = { id in _ = try postsToReturn.found(id) }
    }

    /// Records each page that is asked for, and gives that of the handler.
    public func postPages(byAuthor authorId: UUID, pageSize: Int) -> Pages<Post> {
        Pages { [postPageCalls] cursor in try await postPageCalls((authorId, cursor, pageSize)) }
    }

    /// Records the call, and posts what the handler posts.
    public func createPost(_ post: Post) async throws -> Post { try await createPostCalls(post) }

    /// Records the call, and does what the handler does.
    public func deletePost(byId id: UUID) async throws { try await deletePostCalls(id) }
}
