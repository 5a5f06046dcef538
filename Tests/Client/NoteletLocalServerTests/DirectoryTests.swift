import Foundation
import NoteletClient
import NoteletInterface
import NoteletLocalServer
import NoteletOffline
import NoteletRemote
import TestSupport
import Testing

/// The copy of a collection of members, and the server that has it.
@Suite("Copied members", .timeLimit(.minutes(1)))
struct DirectoryTests {
    private let server: LocalServer

    init() async throws {
        server = try LocalServer()
        try await server.desk.addMemberCollection("team")
    }

    /// A phone on which somebody has an account.
    private func phone(_ name: String) async throws -> Phone {
        let phone = try Phone(server)
        try await phone.signUp(name)
        return phone
    }

    private func members(of phone: Phone) -> AsyncStream<[NoteletInterface.Member]> {
        phone.application.members.observeMembers(inCollection: "team")
    }

    private func create(
        _ name: String,
        on phone: Phone
    ) async throws -> NoteletInterface.Member {
        try await phone.application.members.createMember(
            NoteletInterface.Member(
                id: UUID(),
                collection: "team",
                name: name,
                email: "\(name)@example.com",
                joinedAt: Date()
            )
        )
    }

    @Test("Members are seen as they come, change and go, sorted, with the status of the operator")
    func live() async throws {
        let (phone, other) = (try await phone("minji"), try await phone("jun"))
        #expect(try await other.application.members.fetchMembers(inCollection: "team") == [])
        var bob = try await create("Bob", on: phone)
        #expect(bob.status == .active && bob.canPost)
        try await other.wait(for: members(of: other)) { $0 == [bob] }
        let alice = try await create("alice", on: phone)
        try await other.wait(for: members(of: other)) { $0 == [alice, bob] }
        bob.name = "Aaron"
        bob = try await phone.application.members.updateMember(bob)
        try await other.wait(for: members(of: other)) { $0.map(\.name) == ["Aaron", "alice"] }
        try await server.desk.setStatus(.banned, ofMember: bob.id)
        try await other.wait(for: members(of: other)) { $0.first?.status == .banned }
        let error = await #expect(throws: AppError.self) {
            try await phone.application.useCases.createPost.execute(authorId: bob.id, text: "?")
        }
        #expect(error?.refusal?.reason == "MEMBER_NOT_ACTIVE")
        let foreign = await #expect(throws: AppError.self) {
            try await other.application.members.deleteMember(byId: alice.id)
        }
        #expect(foreign?.refusal?.reason == "NOT_YOUR_MEMBER")
        try await phone.application.members.deleteMember(byId: bob.id)
        try await other.wait(for: members(of: other)) { $0 == [alice] }
        await phone.application.close()
        await other.application.close()
    }

    @Test("A replacement is seen as a whole by all who follow, whatever its size")
    func replacing() async throws {
        let (phone, other) = (try await phone("minji"), try await phone("jun"))
        let theirs = try await create("theirs", on: other)
        let entries = { (word: String) in
            (0..<400).map {
                NoteletInterface.MemberEntry(
                    name: "\(word) \($0)",
                    email: "\(word)\($0)@example.com"
                )
            }
        }
        let repository = phone.application.members
        let intention = UUID()
        let put = try await repository.putMembers(
            entries("old"),
            inCollection: "team",
            intention: intention
        )
        #expect(put.count == 400)
        let seen = members(of: other)
        let seeing = Task {
            var counts: Set<[Int]> = []
            for await members in seen {
                let old = members.filter { $0.name.hasPrefix("old") }.count
                let new = members.filter { $0.name.hasPrefix("new") }.count
                counts.insert([old, new])
                if new > 0 { break }
            }
            return counts
        }
        try await other.wait(for: members(of: other)) { $0.count == 401 }
        let replaced = try await repository.replaceMembers(
            entries("new"),
            inCollection: "team",
            intention: UUID()
        )
        #expect(replaced.count == 400)
        let counts = try await patiently { await seeing.value }
        #expect(counts.subtracting([[0, 0]]) == [[400, 0], [0, 400]])
        let shown = try await other.application.members.fetchMembers(inCollection: "team")
        #expect(shown.count == 401 && shown.last == theirs)
        #expect(shown.prefix(3).map(\.name) == ["new 0", "new 1", "new 2"])
        await phone.application.close()
        await other.application.close()
    }

    @Test("A detail has the posts and their count, without a server as well, until the log-out")
    func details() async throws {
        let (phone, other) = (try await phone("minji"), try await phone("jun"))
        let alice = try await create("alice", on: phone)
        let post = phone.application.useCases.createPost
        for text in ["1", "2", "3"] { _ = try await post.execute(authorId: alice.id, text: text) }
        let get = other.application.useCases.getMemberDetail
        // The service's, of one moment.
        let detail = try await get.execute(memberId: alice.id)
        #expect(detail.posts.map(\.text) == ["3", "2", "1"] && detail.postCount == 3)
        try await other.wait(for: members(of: other)) { !$0.isEmpty }
        let details = other.application.members.observeMemberDetail(byId: alice.id)
        try await other.wait(for: details) { $0 == detail }
        await server.stop()
        try await other.restart()
        let kept = try await other.application.useCases.getMemberDetail.execute(
            memberId: alice.id
        )
        #expect(kept == detail)
        let posts = try await other.application.posts.fetchPosts(byAuthor: alice.id)
        #expect(posts == detail.posts)
        try await server.start()
        try await phone.application.posts.deletePost(byId: try #require(detail.posts.first?.id))
        let later = other.application.members.observeMemberDetail(byId: alice.id)
        try await other.wait(for: later) { $0?.postCount == 2 }
        try await other.application.auth.logout()
        try await other.wait(for: later) { $0 == nil }
        try await other.wait(for: members(of: other)) { $0.isEmpty }
        await phone.application.close()
        await other.application.close()
    }

    @Test("A collection that is taken away is shown empty, and there again once it is made again")
    func takenAway() async throws {
        let phone = try await phone("minji")
        _ = try await create("alice", on: phone)
        try await phone.wait(for: members(of: phone)) { !$0.isEmpty }
        try await server.desk.removeMemberCollection("team")
        try await phone.wait(for: members(of: phone)) { $0.isEmpty }
        try await server.desk.addMemberCollection("team")
        let bob = try await create("bob", on: phone)
        try await phone.wait(for: members(of: phone)) { $0 == [bob] }
        await phone.application.close()
    }

    @Test("What the service has, page by page and as it is followed, is the same without a copy")
    func remote() async throws {
        let phone = try await phone("minji")
        let entries = (0..<40).map {
            NoteletInterface.MemberEntry(name: "member \($0)", email: "\($0)@example.com")
        }
        _ = try await phone.application.members.putMembers(
            entries,
            inCollection: "team",
            intention: UUID()
        )
        let notelet = server.connect(configuration: .impatient)
        _ = try await notelet.signUp(
            username: "jun",
            email: "jun@example.com",
            password: password
        )
        let remote = RemoteRepositories(notelet).members
        var counts: [Int] = []
        for try await page in remote.memberPages(inCollection: "team") {
            counts.append(page.count)
        }
        #expect(counts == [20, 20])
        let first = try await remote.fetchFirstMembers(inCollection: "team")
        #expect(first.hasMore && first.items.count == 20)
        let last = try await remote.fetchMembers(inCollection: "team", page: 2, size: 20)
        #expect(!last.hasMore && last.items.isEmpty)
        let all = try await remote.fetchMembers(inCollection: "team")
        #expect(all.map(\.name) == entries.map(\.name))
        let followed = try await phone.wait(
            for: remote.observeMembers(inCollection: "team")
        ) { !$0.isEmpty }
        #expect(followed == all)
        #expect(try await phone.wait(for: members(of: phone)) { $0.count == 40 } == all)
        await phone.application.close()
    }
}
