import Foundation
import NoteletInterface
import NoteletTestSupport
import Testing

@Suite("Use cases of members")
struct MemberUseCaseTests {
    private let repository = MockMemberRepository()
    private let analytics = MockAnalyticsRepository()
    private let sut: GetMembersUseCase

    init() {
        sut = GetMembersUseCase(memberRepository: repository, analyticsRepository: analytics)
    }

    @Test func test_execute_returnsUsersFromRepository() async throws {
        repository.fetchMembersCalls.handler = { _ in [.alice, .bob] }
        #expect(try await sut.execute(collection: "team") == [.alice, .bob])
        #expect(repository.fetchMembersCalls.arguments == ["team"])
    }

    @Test func test_execute_logsAnalytics() async throws {
        repository.fetchMembersCalls.handler = { _ in [.stub(), .stub()] }
        _ = try await sut.execute(collection: "team")
        #expect(analytics.loggedUserListViewedCount == 2)
        #expect(analytics.logEventCalls.arguments.map(\.name) == ["user_list_viewed"])
        #expect(analytics.logEventCalls.arguments.first?.properties == ["count": "2"])
    }

    @Test func test_execute_throwsError_whenRepositoryFails() async {
        repository.fetchMembersCalls.handler = { _ in throw AppError.network(.noConnection) }
        await #expect(throws: AppError.network(.noConnection)) {
            try await sut.execute(collection: "team")
        }
        #expect(analytics.loggedUserListViewedCount == nil)
    }

    @Test("A detail is read by one question, so that its count is that of its posts")
    func detail() async throws {
        let detail = MemberDetail(member: .alice, posts: [.stub()], postCount: 7)
        repository.fetchMemberDetailCalls.handler = { _ in detail }
        let useCase = GetMemberDetailUseCase(memberRepository: repository)
        #expect(try await useCase.execute(memberId: Member.alice.id) == detail)
        #expect(repository.fetchMemberDetailCalls.arguments == [Member.alice.id])
        #expect(repository.fetchMemberCalls.count == 0)
    }

    @Test("A post has the id of its intention")
    func posting() async throws {
        let (clock, intention) = (FakeClock(), UUID())
        let posts = MockPostRepository(postsToReturn: [])
        let useCase = CreatePostUseCase(postRepository: posts, dateClient: clock.dateClient)
        let post = try await useCase.execute(
            authorId: Member.alice.id,
            text: "안녕",
            intention: intention
        )
        let wanted = Post(
            id: intention,
            authorId: Member.alice.id,
            text: "안녕",
            createdAt: clock.now
        )
        #expect(post == wanted)
        let other = try await useCase.execute(authorId: Member.alice.id, text: "안녕")
        #expect(other.id != intention)
        #expect(posts.createPostCalls.count == 2)
    }
}

@Suite("Members")
struct MemberTests {
    @Test(
        "A word for a status is read however it is written, and a strange one is inactive",
        arguments: [
            ("active", MemberStatus.active), ("ACTIVE", .active), ("Banned", .banned),
            ("inactive", .inactive), ("", .inactive), ("retired", .inactive),
        ]
    )
    func words(word: String, status: MemberStatus) {
        #expect(MemberStatus(word: word) == status)
    }

    @Test("Who is active and not banned can post")
    func posting() {
        let able = MemberStatus.allCases.filter { Member.stub(status: $0).canPost }
        #expect(able == [.active])
    }

    @Test(
        "A full page does not know that it is the last: 40 members are 3 pages of 20",
        arguments: [(0, 1), (1, 1), (19, 1), (20, 2), (21, 2), (39, 2), (40, 3), (41, 3)]
    )
    func pages(count: Int, pageCount: Int) async throws {
        let members = (0..<count).map { Member.stub(name: "\($0)") }
        let repository = MockMemberRepository(membersToReturn: members)
        var seen: [Member] = []
        for try await page in repository.memberPages(inCollection: "team") { seen += page }
        #expect(seen == members)
        let calls = repository.memberPageCalls.arguments
        #expect(calls.map(\.page) == Array(0..<pageCount))
        #expect(calls.allSatisfy { $0.size == 20 && $0.collection == "team" })
        let first = try await repository.fetchFirstMembers(inCollection: "team")
        #expect(first.items == Array(members.prefix(20)) && first.hasMore == (count >= 20))
    }
}
