import DirectoryRules
import Domain
import Metrics
import NoteletAPI
import NoteletService
import ProtobufCoding
import Records
import TTRPC
import Testing

@testable import Serving

/// Members as people ask for them.
@Suite struct MemberTests {
    private let service: TestService
    private let anna: Person
    private let ben: Person

    init() async throws {
        service = try TestService()
        anna = try await service.person("anna")
        ben = try await service.person("ben")
        try await service.changeMembers("team", .add)
    }

    private func list(
        cursor: [UInt8] = [],
        size: Int32 = 0,
        page: Int32 = 0,
        as person: Person? = nil
    ) async throws -> ListMembersResponse {
        let request = ListMembersRequest(
            collection: "team",
            cursor: cursor,
            pageSize: size,
            page: page
        )
        return try await service.call(
            DirectoryAPI.listMembers,
            request,
            as: (person ?? ben).caller
        )
    }

    @Test func whomSomebodyAddsAllWhoAreSignedInRead() async throws {
        let made = try await service.createMember("수진", "Sujin@Example.com", by: anna)
        #expect(made.id.count == 16 && made.collection == "team" && made.status == .active)
        #expect((made.joinedAt?.seconds ?? 1) % 60 == 0 && made.joinedAt?.nanos == 0)
        for person in [anna, ben, try await service.guest()] {
            let page = try await list(as: person)
            #expect(page.members == [made] && page.nextCursor.isEmpty && !page.hasMore)
            let request = GetMemberRequest(id: made.id)
            let got = try await service.call(DirectoryAPI.getMember, request, as: person.caller)
            #expect(got.member == made)
        }
    }

    @Test func fortyMembersAreThreePagesByNumber() async throws {
        let names = (10..<50).map { "m\($0)" }
        try await service.putMembers(names.reversed(), by: anna)
        var pages: [ListMembersResponse] = []
        repeat {
            pages.append(try await list(page: Int32(pages.count)))
        } while pages.last?.hasMore
            == true
        #expect(pages.map(\.members.count) == [20, 20, 0])
        #expect(pages.flatMap(\.members).map(\.name) == names)
        // The cursor of a page knows that it is the last one.
        #expect(!pages[0].nextCursor.isEmpty && pages[1].nextCursor.isEmpty)
        let second = try await list(cursor: pages[0].nextCursor)
        #expect(second.members == pages[1].members && second.nextCursor.isEmpty)
    }

    @Test func aCursorGoesOnWhereThePageEndedWhateverHappens() async throws {
        let members = try await service.putMembers(["a", "b", "c", "d"], by: anna)
        let first = try await list(size: 2)
        #expect(first.members.map(\.name) == ["a", "b"])
        try await service.call(
            DirectoryAPI.deleteMember,
            DeleteMemberRequest(id: members[1].id),
            as: anna.caller
        )
        try await service.putMembers(["a1", "b1"], by: anna)
        let second = try await list(cursor: first.nextCursor, size: 2)
        #expect(second.members.map(\.name) == ["b1", "c"])
        // It is this reader's, of this list, and sealed.
        try await service.changeMembers("more", .add)
        var forged = first.nextCursor
        forged[forged.count / 2] ^= 1
        let cases: [(String, [UInt8], Person)] = [
            ("more", first.nextCursor, ben), ("team", first.nextCursor, anna),
            ("team", forged, ben), ("team", [1, 2, 3], ben),
        ]
        for (collection, cursor, person) in cases {
            let request = ListMembersRequest(collection: collection, cursor: cursor)
            let reason = try await service.reason(
                DirectoryAPI.listMembers,
                request,
                as: person.caller
            )
            #expect(reason == .invalidCursor)
        }
    }

    @Test func aPageIsAskedForByNumberOrByCursorAndNotTooFar() async throws {
        try await service.putMembers(["a", "b"], by: anna)
        let cursor = try await list(size: 1).nextCursor
        for request in [
            ListMembersRequest(collection: "team", cursor: cursor, page: 1),
            ListMembersRequest(collection: "team", pageSize: 500, page: 21),
            ListMembersRequest(collection: "team", page: -1),
            ListMembersRequest(collection: "team", pageSize: 501),
        ] {
            let refusal = try await service.refusal(
                DirectoryAPI.listMembers,
                request,
                as: ben.caller
            )
            #expect(refusal.reason == .invalidValue)
            let field = request.pageSize == 501 ? "page_size" : "page"
            #expect(refusal.fields["field"] == field)
        }
        #expect(try await list(size: 500, page: 20).members.isEmpty)
    }

