import ClientTestSupport
import DirectoryClient
import NoteletAPI
import NoteletClient
import ProtobufCoding
import TTRPC
import Testing

@Suite("Members of a client")
struct DirectoryTests {
    private static func member(_ number: UInt8, _ name: String? = nil) -> Member {
        Member(id: [number], collection: "team", name: name ?? "\(number)")
    }

    @Test("The members of a collection come page by page, by cursors and by numbers")
    func reading() async throws {
        let asked = Log<ListMembersRequest>()
        let server = try FakeServer { router in
            router.admitGuests(TestClock())
            router.answer(DirectoryAPI.listMembers) { request, _ in
                asked.append(request)
                let start = request.cursor.first ?? UInt8(request.page * 2)
                return ListMembersResponse(
                    members: [Self.member(start), Self.member(start + 1)],
                    nextCursor: start == 0 ? [2] : [],
                    hasMore: true
                )
            }
        }
        let notelet = try TestClient(server).notelet
        try await notelet.becomeGuest()
        var members: [Member] = []
        for try await member in notelet.members(of: "team", pageSize: 2).items {
            members.append(member)
        }
        #expect(members.map(\.id) == [[0], [1], [2], [3]])
        #expect(asked.entries.map(\.page) == [0, 0] && asked.entries.map(\.pageSize) == [2, 2])
        let page = try await notelet.listMembers(
            collection: "team",
            cursor: [],
            pageSize: 2,
            page: 3
        )
        #expect(page.members.map(\.id) == [[6], [7]] && page.hasMore)
    }

    @Test("Members are written as they were given, and many at once")
    func writing() async throws {
        let put = Log<[MemberEntry]>()
        let server = try FakeServer { router in
            router.admitGuests(TestClock())
            router.answer(DirectoryAPI.createMember) { request, _ in
                CreateMemberResponse(member: Self.member(1, request.name + request.email))
            }
            router.answer(DirectoryAPI.putMembers) { request, _ in
                put.append(request.members)
                return PutMembersResponse(members: [Self.member(1)])
            }
            router.answer(DirectoryAPI.replaceMembers) { request, _ in
                put.append(request.members)
                return ReplaceMembersResponse(members: [Self.member(2)])
            }
        }
        let notelet = try TestClient(server).notelet
        try await notelet.becomeGuest()
        let member = try await notelet.createMember(collection: "team", name: "A", email: "@")
        #expect(member == Self.member(1, "A@"))
        let entries = [MemberEntry(id: [1], name: "A", email: "a@example.com")]
        let changed = try await notelet.putMembers(collection: "team", members: entries)
        #expect(changed.members == [Self.member(1)])
        let replaced = try await notelet.replaceMembers(collection: "team", members: [])
        #expect(replaced.members == [Self.member(2)])
        #expect(put.entries == [entries, []])
    }

    @Test("A collection is followed by its feed in the order of the names, until it is taken away")
    func observing() async throws {
        let server = try FakeServer { router in
            router.admitGuests(TestClock())
            router.stream(SyncAPI.watch) { request, writer, _ in
                let changes: [[DirectoryChange.Kind]] = [
                    [.putMember(Self.member(1, "bob")), .putMember(Self.member(2, "Alice"))],
                    [.putPost(Post(id: [9])), .deletedPostID([9])],
                    [.putMember(Self.member(2, "Zoe")), .putMember(Self.member(3, "BOB"))],
                    [.deletedMemberID([1])],
                    [
                        .putMember(Self.member(4, "straße")),
                        .putMember(Self.member(5, "Strasse b")),
                    ],
                    [.putMember(Self.member(3, "Zoe a")), .putMember(Self.member(2, "Zoe  b"))],
                ]
                for kinds in changes {
                    let shared = try kinds.map { kind in
                        SharedChange(
                            type: "notelet.directory.v1.DirectoryChange",
                            value: try ProtobufEncoder().encode(DirectoryChange(kind: kind))
                        )
                    }
                    var page = ChangePage(changes: shared.map { Change(kind: .shared($0)) })
                    page.feed = request.feeds.first?.feed ?? ""
                    page.isUpToDate = true
                    try await writer.send(page)
                }
                try await writer.send(ChangePage(feed: "directory/team", isOver: true))
            }
        }
        let notelet = try TestClient(server).notelet
        try await notelet.becomeGuest()
        var names: [[String]] = []
        for try await list in notelet.observeMembers(of: "team") {
            names.append(list.map(\.name))
        }
        #expect(
            names == [
                ["Alice", "bob"], ["bob", "BOB", "Zoe"], ["BOB", "Zoe"],
                ["BOB", "straße", "Strasse b", "Zoe"],
                ["straße", "Strasse b", "Zoe a", "Zoe  b"],
            ]
        )
        #expect(Notelet.feed(of: "team") == "directory/team")
    }
}
