public import Foundation

/// Posts as a member.
public struct CreatePostUseCase: Sendable {
    private let postRepository: any PostRepositoryInterface
    private let dateClient: DateClient

    /// Works on a repository.
    ///
    /// - Parameters:
    ///   - postRepository: Has the posts.
    ///   - dateClient: Tells the present moment.
    public init(
        postRepository: any PostRepositoryInterface,
        dateClient: DateClient = .live
    ) {
        self.postRepository = postRepository
        self.dateClient = dateClient
    }

    /// Posts; whether the member can post, the service decides.
    ///
    /// - Parameters:
    ///   - authorId: The member, which the account has added.
    ///   - text: What to post.
    ///   - intention: What names the intention; the same again where it is repeated.
    /// - Returns: The post, as the service keeps it.
    /// - Throws: `AppError`.
    public func execute(
        authorId: UUID,
        text: String,
        intention: UUID = UUID()
    ) async throws -> Post {
        let post = Post(
            id: intention,
            authorId: authorId,
            text: text,
            createdAt: dateClient.now()
        )
        return try await postRepository.createPost(post)
    }
}
