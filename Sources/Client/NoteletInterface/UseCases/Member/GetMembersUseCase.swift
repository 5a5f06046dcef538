/// Reads the members of a collection, and notes that somebody looked at them.
public struct GetMembersUseCase: Sendable {
    private let memberRepository: any MemberRepositoryInterface
    private let analyticsRepository: any AnalyticsRepositoryInterface

    /// Works on repositories.
    ///
    /// - Parameters:
    ///   - memberRepository: Has the members.
    ///   - analyticsRepository: Takes note of it.
    public init(
        memberRepository: any MemberRepositoryInterface,
        analyticsRepository: any AnalyticsRepositoryInterface
    ) {
        self.memberRepository = memberRepository
        self.analyticsRepository = analyticsRepository
    }

    /// Reads them.
    ///
    /// - Parameter collection: The name of the collection.
    /// - Returns: All members, sorted by name.
    /// - Throws: `AppError`; then nobody looked at anything.
    public func execute(collection: String) async throws -> [Member] {
        let members = try await memberRepository.fetchMembers(inCollection: collection)
        analyticsRepository.logUserListViewed(count: members.count)
        return members
    }
}
