public import Foundation

/// Reads a member with the newest posts, and how many there are.
public struct GetMemberDetailUseCase: Sendable {
    private let memberRepository: any MemberRepositoryInterface

    /// Works on a repository.
    ///
    /// - Parameter memberRepository: Has the members.
    public init(memberRepository: any MemberRepositoryInterface) {
        self.memberRepository = memberRepository
    }

    /// Reads them by one question, so that the count is that of the posts.
    ///
    /// - Parameter memberId: The member.
    /// - Returns: All of one moment.
    /// - Throws: `AppError`.
    public func execute(memberId: UUID) async throws -> MemberDetail {
        try await memberRepository.fetchMemberDetail(byId: memberId)
    }
}
