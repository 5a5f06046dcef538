import ClientTestSupport
import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import NoteletTestSupport
import ProtobufCoding
import TTRPC
import Testing

@Suite("Members over the wire", .timeLimit(.minutes(1)))
struct MemberRepositoryTests {
    private let calls = Log<String>()

    private static func member(
        _ name: String,
        id: UUID = UUID(),
        status: NoteletAPI.MemberStatus = .active
    ) -> NoteletAPI.Member {
        NoteletAPI.Member(id: id.bytes, collection: "team", name: name, status: status)
    }

    @Test("All members come by cursors, and are sorted as people expect")
    func lists() async throws {
        let desk = try await Desk.signedIn { [calls] router in
            router.answer(DirectoryAPI.listMembers) { request, _ in
                calls.append("\(request.cursor) \(request.pageSize) \(request.page)")
                let isFirst = request.cursor.isEmpty
                return ListMembersResponse(
                    members: [Self.member(isFirst ? "Bob 10" : "bob 9")],
                    nextCursor: isFirst ? [7] : []
                )
            }
        }
        let members = try await desk.remote.members.fetchMembers(inCollection: "team")
        #expect(members.map(\.name) == ["bob 9", "Bob 10"])
        #expect(calls.entries == ["[] 500 0", "[7] 500 0"])
    }

    @Test("40 members of 20 a page are three calls", arguments: [(39, 2), (40, 3), (41, 3)])
    func numberedPages(count: Int, callCount: Int) async throws {
        let desk = try await Desk.signedIn { [calls] router in
            router.answer(DirectoryAPI.listMembers) { request, _ in
                calls.append("\(request.page) \(request.pageSize)")
                let rest = (0..<count).dropFirst(Int(request.page * request.pageSize))
                return ListMembersResponse(
                    members: rest.prefix(Int(request.pageSize)).map { Self.member("\($0)") }
                )
            }
        }
        var names: [String] = []
        for try await page in desk.remote.members.memberPages(inCollection: "team") {
            names += page.map(\.name)
        }
        #expect(names == (0..<count).map(String.init))
        #expect(calls.entries == (0..<callCount).map { "\($0) 20" })
    }

