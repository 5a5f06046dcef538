import ClientTestSupport
import NoteletAPI
import NoteletClient
import ProtobufCoding
import TTRPC
import Testing

/// The changes of a feed make the list that they tell of.
@Suite(.timeLimit(.minutes(1))) struct LiveListTests {
    /// A change that puts a contact of a name, whose id is its first letter.
    private static func put(_ name: String) throws -> Change {
        let contact = Contact(id: Array(name.utf8.prefix(1)), name: name)
        let value = try ProtobufEncoder().encode(contact)
        return Change(kind: .shared(SharedChange(type: Contact.fullName, value: value)))
    }

    /// A change that takes out the contact whose id is a letter.
    private static func delete(_ letter: String) -> Change {
        Change(kind: .shared(SharedChange(type: "a.Deleted", value: Array(letter.utf8))))
    }

    /// The lists of contacts of a feed `a`, by their names.
    private static func lists(of client: TestClient) -> LiveListSequence<String> {
        LiveListSequence(client.notelet.watch([WatchedFeed(feed: "a")])) {
            (change) throws(NoteletError) in
            if change.type == "a.Deleted" { return .delete(id: change.value) }
            return try change.read(Contact.self).map {
                .put($0.name, id: $0.id)
            }
        }
    }

    /// A client of a server that sends pages of one feed, from the cursor on.
    private static func client(of pages: [ChangePage]) async throws -> (FakeServer, TestClient) {
        let server = try FakeServer { router in
            router.admitGuests(TestClock())
            router.stream(SyncAPI.watch) { request, writer, _ in
                let start = Int(request.feeds.first?.cursor.first ?? 0)
                for (index, page) in pages.enumerated().dropFirst(start) {
                    var page = page
                    page.feed = "a"
                    page.cursor = [UInt8(index + 1)]
                    try await writer.send(page)
                    // Each connection carries two pages.
                    if index == start + 1 { throw RPCError(.unavailable, "gone") }
                }
                try await waitForCancellation()
            }
        }
        let client = try TestClient(server)
        try await client.notelet.becomeGuest()
        return (server, client)
    }

    @Test(
        "A list comes once all was read, newest first, and anew after each change, through breaks"
    )
    func lists() async throws {
        let (server, client) = try await Self.client(of: [
            ChangePage(changes: [try Self.put("a1"), try Self.put("b1"), Self.delete("x")]),
            ChangePage(
                changes: [try Self.put("c1"), Self.delete("a"), try Self.put("d1")],
                isUpToDate: true
            ),
            ChangePage(isUpToDate: true),
            ChangePage(changes: [Self.delete("c")], isUpToDate: true),
            // Put twice in a page, or put again, it is there once, as it was put last.
            ChangePage(
                changes: [try Self.put("e1"), try Self.put("e2"), try Self.put("b2")],
                isUpToDate: true
            ),
            ChangePage(changes: [try Self.put("f1"), Self.delete("f")], isUpToDate: true),
            ChangePage(isOver: true),
        ])
        var seen: [[String]] = []
        for try await list in Self.lists(of: client) { seen.append(list) }
        #expect(
            seen == [
                ["d1", "c1", "b1"], ["d1", "b1"], ["b2", "e2", "d1"], ["b2", "e2", "d1"],
            ]
        )
        server.stop()
    }

    @Test("A feed without anything is an empty list, also where it tells of something else")
    func empty() async throws {
        let other = SharedChange(type: "a.Other", value: [0xFF])
        let (server, client) = try await Self.client(of: [
            ChangePage(changes: [Change(kind: .shared(other))], isUpToDate: true)
        ])
        var iterator = Self.lists(of: client).makeAsyncIterator()
        #expect(try await iterator.next() == [])
        server.stop()
    }

    @Test("A change that cannot be read breaks the contract")
    func damaged() async throws {
        let change = SharedChange(type: Contact.fullName, value: [0xFF])
        let (server, client) = try await Self.client(of: [
            ChangePage(changes: [Change(kind: .shared(change))], isUpToDate: true)
        ])
        var iterator = Self.lists(of: client).makeAsyncIterator()
        let error = await #expect(throws: NoteletError.self) { _ = try await iterator.next() }
        #expect(error?.code == .protocolViolation)
        server.stop()
    }
}
