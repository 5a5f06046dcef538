import AccountRules
import DirectoryRules
import Domain
import NoteletAPI
import NoteletService
import ProtobufCoding
import TTRPC
import Testing

@testable import Serving

/// What the feed of a collection tells, and what becomes of members with collections and keepers.
@Suite struct DirectoryFeedTests {
    private let service: TestService
    private let anna: Person
    private let ben: Person

    init() async throws {
        service = try TestService()
        anna = try await service.person("anna")
        ben = try await service.person("ben")
        try await service.changeMembers("team", .add)
    }

    private func pull(_ cursor: [UInt8] = []) async throws -> ChangePage {
        let request = PullRequest(cursor: cursor, pageSize: 500, feed: "directory/team")
        return try await service.call(SyncAPI.pull, request, as: ben.caller)
    }

    private func kinds(
        _ pages: [ChangePage]
    ) throws -> [NoteletAPI.DirectoryChange.Kind?] {
        try pages.flatMap(\.changes).map { change in
            guard case .shared(let shared) = change.kind else { throw Unexpected("\(change)") }
            #expect(shared.type == "notelet.directory.v1.DirectoryChange")
            let message = NoteletAPI.DirectoryChange.self
            return try ProtobufDecoder().decode(message, from: shared.value).kind
        }
    }

