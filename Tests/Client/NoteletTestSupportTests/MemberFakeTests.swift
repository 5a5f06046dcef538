import Foundation
import NoteletInterface
import NoteletTestSupport
import Testing

@Suite("Fakes of members")
struct MemberFakeTests {
    @Test("Members are as a test says, to who asks and to who observes")
    func members() async throws {
        let repository = MockMemberRepository(membersToReturn: [.alice, .bob])
        #expect(try await repository.fetchMembers(inCollection: "team") == [.alice, .bob])
        #expect(try await repository.fetchMembers(inCollection: "other") == [])
        #expect(repository.fetchMembersCalls.arguments == ["team", "other"])
        #expect(try await repository.fetchMember(byId: Member.bob.id) == .bob)
        await #expect(throws: AppError.data(.notFound())) {
            try await repository.deleteMember(byId: UUID())
        }
        await #expect(throws: AppError.data(.notFound())) {
            try await repository.updateMember(.stub())
        }
        let detail = try await repository.fetchMemberDetail(byId: Member.alice.id)
        #expect(detail == MemberDetail(member: .alice, posts: [], postCount: 0))
        var lists = repository.observeMembers(inCollection: "team").makeAsyncIterator()
        #expect(await lists.next() == [.alice, .bob])
        repository.members.value = [.bob]
        #expect(await lists.next() == [.bob])
        #expect(repository.observeMembersCalls.arguments == ["team"])
        var details = repository.observeMemberDetail(byId: Member.bob.id).makeAsyncIterator()
        #expect(await details.next() == .some(nil))
        repository.detail.value = detail
        #expect(await details.next() == detail)
    }

    @Test("What is put or replaced comes back as it was said")
    func changes() async throws {
        let repository = MockMemberRepository(membersToReturn: [.alice])
        let entries = [MemberEntry(.alice), MemberEntry(name: "Carol", email: "c@example.com")]
        let intention = UUID()
        let put = try await repository.putMembers(
            entries,
            inCollection: "team",
            intention: intention
        )
        #expect(put.map(\.name) == ["Alice", "Carol"] && put.first?.id == Member.alice.id)
        let replaced = try await repository.replaceMembers(
            entries,
            inCollection: "team",
            intention: intention
        )
        #expect(replaced.map(\.email) == ["alice@example.com", "c@example.com"])
        let calls =
            repository.putMembersCalls.arguments + repository.replaceMembersCalls.arguments
        #expect(calls.map(\.intention) == [intention, intention])
        let member = Member.stub()
        #expect(try await repository.createMember(member) == member)
        #expect(repository.createMemberCalls.count == 1)
    }

    @Test("Posts come page by page, and stub members are who they are said to be")
    func posts() async throws {
        let posts = [Post.stub(text: "2"), .stub(text: "1"), .stub(authorId: Member.bob.id)]
        let repository = MockPostRepository(postsToReturn: posts)
        var texts: [[String]] = []
        for try await page in repository.postPages(byAuthor: Member.alice.id, pageSize: 1) {
            texts.append(page.map(\.text))
        }
        #expect(texts == [["2"], ["1"]] && repository.postPageCalls.count == 2)
        #expect(try await repository.fetchPosts(byAuthor: Member.bob.id) == [posts[2]])
        try await repository.deletePost(byId: posts[0].id)
        #expect(repository.deletePostCalls.arguments == [posts[0].id])
        let utc = try #require(TimeZone(identifier: "UTC"))
        let rows = [Member.alice, .bob, .stub()].map { $0.toUiModel(timeZone: utc) }
        #expect(rows.map(\.displayName) == ["Alice", "Bob", "Test User"])
        #expect(rows.prefix(2).map(\.formattedJoinDate) == ["2024/01/01", "2024/02/15"])
    }

    @Test("Events are remembered, and the last list of people by its count")
    func events() {
        let analytics = MockAnalyticsRepository()
        #expect(analytics.loggedUserListViewedCount == nil)
        analytics.logUserListViewed(count: 3)
        analytics.logUserListViewed(count: 0)
        analytics.logEvent("opened")
        #expect(analytics.loggedUserListViewedCount == 0)
        let names = analytics.logEventCalls.arguments.map(\.name)
        #expect(names == ["user_list_viewed", "user_list_viewed", "opened"])
    }
}
