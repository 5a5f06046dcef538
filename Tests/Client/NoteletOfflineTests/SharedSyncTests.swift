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

/// The copy of a collection of members, and a service whose feed a test makes up.
@Suite("Collections on a device", .timeLimit(.minutes(1)))
struct SharedSyncTests {
    private let feed = FakeFeed()
    private let alice = NoteletAPI.Member.named("Alice")
    private let bob = NoteletAPI.Member.named("Bob")

    private func town() throws -> Town { try Town(sharing: feed) }

    private func names(
        _ application: OfflineApplication,
        until isWanted: ([String]) -> Bool
    ) async -> [String]? {
        for await members in application.members.observeMembers(inCollection: "team") {
            let names = members.map(\.name)
            if isWanted(names) { return names }
        }
        return nil
    }

    @Test("The copy is shown at once, which is nothing at first, and then what the feed tells")
    func live() async throws {
        feed.tell(.putMember(bob))
        let town = try town()
        let application = try await town.signedIn()
        #expect(try await application.members.fetchMembers(inCollection: "team") == [])
        #expect(await names(application) { !$0.isEmpty } == ["Bob"])
        feed.tell(.putMember(alice))
        #expect(await names(application) { $0.count == 2 } == ["Alice", "Bob"])
        let page = try await application.members.fetchMembers(
            inCollection: "team",
            page: 1,
            size: 1
        )
        #expect(page.items.map(\.name) == ["Bob"] && page.hasMore)
        var seen: [[String]] = []
        for try await page in application.members.memberPages(inCollection: "team", pageSize: 1) {
            seen.append(page.map(\.name))
        }
        #expect(seen == [["Alice"], ["Bob"]])
        feed.tell(.deletedMemberID(bob.id))
        #expect(await names(application) { $0.count == 1 } == ["Alice"])
        await application.close()
    }