    @Test("A member goes out as name and address alone, under the key of the intention")
    func changes() async throws {
        let desk = try await Desk.signedIn { [calls] router in
            router.answer(DirectoryAPI.createMember) { request, context in
                calls.append("create \(context.key ?? "") \(request)")
                return CreateMemberResponse(member: Self.member(request.name))
            }
            router.answer(DirectoryAPI.updateMember) { request, _ in
                calls.append("update \(request.name) \(request.email)")
                return UpdateMemberResponse(member: Self.member(request.name, status: .banned))
            }
            router.answer(DirectoryAPI.deleteMember) { _, _ in DeleteMemberResponse() }
            router.answer(DirectoryAPI.putMembers) { request, context in
                calls.append("put \(context.key ?? "") \(request.members.map(\.id.count))")
                return PutMembersResponse(members: request.members.map { Self.member($0.name) })
            }
            router.answer(DirectoryAPI.replaceMembers) { request, context in
                calls.append("replace \(context.key ?? "") \(request.collection)")
                return ReplaceMembersResponse()
            }
        }
        let members = desk.remote.members
        let new = NoteletInterface.Member.stub(name: "Bob", status: .banned)
        let created = try await members.createMember(new)
        #expect(created.name == "Bob" && created.status == .active)
        #expect(try await members.updateMember(created).status == .banned)
        try await members.deleteMember(byId: created.id)
        let entries = [MemberEntry(created), MemberEntry(name: "Eve", email: "e@example.com")]
        let intention = UUID()
        let put = try await members.putMembers(
            entries,
            inCollection: "team",
            intention: intention
        )
        #expect(put.map(\.name) == ["Bob", "Eve"])
        let replaced = try await members.replaceMembers(
            [],
            inCollection: "team",
            intention: intention
        )
        #expect(replaced == [])
        let request = CreateMemberRequest(
            collection: "team",
            name: "Bob",
            email: "test@example.com"
        )
        #expect(
            calls.entries == [
                "create \(new.id) \(request)", "update Bob ", "put \(intention) [16, 0]",
                "replace \(intention) team",
            ]
        )
    }

    @Test(
        "A status that is not known is inactive",
        arguments: [
            (NoteletAPI.MemberStatus.active, NoteletInterface.MemberStatus.active),
            (.inactive, .inactive), (.banned, .banned), (.unspecified, .inactive),
            (.init(rawValue: 99), .inactive),
        ]
    )
    func statuses(
        status: NoteletAPI.MemberStatus,
        shown: NoteletInterface.MemberStatus
    ) async throws {
        let desk = try await Desk.signedIn { router in
            router.answer(DirectoryAPI.getMember) { request, _ in
                var member = Self.member("Bob", status: status)
                member.id = request.id
                return GetMemberResponse(member: member)
            }
        }
        #expect(try await desk.remote.members.fetchMember(byId: UUID()).status == shown)
    }

    @Test("A detail is one call, and one without a member is none")
    func details() async throws {
        let id = UUID()
        let desk = try await Desk.signedIn { router in
            router.answer(DirectoryAPI.getMemberDetail) { request, _ in
                guard request.id == id.bytes else { return GetMemberDetailResponse() }
                return GetMemberDetailResponse(
                    member: Self.member("Bob", id: id),
                    posts: [NoteletAPI.Post(id: UUID().bytes, authorID: id.bytes, text: "1")],
                    postCount: 7
                )
            }
        }
        let members = desk.remote.members
        let detail = try await members.fetchMemberDetail(byId: id)
        #expect(detail.member.name == "Bob" && detail.postCount == 7)
        #expect(detail.posts.map(\.text) == ["1"])
        await #expect(throws: AppError.network(.unknown)) {
            try await members.fetchMemberDetail(byId: UUID())
        }
    }

    @Test("Posts come page by page, and go out under the key of their id")
    func posts() async throws {
        let author = UUID()
        let desk = try await Desk.signedIn { [calls] router in
            router.answer(DirectoryAPI.listPosts) { request, _ in
                calls.append("\(request.cursor) \(request.pageSize)")
                let isFirst = request.cursor.isEmpty
                let post = NoteletAPI.Post(
                    id: UUID().bytes,
                    authorID: author.bytes,
                    text: isFirst ? "2" : "1"
                )
                return ListPostsResponse(posts: [post], nextCursor: isFirst ? [7] : [])
            }
            router.answer(DirectoryAPI.createPost) { request, context in
                calls.append("post \(context.key ?? "")")
                let id = UUID().bytes
                return CreatePostResponse(
                    post: NoteletAPI.Post(id: id, authorID: request.authorID, text: request.text)
                )
            }
            router.answer(DirectoryAPI.deletePost) { _, _ in
                calls.append("delete")
                return DeletePostResponse()
            }
        }
        let posts = desk.remote.posts
        #expect(try await posts.fetchPosts(byAuthor: author).map(\.text) == ["2", "1"])
        let post = NoteletInterface.Post.stub(authorId: author, text: "3")
        let created = try await posts.createPost(post)
        #expect(created.text == "3" && created.authorId == author && created.id != post.id)
        try await posts.deletePost(byId: created.id)
        #expect(calls.entries == ["[] 500", "[7] 500", "post \(post.id)", "delete"])
    }
}

/// What is followed of members, and what is counted, at a service that a test makes up.
@Suite("Members that are followed over the wire", .timeLimit(.minutes(1)))
struct MemberFollowingTests {
    private let alice = UUID()
    private let bob = UUID()
    private let isSeen = Log<Void>()

