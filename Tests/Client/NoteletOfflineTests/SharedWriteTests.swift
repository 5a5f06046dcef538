import ClientTestSupport
import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import NoteletTestSupport
import SQLite
import TTRPC
import TestSupport
import Testing

@testable import NoteletOffline

/// What is written of what people share: the service first, then the copy.
@Suite("Writes of collections", .timeLimit(.minutes(1)))
struct SharedWriteTests {
    private let feed = FakeFeed()
    private let calls = Log<String>()
    private let alice = NoteletAPI.Member.named("Alice")

    private func town(_ fill: @escaping (inout Router) -> Void = { _ in }) throws -> Town {
        try Town(sharing: feed, fill)
    }

    /// Waits until the copy of the collection has what is wanted.
    private func wait(
        _ application: OfflineApplication,
        until isWanted: ([String]) -> Bool
    ) async {
        for await members in application.members.observeMembers(inCollection: "team")
        where isWanted(members.map(\.name)) { return }
    }

    private func shown(_ application: OfflineApplication) async throws -> [String] {
        try await application.members.fetchMembers(inCollection: "team").map(\.name)
    }

    @Test("A member is added under the key of its id, changed and deleted, and the copy has that")
    func life() async throws {
        let made = NoteletAPI.Member.named("Bob")
        let town = try town { [calls] router in
            router.answer(DirectoryAPI.createMember) { request, context in
                calls.append("\(context.key ?? "") \(request.name) \(request.email)")
                return CreateMemberResponse(member: made)
            }
            router.answer(DirectoryAPI.updateMember) { request, _ in
                .init(member: .named(request.name, id: try #require(made.uuid)))
            }
            router.answer(DirectoryAPI.deleteMember) { request, _ in
                calls.append("delete \(request.id == made.id)")
                return DeleteMemberResponse()
            }
        }
        feed.tell(.putMember(alice))
        let application = try await town.signedIn()
        await wait(application) { !$0.isEmpty }
        let new = NoteletInterface.Member.stub(name: "Bob", email: "bob@example.com")
        let members = application.members
        var created = try await members.createMember(new)
        #expect(created.id == made.uuid && created.id != new.id)
        #expect(try await shown(application) == ["Alice", "Bob"])
        created.name = "Aaron"
        #expect(try await members.updateMember(created).name == "Aaron")
        #expect(try await shown(application) == ["Aaron", "Alice"])
        try await members.deleteMember(byId: created.id)
        #expect(try await shown(application) == ["Alice"])
        // Of what the copy has nothing of, there is nothing to delete in it.
        try await members.deleteMember(byId: UUID())
        #expect(
            calls.entries == [
                "\(new.id) Bob bob@example.com", "delete true", "delete false",
            ]
        )
        await application.close()
    }

    @Test("What the service refuses, or does not hear, is not in the copy")
    func failures() async throws {
        let town = try town { router in
            router.answer(DirectoryAPI.createMember) { _, _ in
                throw try RPCError.refusal(.memberExists)
            }
        }
        let application = try await town.signedIn()
        let error = await #expect(throws: AppError.self) {
            try await application.members.createMember(.stub())
        }
        #expect(error?.refusal?.reason == "MEMBER_EXISTS")
        town.stop()
        await #expect(throws: AppError.self) {
            try await application.members.createMember(.stub())
        }
        #expect(try await shown(application) == [])
        await application.close()
    }

    @Test("Members that are put are in the copy at once, all of them")
    func putting() async throws {
        let town = try town { router in
            router.answer(DirectoryAPI.putMembers) { request, _ in
                PutMembersResponse(members: request.members.map { .named($0.name) })
            }
        }
        let application = try await town.signedIn { $0.reads = .networkFirst }
        var lists = application.members.observeMembers(inCollection: "team").makeAsyncIterator()
        #expect(await lists.next() == [])
        _ = try await shown(application)
        let put = try await application.members.putMembers(
            [.init(name: "2", email: "2@example.com"), .init(name: "1", email: "1@example.com")],
            inCollection: "team",
            intention: UUID()
        )
        #expect(put.map(\.name) == ["2", "1"])
        #expect(await lists.next()?.map(\.name) == ["1", "2"])
        await application.close()
    }

    @Test("A replacement is in the copy when it returns, and is seen as a whole")
    func replacing() async throws {
        let ids = (0..<3).map { _ in UUID() }
        let town = try town { [feed] router in
            router.answer(DirectoryAPI.replaceMembers) { request, _ in
                // In two pages, as one of many would come.
                feed.tell(ids.map { .deletedMemberID($0.bytes) })
                let new = request.members.map { NoteletAPI.Member.named($0.name) }
                feed.tell(new.map { .putMember($0) })
                return ReplaceMembersResponse(members: new)
            }
        }
        feed.tell(ids.map { .putMember(.named("old", id: $0)) })
        let application = try await town.signedIn()
        let seen = Log<[String]>()
        let observing = Task {
            for await members in application.members.observeMembers(inCollection: "team") {
                seen.append(members.map(\.name))
            }
        }
        await wait(application) { $0.count == 3 }
        let replaced = try await application.members.replaceMembers(
            [.init(name: "new", email: "new@example.com")],
            inCollection: "team",
            intention: UUID()
        )
        #expect(replaced.map(\.name) == ["new"])
        #expect(try await shown(application) == ["new"])
        await application.close()
        await observing.value
        let lists = seen.entries.filter { $0 != [] }
        #expect(lists.allSatisfy { $0 == ["old", "old", "old"] || $0 == ["new"] }, "\(lists)")
    }

    @Test("Where the feed has gone on meanwhile, what it told stays")
    func movedFeed() async throws {
        let isAsked = Log<Void>()
        let isTold = Log<Void>()
        let made = NoteletAPI.Member.named("Bob")
        let town = try town { router in
            router.answer(DirectoryAPI.createMember) { _, _ in
                isAsked.append(())
                await isTold.wait(forCount: 1)
                return CreateMemberResponse(member: made)
            }
        }
        feed.tell(.putMember(alice))
        let application = try await town.signedIn()
        await wait(application) { $0 == ["Alice"] }
        async let creating = application.members.createMember(.stub())
        await isAsked.wait(forCount: 1)
        // Added here, and deleted elsewhere at once.
        feed.tell(.putMember(made), .deletedMemberID(made.id), .putMember(.named("Carol")))
        await wait(application) { $0 == ["Alice", "Carol"] }
        isTold.append(())
        #expect(try await creating.id == made.uuid)
        #expect(try await shown(application) == ["Alice", "Carol"])
        await application.close()
    }

    @Test("One member is the copy's, else the service's, and the copy has it then")
    func single() async throws {
        let town = try town { [calls, alice] router in
            router.answer(DirectoryAPI.getMember) { request, _ in
                calls.append("get")
                guard request.id == alice.id else {
                    throw try RPCError.refusal(.memberNotFound)
                }
                return GetMemberResponse(member: alice)
            }
            router.answer(DirectoryAPI.getMemberDetail) { _, _ in
                calls.append("detail")
                return GetMemberDetailResponse(member: alice, postCount: 7)
            }
        }
        let application = try await town.signedIn()
        let (members, id) = (application.members, try #require(alice.uuid))
        #expect(try await members.fetchMember(byId: id).name == "Alice")
        #expect(try await members.fetchMember(byId: id).name == "Alice")
        // Nothing keeps it so, and it is asked for again behind.
        await calls.wait(forCount: 2)
        let error = await #expect(throws: AppError.self) {
            try await members.fetchMember(byId: UUID())
        }
        #expect(error?.isNotFound == true)
        // A collection that is not copied as a whole knows not how many posts there are.
        #expect(try await members.fetchMemberDetail(byId: id).postCount == 7)
        town.stop()
        #expect(try await members.fetchMember(byId: id).name == "Alice")
        await application.close()
    }

    @Test("Posts are the service's until the copy has the collection, and pages go on as begun")
    func posts() async throws {
        let id = try #require(alice.uuid)
        let town = try town { [calls] router in
            router.answer(DirectoryAPI.listPosts) { request, _ in
                calls.append("\(request.cursor) \(request.pageSize)")
                return ListPostsResponse(
                    posts: [.saying(request.cursor.isEmpty ? "2" : "1", by: id)],
                    nextCursor: request.cursor.isEmpty ? [7] : []
                )
            }
            router.answer(DirectoryAPI.createPost) { request, context in
                calls.append("post \(context.key ?? "")")
                return CreatePostResponse(post: .saying(request.text, by: id))
            }
            router.answer(DirectoryAPI.deletePost) { _, _ in DeletePostResponse() }
        }
        feed.tell(.putMember(alice))
        feed.tell(["1", "2"].map { .putPost(.saying($0, by: id)) })
        let application = try await town.signedIn()
        let posts = application.posts
        var pages = posts.postPages(byAuthor: id, pageSize: 1).makeAsyncIterator()
        #expect(try await pages.next()?.map(\.text) == ["2"])
        await wait(application) { !$0.isEmpty }
        #expect(try await pages.next()?.map(\.text) == ["1"])
        #expect(try await pages.next() == nil)
        #expect(calls.entries == ["[] 1", "[7] 1"])
        var copied: [[String]] = []
        for try await page in posts.postPages(byAuthor: id, pageSize: 1) {
            copied.append(page.map(\.text))
        }
        #expect(copied == [["2"], ["1"]] && calls.entries.count == 2)
        let intention = UUID()
        let create = application.useCases.createPost
        let post = try await create.execute(authorId: id, text: "3", intention: intention)
        #expect(calls.entries.last == "post \(intention)")
        #expect(try await posts.fetchPosts(byAuthor: id).map(\.text) == ["3", "2", "1"])
        try await posts.deletePost(byId: post.id)
        let detail = try await application.members.fetchMemberDetail(byId: id)
        #expect(detail.posts.map(\.text) == ["2", "1"] && detail.postCount == 2)
        await application.close()
    }

    @Test("Items are read, added and deleted with the copy alike")
    func items() async throws {
        let made = NoteletAPI.Item(id: UUID().bytes, collection: "team", title: "소식")
        let town = try Town(sharing: FakeFeed(name: "items/team")) { [calls] router in
            router.answer(ItemsAPI.createItem) { request, _ in CreateItemResponse(item: made) }
            router.answer(ItemsAPI.getItem) { request, _ in
                calls.append("get")
                return GetItemResponse(item: made)
            }
            router.answer(ItemsAPI.deleteItem) { _, _ in DeleteItemResponse() }
        }
        let application = try await town.signedIn { $0.reads = .networkFirst }
        let items = application.items
        var lists = items.observeItems(inCollection: "team").makeAsyncIterator()
        #expect(await lists.next() == [])
        for try await page in items.itemPages(inCollection: "team", pageSize: 9) {
            Issue.record("\(page)")
        }
        let item = NoteletInterface.Item.mock(collection: "team", payload: Data([1, 2]))
        let added = try await items.addItem(item)
        #expect(added.payload == Data([1, 2]) && added.id.bytes == made.id)
        #expect(await lists.next() == [added])
        #expect(try await items.fetchItem(byId: added.id) == added)
        #expect(calls.entries.isEmpty)
        var pages = items.itemPages(inCollection: "team", pageSize: 1).makeAsyncIterator()
        #expect(try await pages.next() == [added])
        #expect(try await pages.next() == nil)
        try await items.deleteItem(byId: added.id)
        #expect(await lists.next() == [])
        #expect(try await items.fetchItem(byId: added.id).title == "소식")
        #expect(calls.entries == ["get"])
        await application.close()
    }
}