    @Test(
        "A page that there cannot be is refused as it is",
        arguments: [(-1, 20), (0, 0), (0, 501), (.max, 500), (0, -1)]
    )
    func badPages(page: Int, size: Int) async throws {
        let town = try town()
        let application = try await town.signedIn()
        let error = await #expect(throws: AppError.self) {
            try await application.members.fetchMembers(
                inCollection: "team",
                page: page,
                size: size
            )
        }
        guard case .data(.validation)? = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        await application.close()
    }

    @Test("Network first reads the feed to its end, and without a network the copy as it is")
    func networkFirst() async throws {
        feed.tell(.putMember(alice))
        let town = try town()
        let application = try await town.signedIn { $0.reads = .networkFirst }
        let members = application.members
        #expect(try await members.fetchMembers(inCollection: "team").map(\.name) == ["Alice"])
        feed.tell(.putMember(bob))
        let both = try await members.fetchMembers(inCollection: "team")
        #expect(both.map(\.name) == ["Alice", "Bob"])
        let error = await #expect(throws: AppError.self) {
            try await members.fetchMembers(inCollection: "nowhere")
        }
        #expect(error?.refusal?.reason == "FEED_NOT_FOUND")
        town.stop()
        let kept = try await members.fetchMembers(inCollection: "team")
        #expect(kept.map(\.name) == ["Alice", "Bob"])
        await application.close()
    }

    @Test("What was copied is there without a service, until the account signs out")
    func offline() async throws {
        feed.tell(.putMember(alice), .putPost(.saying("안녕", by: try #require(alice.uuid))))
        let sessions = MemorySessionStore()
        let town = try town()
        let first = try await town.signedIn(sessions: sessions)
        _ = await names(first) { !$0.isEmpty }
        await first.close()
        #expect(town.tells("Alice"))
        let second = try town.start(sessions: sessions)
        let members = try await second.members.fetchMembers(inCollection: "team")
        #expect(members.map(\.name) == ["Alice"])
        let detail = try await second.useCases.getMemberDetail.execute(
            memberId: try #require(members.first?.id)
        )
        #expect(detail.posts.map(\.text) == ["안녕"] && detail.postCount == 1)
        try await second.auth.logout()
        await second.close()
        #expect(!town.tells("Alice") && !town.tells("안녕"))
        let third = try await town.signedIn(sessions: sessions)
        #expect(try await third.members.fetchMembers(inCollection: "team") == [])
        await third.close()
    }

    @Test("A collection that is gone is shown empty, and asked for no more until somebody does")
    func goneCollections() async throws {
        let asked = FakeFeed.Pull(name: "directory/nowhere", cursor: [])
        let town = try town()
        let application = try await town.signedIn()
        let members = application.members
        var lists = members.observeMembers(inCollection: "nowhere").makeAsyncIterator()
        #expect(await lists.next() == [])
        await feed.pulls.wait(forCount: 1)
        let account = try await members.space.requireAccount()
        let waitUntilForgotten = {
            let patience = Patience()
            while try await !account.copy.read({ (tables) throws(SQLiteError) in
                try tables.followedFeeds().isEmpty
            }) { try await patience.pause() }
        }
        try await waitUntilForgotten()
        #expect(try await members.fetchMembers(inCollection: "nowhere") == [])
        await feed.pulls.wait(forCount: 2)
        try await waitUntilForgotten()
        #expect(feed.pulls.entries == [asked, asked])
        await application.close()
    }

    @Test("A cursor that the service does not know any more has the feed read anew")
    func lostCursor() async throws {
        feed.tell(.putMember(alice))
        let sessions = MemorySessionStore()
        let town = try town()
        let first = try await town.signedIn(sessions: sessions)
        _ = await names(first) { !$0.isEmpty }
        let account = try await first.members.space.requireAccount()
        try await account.copy.write { (tables) throws(SQLiteError) in
            _ = try tables.connection.run(
                "UPDATE shared_feeds SET cursor = ?",
                .blob(FakeFeed.lostCursor)
            )
        }
        await first.close()
        feed.tell(.putMember(bob))
        let second = try town.start(sessions: sessions)
        #expect(await names(second) { $0.count == 2 } == ["Alice", "Bob"])
        let cursors = feed.pulls.entries.map(\.cursor)
        #expect(cursors.contains(FakeFeed.lostCursor) && cursors.last != FakeFeed.lostCursor)
        await second.close()
    }

    @Test("A copy that turns out to be damaged is fetched anew, for who observes it as well")
    func damage() async throws {
        feed.tell(.putMember(alice))
        let town = try town()
        let application = try await town.signedIn()
        _ = await names(application) { !$0.isEmpty }
        let observing = Task { await names(application) { $0.count == 2 } }
        let account = try await application.members.space.requireAccount()
        try await account.copy.write { (tables) throws(SQLiteError) in
            _ = try tables.connection.run("UPDATE shared_entries SET body = x'0aff'")
        }
        await #expect(throws: AppError.self) {
            try await application.members.fetchMembers(inCollection: "team")
        }
        feed.tell(.putMember(bob))
        let seen = try await patiently { await observing.value }
        #expect(seen == ["Alice", "Bob"])
        await application.close()
    }

    @Test("Another process shows what the one that keeps the copy follows")
    func otherProcesses() async throws {
        feed.tell(.putMember(alice))
        let sessions = MemorySessionStore()
        let town = try town()
        let keeper = try await town.signedIn(sessions: sessions)
        for await state in keeper.sync.observeState() where state == .upToDate { break }
        let other = try town.start(sessions: sessions)
        #expect(await names(other) { !$0.isEmpty } == ["Alice"])
        feed.tell(.putMember(bob))
        #expect(await names(other) { $0.count == 2 } == ["Alice", "Bob"])
        #expect(await names(keeper) { $0.count == 2 } == ["Alice", "Bob"])
        await keeper.close()
        await other.close()
    }

    @Test("Who is not signed in sees nobody, and nothing that is asked for is answered")
    func nobody() async throws {
        let town = try town()
        let application = try town.start()
        var lists = application.members.observeMembers(inCollection: "team").makeAsyncIterator()
        #expect(await lists.next() == [])
        await #expect(throws: AppError.auth(.unauthorized)) {
            try await application.members.fetchMembers(inCollection: "team")
        }
        await application.close()
    }

    @Test("A feed of another name than was asked for is not taken in")
    func strangeFeeds() async throws {
        // As of a service that knows of no shared feeds.
        let feed = FakeFeed(nameOfPages: "")
        let town = try Town(sharing: feed)
        let application = try await town.signedIn { $0.reads = .networkFirst }
        await #expect(throws: AppError.network(.unknown)) {
            try await application.members.fetchMembers(inCollection: "team")
        }
        await application.close()
    }
}

extension NoteletAPI.Member {
    /// The id as applications have it.
    var uuid: UUID? { UUID(optional: id) }
}