    @Test func theLargestPageFitsAFrame() async throws {
        let name = "a" + String(repeating: "\u{301}", count: 799)
        for start in stride(from: 0, to: 500, by: 25) {
            let entries = (start..<(start + 25)).map { number in
                let rest = String(repeating: "x", count: 240 - String(number).count)
                return NoteletAPI.MemberEntry(name: name, email: "\(number)@\(rest).example")
            }
            let request = PutMembersRequest(collection: "team", members: entries)
            try await service.call(DirectoryAPI.putMembers, request, as: anna.caller)
        }
        let page = try await list(size: 500)
        #expect(page.members.count == 500 && page.hasMore && page.nextCursor.isEmpty)
        let byteCount = encode(page).count
        #expect(byteCount > 900_000 && byteCount <= DomainLimits.pageByteCountMax)
    }

    @Test func onlyTheKeeperChangesAndDeletes() async throws {
        let member = try await service.createMember("수진", "sujin@example.com", by: anna)
        let update = UpdateMemberRequest(id: member.id, name: "수", email: "su@example.com")
        let delete = DeleteMemberRequest(id: member.id)
        for other in [ben, try await service.guest()] {
            let reasons = [
                try await service.reason(DirectoryAPI.updateMember, update, as: other.caller),
                try await service.reason(DirectoryAPI.deleteMember, delete, as: other.caller),
            ]
            #expect(reasons == [.notYourMember, .notYourMember])
        }
        let changed = try await service.call(
            DirectoryAPI.updateMember,
            update,
            as: anna.caller
        ).member
        #expect(changed?.name == "수" && changed?.joinedAt == member.joinedAt)
        try await service.call(DirectoryAPI.deleteMember, delete, as: anna.caller)
        #expect(try await list().members.isEmpty)
        let refusal = try await service.refusal(
            DirectoryAPI.getMember,
            GetMemberRequest(id: member.id),
            as: ben.caller
        )
        let id = OpaqueID(member.id)?.uuid ?? ""
        #expect(refusal.reason == .memberNotFound && refusal.fields == ["id": id])
    }

