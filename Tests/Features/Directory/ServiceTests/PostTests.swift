import DirectoryRules
import Domain
import NoteletAPI
import NoteletService
import ProtobufCoding
import Testing

@testable import Serving

/// Posts as people ask for them.
@Suite struct PostTests {
    private let service: TestService
    private let anna: Person
    private let ben: Person
    private let member: NoteletAPI.Member

    init() async throws {
        service = try TestService()
        anna = try await service.person("anna")
        ben = try await service.person("ben")
        try await service.changeMembers("team", .add)
        member = try await service.createMember("수진", "sujin@example.com", by: anna)
    }

    private func detail(_ size: Int32 = 0) async throws -> GetMemberDetailResponse {
        let request = GetMemberDetailRequest(id: member.id, pageSize: size)
        return try await service.call(DirectoryAPI.getMemberDetail, request, as: ben.caller)
    }

    @Test func aDetailIsMemberPostsAndTheirNumberOfOneMoment() async throws {
        #expect(try await detail() == GetMemberDetailResponse(member: member))
        for number in 0..<5 {
            try await service.createPost("\(number)", as: member, by: anna)
        }
        let shown = try await detail(2)
        #expect(shown.member == member && shown.postCount == 5)
        #expect(shown.posts.map(\.text) == ["4", "3"])
        #expect(shown.posts.allSatisfy { $0.authorID == member.id && $0.id.count == 16 })
        #expect(shown.posts.allSatisfy { ($0.createdAt?.seconds ?? 1) % 60 == 0 })
        // Its cursor is one of the list of posts.
        let request = ListPostsRequest(authorID: member.id, cursor: shown.nextCursor)
        let rest = try await service.call(DirectoryAPI.listPosts, request, as: ben.caller)
        #expect(rest.posts.map(\.text) == ["2", "1", "0"] && rest.nextCursor.isEmpty)
        #expect(try await detail(5).nextCursor.isEmpty)
        let other = try await service.createMember("진", "jin@example.com", by: anna)
        for (author, person) in [(other, ben), (member, anna)] {
            let foreign = ListPostsRequest(authorID: author.id, cursor: shown.nextCursor)
            let reason = try await service.reason(
                DirectoryAPI.listPosts,
                foreign,
                as: person.caller
            )
            #expect(reason == .invalidCursor)
        }
    }

    @Test func aDetailOfLongPostsEndsEarly() async throws {
        // A request of a longer text does not fit a frame that holds a longer one still.
        let text = String(repeating: "a" + String(repeating: "\u{301}", count: 7), count: 2_000)
        for _ in 0..<40 { try await service.createPost(text, as: member, by: anna) }
        let shown = try await detail(500)
        #expect(shown.posts.count < 40 && !shown.nextCursor.isEmpty && shown.postCount == 40)
        #expect(encode(shown).count < 2 * DomainLimits.pageByteCountMax)
    }

    @Test func onlyAnActiveMemberPosts() async throws {
        let request = CreatePostRequest(authorID: member.id, text: "안녕")
        try await service.set(.banned, of: member)
        let refusal = try await service.refusal(
            DirectoryAPI.createPost,
            request,
            as: anna.caller
        )
        #expect(refusal.reason == .memberNotActive && refusal.fields == ["status": "banned"])
        try await service.set(.active, of: member)
        try await service.call(DirectoryAPI.createPost, request, as: anna.caller)
        let other = try await service.reason(DirectoryAPI.createPost, request, as: ben.caller)
        #expect(other == .notYourMember)
    }

    @Test func onlyTheKeeperDeletesAPost() async throws {
        let post = try await service.createPost("안녕", as: member, by: anna)
        let request = DeletePostRequest(id: post.id)
        let method = DirectoryAPI.deletePost
        #expect(try await service.reason(method, request, as: ben.caller) == .notYourMember)
        try await service.call(method, request, as: anna.caller)
        #expect(try await service.reason(method, request, as: anna.caller) == .postNotFound)
        #expect(try await detail().postCount == 0)
    }

    @Test func aMemberGoesWithItsPosts() async throws {
        let post = try await service.createPost("안녕", as: member, by: anna)
        try await service.call(
            DirectoryAPI.deleteMember,
            DeleteMemberRequest(id: member.id),
            as: anna.caller
        )
        let list = ListPostsRequest(authorID: member.id)
        let reasons = [
            try await service.reason(DirectoryAPI.listPosts, list, as: ben.caller),
            try await service.reason(
                DirectoryAPI.getMemberDetail,
                GetMemberDetailRequest(id: member.id),
                as: ben.caller
            ),
            try await service.reason(
                DirectoryAPI.deletePost,
                DeletePostRequest(id: post.id),
                as: anna.caller
            ),
        ]
        #expect(reasons == [.memberNotFound, .memberNotFound, .postNotFound])
        #expect(try service.recordCounts(of: ["posts", "remains"]) == [1, 1])
        let housekeeping = Housekeeping(service.running)
        let job = try #require(housekeeping.jobs.first { $0.name == "member-clearing" })
        while await job.piece() == .moreWaiting {}
        let tables = ["posts", "posts_of_members", "kept_posts", "remains", "shared_changes"]
        #expect(try service.recordCounts(of: tables) == [0, 0, 0, 0, 1])
    }
}