    @Test func whoPullsSeesWhatIsThereAndThenWhatChanges() async throws {
        let members = try await service.putMembers(["a", "b"], by: anna)
        let post = try await service.createPost("안녕", as: members[0], by: anna)
        let page = try await pull()
        #expect(
            try kinds([page]) == [
                .putMember(members[0]), .putMember(members[1]), .putPost(post),
            ]
        )
        try await service.set(.banned, of: members[1])
        var banned = members[1]
        banned.status = .banned
        try await service.call(
            DirectoryAPI.deletePost,
            DeletePostRequest(id: post.id),
            as: anna.caller
        )
        try await service.call(
            DirectoryAPI.deleteMember,
            DeleteMemberRequest(id: members[0].id),
            as: anna.caller
        )
        #expect(
            try kinds([try await pull(page.cursor)]) == [
                .putMember(banned), .deletedPostID(post.id), .deletedMemberID(members[0].id),
            ]
        )
        for feed in ["directory/other", "directory/", "directory/TEAM", "directory"] {
            let request = PullRequest(feed: feed)
            let reason = try await service.reason(SyncAPI.pull, request, as: ben.caller)
            #expect(reason == .feedNotFound)
        }
    }

    @Test func aReplacementTellsWhatItDoesAndNothingElse() async throws {
        let members = try await service.putMembers(["a", "b", "c"], by: anna)
        let cursor = try await pull().cursor
        let request = ReplaceMembersRequest(
            collection: "team",
            members: [
                NoteletAPI.MemberEntry(name: "a", email: "a@example.com"),
                NoteletAPI.MemberEntry(id: members[1].id, name: "B", email: "b@example.com"),
                NoteletAPI.MemberEntry(name: "d", email: "d@example.com"),
            ]
        )
        let put = try await service.call(DirectoryAPI.replaceMembers, request, as: anna.caller)
        let page = try await pull(cursor)
        #expect(
            try kinds([page]) == [
                .deletedMemberID(members[2].id), .putMember(put.members[1]),
                .putMember(put.members[2]),
            ]
        )
        #expect(page.isUpToDate)
    }

    @Test func whoWatchesIsToldAndHearsWhenTheCollectionIsTakenAway() async throws {
        let stream = RecordingStream()
        let request = WatchRequest(feeds: [WatchedFeed(feed: "directory/team")])
        _ = try service.open(SyncAPI.watch, request, as: ben.caller, on: stream)
        stream.runJobs()
        let member = try await service.createMember("a", "a@example.com", by: anna)
        stream.runJobs()
        var pages: [ChangePage] = try stream.decoded()
        #expect(try kinds(pages) == [.putMember(member)])
        try await service.changeMembers("team", .remove)
        stream.runJobs()
        pages = try stream.decoded()
        #expect(try #require(pages.last).isOver && stream.status?.code == .ok)
    }

    @Test func anExportHasOnesOwnAndAnErasureTakesIt() async throws {
        let mine = try await service.putMembers(["a", "b"], by: anna)
        let post = try await service.createPost("안녕", as: mine[0], by: anna)
        let theirs = try await service.createMember("c", "c@example.com", by: ben)
        try await service.createPost("다른 글", as: theirs, by: ben)
        let stream = RecordingStream()
        let request = ExportDataRequest(password: TestService.password)
        _ = try service.open(AccountsAPI.exportData, request, as: anna.elsewhere, on: stream)
        #expect(await stream.runUntilFinished() == nil)
        let records = try stream.decoded(ExportDataResponse.self).compactMap { message in
            if case .record(let record) = message.part { record } else { nil }
        }
        let (member, posted) = ("notelet.directory.v1.Member", "notelet.directory.v1.Post")
        #expect(records.map(\.type) == [member, member, posted])
        let members = try records.prefix(2).map { record in
            try ProtobufDecoder().decode(NoteletAPI.Member.self, from: record.value)
        }
        #expect(members == mine.reversed())
        let value = records[2].value
        #expect(try ProtobufDecoder().decode(NoteletAPI.Post.self, from: value) == post)

        let cursor = try await pull().cursor
        let deletion = DeleteAccountRequest(password: TestService.password)
        try await service.call(AccountsAPI.deleteAccount, deletion, as: anna.caller)
        await service.keepHouse()
        #expect(
            try kinds([try await pull(cursor)]) == mine.map { .deletedMemberID($0.id) }
        )
        let tables = ["members", "posts", "kept_members", "kept_posts", "remains"]
        #expect(try service.recordCounts(of: tables) == [1, 1, 1, 1, 0])
    }

    @Test func operatorsLookAfterMembersAndCollections() async throws {
        let desk = try AdminDesk(of: service)
        let person = try await desk.operator()
        let api = DirectoryAdministrationAPI.self
        let added = try await person.call(
            api.addMemberCollection,
            AddCollectionRequest(collection: "art")
        )
        #expect(added.collection?.name == "art" && added.collection?.createdAt != nil)
        let listed = try await person.call(
            api.listMemberCollections,
            ListCollectionsRequest()
        )
        #expect(listed.collections.map(\.name) == ["art", "team"])
        let mine = try await service.createMember("b", "b@example.com", by: anna)
        let moment = Timestamp(seconds: 1_600_000_000)
        let imported = try await person.call(
            api.importMembers,
            ImportMembersRequest(
                collection: "team",
                members: [
                    .init(name: "B", email: "B@example.com", status: .banned),
                    .init(name: "a", email: "a@example.com", joinedAt: moment),
                ]
            )
        )
        #expect(imported.added == 1 && imported.changed == 1)
        let request = ExportMembersRequest(collection: "team", pageSize: 1)
        let first = try await person.call(api.exportMembers, request)
        let second = try await person.call(
            api.exportMembers,
            ExportMembersRequest(collection: "team", cursor: first.nextCursor)
        )
        #expect(first.members.map(\.name) == ["a"] && second.members.map(\.name) == ["B"])
        #expect(first.members[0].joinedAt == Timestamp(seconds: 1_599_999_960))
        #expect(second.members[0].id == mine.id && second.nextCursor.isEmpty)
        let set = SetMemberStatusRequest(id: mine.id, status: .inactive)
        let changed = try await person.call(api.setMemberStatus, set)
        #expect(changed.member?.status == .inactive)
        try await person.call(
            api.removeMember,
            RemoveMemberRequest(id: mine.id, reason: "광고")
        )
        try await person.call(
            api.removeMemberCollection,
            RemoveCollectionRequest(collection: "art")
        )
        let id = OpaqueID(mine.id)?.uuid ?? ""
        let actions = try service.audit().map(\.action)
        for action in [
            "directory collection add art", "directory import team (2 members)",
            "directory status \(id) inactive", "directory remove \(id) --reason '광고'",
            "directory collection remove art",
        ] {
            #expect(actions.contains(action), "\(action)")
        }
        person.client.close()
    }

    @Test func anOperatorIsToldWhichStatusesThereAre() async throws {
        let desk = try AdminDesk(of: service)
        let person = try await desk.operator()
        let member = try await service.createMember("b", "b@example.com", by: anna)
        for status in [NoteletAPI.MemberStatus.unspecified, .init(rawValue: 4)] {
            let error = await #expect(throws: RPCError.self) {
                try await person.call(
                    DirectoryAdministrationAPI.setMemberStatus,
                    SetMemberStatusRequest(id: member.id, status: status)
                )
            }
            let refusal = try NoteletAPI.Refusal(of: try #require(error).status)
            #expect(refusal.reason == .invalidValue && refusal.fields["field"] == "status")
        }
        person.client.close()
    }
}