    @Test func aListIsPutWholeOrNotAtAll() async throws {
        let members = try await service.putMembers(["b", "a"], by: anna)
        #expect(members.map(\.name) == ["b", "a"])
        let theirs = try await service.createMember("c", "c@example.com", by: ben)
        let refused = PutMembersRequest(
            collection: "team",
            members: [
                NoteletAPI.MemberEntry(name: "new", email: "new@example.com"),
                NoteletAPI.MemberEntry(name: "c", email: "C@example.com"),
            ]
        )
        let reason = try await service.reason(
            DirectoryAPI.putMembers,
            refused,
            as: anna.caller
        )
        #expect(reason == .memberExists)
        #expect(try await list().members.map(\.name) == ["a", "b", "c"])
        // One that is refused late, when others would be gone, takes nothing away either.
        let replacement = ReplaceMembersRequest(
            collection: "team",
            members: [NoteletAPI.MemberEntry(id: theirs.id, name: "c", email: "c@example.com")]
        )
        let method = DirectoryAPI.replaceMembers
        let late = ReplaceMembersRequest(
            collection: "team",
            members: [
                NoteletAPI.MemberEntry(id: members[0].id, name: "b", email: "c@example.com")
            ]
        )
        #expect(
            try await service.reason(method, replacement, as: anna.caller) == .notYourMember
        )
        #expect(try await service.reason(method, late, as: anna.caller) == .memberExists)
        #expect(try await list().members.map(\.name) == ["a", "b", "c"])
    }

    @Test func aReplacementIsOfTheCallersOwnAndKeepsStatuses() async throws {
        let members = try await service.putMembers(["a", "b"], by: anna)
        let theirs = try await service.createMember("c", "c@example.com", by: ben)
        try await service.set(.banned, of: members[1])
        let request = ReplaceMembersRequest(
            collection: "team",
            members: [
                NoteletAPI.MemberEntry(name: "B", email: "B@example.com"),
                NoteletAPI.MemberEntry(name: "d", email: "d@example.com"),
            ]
        )
        let put = try await service.call(DirectoryAPI.replaceMembers, request, as: anna.caller)
        #expect(put.members.map(\.name) == ["B", "d"])
        #expect(put.members.map(\.status) == [.banned, .active])
        #expect(put.members[0].id == members[1].id)
        #expect(try await list().members == [put.members[0], theirs, put.members[1]])
        // Emptied and filled again, the banned one is banned still.
        let none = ReplaceMembersRequest(collection: "team")
        try await service.call(DirectoryAPI.replaceMembers, none, as: anna.caller)
        #expect(try await list().members == [theirs])
        let again = try await service.putMembers(["b"], by: ben)
        #expect(again[0].status == .banned)
    }

    @Test func aRetryAddsNothingMore() async throws {
        let request = PutMembersRequest(
            collection: "team",
            members: [NoteletAPI.MemberEntry(name: "a", email: "a@example.com")]
        )
        let method = DirectoryAPI.putMembers
        let first = try await service.call(method, request, as: anna.caller, key: "k")
        let same = try await service.call(method, request, as: anna.caller, key: "k")
        #expect(first == same)
        try await service.set(.banned, of: first.members[0])
        let later = try await service.call(method, request, as: anna.caller, key: "k")
        #expect(later.members.map(\.status) == [.banned])
        try await service.call(
            DirectoryAPI.deleteMember,
            DeleteMemberRequest(id: first.members[0].id),
            as: anna.caller
        )
        let reason = try await service.reason(method, request, as: anna.caller, key: "k")
        #expect(reason == .memberNotFound)
        #expect(try await list().members.isEmpty)
    }

    /// Names and addresses are those of others, whose keeper may delete them.
    @Test func keptRepliesNameNobody() async throws {
        let (name, email) = ("수진", "sujin@example.com")
        let entries = [NoteletAPI.MemberEntry(name: name, email: email)]
        try await service.call(
            DirectoryAPI.createMember,
            CreateMemberRequest(collection: "team", name: name, email: email),
            as: anna.caller,
            key: "create"
        )
        let member = try await list().members[0]
        try await service.call(
            DirectoryAPI.updateMember,
            UpdateMemberRequest(id: member.id, name: name + "!", email: email),
            as: anna.caller,
            key: "update"
        )
        try await service.call(
            DirectoryAPI.putMembers,
            PutMembersRequest(collection: "team", members: entries),
            as: anna.caller,
            key: "put"
        )
        try await service.call(
            DirectoryAPI.replaceMembers,
            ReplaceMembersRequest(collection: "team", members: entries),
            as: anna.caller,
            key: "replace"
        )
        let user = try service.number(of: anna)
        for word in ["create", "update", "put", "replace"] {
            let key = ScopedKey(user: user, key: try IdempotencyKey(word))
            let kept = try service.store.read {
                [lived = service.dependencies.lived.now()] store throws(DomainError) in
                try store.reply(for: key, at: lived)
            }
            #expect(kept?.reply == member.id)
        }
    }

    @Test func noCollectionAndNoMemberIsThereByChance() async throws {
        try await service.change("items", .add)
        for name in ["items", "a", "TEAM", ""] {
            let request = ListMembersRequest(collection: name)
            let reason = try await service.reason(
                DirectoryAPI.listMembers,
                request,
                as: anna.caller
            )
            let isName = name == "items" || name == "a"
            #expect(reason == (isName ? .collectionNotFound : .invalidValue))
        }
        let item = try await service.createItem("item", in: "items", by: anna)
        for id in [item.id, [UInt8](repeating: 0, count: 16), anna.user.id] {
            let request = GetMemberRequest(id: id)
            let reason = try await service.reason(
                DirectoryAPI.getMember,
                request,
                as: anna.caller
            )
            #expect(reason == .memberNotFound)
        }
    }

    @Test func changesOfADayAreBounded() async throws {
        let limited = try TestService(limits: ServiceLimits())
        let carl = try await limited.person("carl")
        try await limited.changeMembers("team", .add)
        for _ in 0..<100 { try await limited.putMembers(["a"], by: carl) }
        let put = PutMembersRequest(collection: "team")
        let replace = ReplaceMembersRequest(collection: "team")
        let lists = [
            try await limited.reason(DirectoryAPI.putMembers, put, as: carl.caller),
            try await limited.reason(DirectoryAPI.replaceMembers, replace, as: carl.caller),
        ]
        #expect(lists == [.rateLimited, .rateLimited])
        // Whoever adds and deletes may do that to so many and no more.
        let ben = try await limited.person("ben")
        for number in 0...10 {
            let entries = (0..<500).map {
                NoteletAPI.MemberEntry(name: "M", email: "\(number % 2)-\($0)@example.com")
            }
            let reason = try await limited.reason(
                DirectoryAPI.replaceMembers,
                ReplaceMembersRequest(collection: "team", members: entries),
                as: ben.caller
            )
            #expect(reason == (number < 10 ? nil : .rateLimited), "list \(number)")
        }
        // One by one it goes on.
        try await limited.createMember("b", "b@example.com", by: carl)
        let family = limited.running.metrics.first {
            $0.family.name == "notelet_directory_changes_total"
        }
        let counts = family?.samples().map(\.value)
        #expect(counts?.prefix(4) == [.count(1), .count(0), .count(0), .count(100)])
        #expect(counts?[4] == .count(10))
    }

    @Test func aFeatureThatIsOffIsRefusedToAll() async throws {
        #expect(!OfferedFeatures(byDefaultOf: .all).names.contains("directory"))
        let running = try RunningService(offering: OfferedFeatures(byDefaultOf: .all))
        let client = try await running.connect()
        for method in DirectoryAPI.descriptor.methods {
            let name = TTRPC.MethodDescriptor(service: method.service, method: method.name)
            let error = await #expect(throws: RPCError.self) {
                _ = try await client.call(name, payload: [])
            }
            let refusal = try NoteletAPI.Refusal(of: try #require(error).status)
            #expect(refusal.reason == .featureOff && refusal.fields == ["feature": "directory"])
        }
        client.close()
    }
}