    private func page(_ kinds: [DirectoryChange.Kind], isUpToDate: Bool) throws -> ChangePage {
        let changes = try kinds.map { kind in
            SharedChange(
                type: DirectoryChange.fullName,
                value: try ProtobufEncoder().encode(DirectoryChange(kind: kind))
            )
        }
        var page = ChangePage(changes: changes.map { Change(kind: .shared($0)) })
        (page.feed, page.isUpToDate, page.cursor) = ("directory/team", isUpToDate, [1])
        return page
    }

    private func member(_ name: String, _ id: UUID) -> NoteletAPI.Member {
        NoteletAPI.Member(id: id.bytes, collection: "team", name: name)
    }

    @Test("A list is told sorted, once a replacement was read as a whole, until it is over")
    func lists() async throws {
        let desk = try await Desk.signedIn { [self] router in
            router.stream(SyncAPI.watch) { _, writer, _ in
                let both: [DirectoryChange.Kind] = [
                    .putMember(member("Bob", bob)), .putMember(member("Alice", alice)),
                ]
                try await writer.send(page(both, isUpToDate: true))
                await isSeen.wait(forCount: 1)
                try await writer.send(page([.deletedMemberID(bob.bytes)], isUpToDate: false))
                try await writer.send(page([.putMember(member("Eve", bob))], isUpToDate: true))
                await isSeen.wait(forCount: 2)
                try await writer.send(ChangePage(feed: "directory/team", isOver: true))
            }
        }
        var lists: [[String]] = []
        for await members in desk.remote.members.observeMembers(inCollection: "team") {
            lists.append(members.map(\.name))
            isSeen.append(())
        }
        #expect(lists == [["Alice", "Bob"], ["Alice", "Eve"]])
    }

    @Test("A member is asked for anew whenever the collection has changed, until it is gone")
    func details() async throws {
        let calls = Log<Void>()
        let desk = try await Desk.signedIn { [self] router in
            router.answer(DirectoryAPI.getMemberDetail) { _, _ in
                let count = calls.append(())
                if count >= 3 { throw try RPCError.refusal(.memberNotFound) }
                let shown = member("Alice", alice)
                return GetMemberDetailResponse(member: shown, postCount: Int64(count))
            }
            router.stream(SyncAPI.watch) { _, writer, _ in
                let post = NoteletAPI.Post(id: UUID().bytes, authorID: alice.bytes, text: "1")
                await isSeen.wait(forCount: 1)
                try await writer.send(page([.putPost(post)], isUpToDate: true))
                await isSeen.wait(forCount: 2)
                try await writer.send(page([.deletedMemberID(alice.bytes)], isUpToDate: true))
                await isSeen.wait(forCount: 3)
                try await writer.send(ChangePage(feed: "directory/team", isOver: true))
            }
        }
        var counts: [Int?] = []
        for await detail in desk.remote.members.observeMemberDetail(byId: alice) {
            counts.append(detail?.postCount)
            isSeen.append(())
        }
        #expect(counts == [1, 2, nil])
    }

    @Test("Who is not signed in follows nothing")
    func nobody() async throws {
        let desk = try Desk()
        var lists = desk.remote.members.observeMembers(inCollection: "team").makeAsyncIterator()
        #expect(await lists.next() == nil)
    }

    @Test("An event goes out by itself, with nobody's token, and fails nothing")
    func events() async throws {
        let events = Log<TelemetryEvent>()
        let tokens = Log<String?>()
        let desk = try await Desk.signedIn { router in
            router.answer(TelemetryAPI.logEvents) { request, context in
                tokens.append(context.token)
                for event in request.events { events.append(event) }
                throw try RPCError.refusal(.featureOff)
            }
        }
        desk.remote.analytics.logUserListViewed(count: 2)
        await events.wait(forCount: 1)
        #expect(events.entries.first?.name == "user_list_viewed")
        #expect(events.entries.first?.properties == ["count": "2"])
        #expect(events.entries.first?.occurredAt != nil && tokens.entries.first == .some(nil))
    }
}
