import ClientTestSupport
import NoteletAPI
import NoteletClient
import TTRPC
import Testing

/// A watch loses nothing and shows nothing twice, whatever happens to its connection.
@Suite(.timeLimit(.minutes(1))) struct WatchTests {
    /// A page whose changes and cursor bear a number.
    private static func page(_ number: Int, upToDate: Bool = false) -> ChangePage {
        ChangePage(
            changes: [Change(kind: .received(ReceivedMessage(content: "\(number)")))],
            cursor: Array("\(number)".utf8),
            isUpToDate: upToDate
        )
    }

    private static func number(of cursor: [UInt8]) -> Int {
        Int(String(decoding: cursor, as: UTF8.self)) ?? 0
    }

    private static func contents(_ page: ChangePage) -> [String] {
        page.changes.compactMap { change in
            if case .received(let note)? = change.kind { note.content } else { nil }
        }
    }

    @Test("It resumes where it was after each break", arguments: [1, 3, 7])
    func resumes(pagesPerConnection: Int) async throws {
        let server = try FakeServer { router in
            router.admitGuests(TestClock())
            router.stream(SyncAPI.watch) { request, writer, _ in
                let start = Self.number(of: request.cursor)
                for number in (start + 1)...(start + pagesPerConnection) {
                    try await writer.send(Self.page(number))
                }
                throw RPCError(.unavailable, "gone")
            }
        }
        let client = try TestClient(server)
        try await client.notelet.becomeGuest()
        var seen: [String] = []
        for try await page in client.notelet.watch() {
            seen += Self.contents(page)
            if seen.count == 20 { break }
        }
        #expect(seen == (1...20).map(String.init))
    }

    @Test("It survives a server that goes away and comes back")
    func restart() async throws {
        let cursors = Log<Int>()
        let serve: @Sendable (inout Router) -> Void = { router in
            router.admitGuests(TestClock())
            router.stream(SyncAPI.watch) { request, writer, _ in
                let start = Self.number(of: request.cursor)
                cursors.append(start)
                try await writer.send(Self.page(start + 1, upToDate: true))
                try await waitForCancellation()
            }
        }
        let first = try FakeServer(serve)
        let client = try TestClient(first)
        try await client.notelet.becomeGuest()
        var iterator = client.notelet.watch(from: Array("41".utf8)).makeAsyncIterator()
        #expect(try await iterator.next().map(Self.contents) == ["42"])
        first.stop()
        let second = try FakeServer(at: first.address, serve)
        #expect(try await iterator.next().map(Self.contents) == ["43"])
        #expect(cursors.entries == [41, 42])
        second.stop()
    }

    @Test("Several feeds resume each where it was, and those that are over are asked for no more")
    func severalFeeds() async throws {
        let asked = Log<[String]>()
        let server = try FakeServer { router in
            router.admitGuests(TestClock())
            router.stream(SyncAPI.watch) { request, writer, _ in
                asked.append(request.feeds.map { "\($0.feed)@\(Self.number(of: $0.cursor))" })
                let own = WatchedFeed(cursor: request.cursor)
                for feed in request.feeds.isEmpty ? [own] : request.feeds {
                    var page = Self.page(Self.number(of: feed.cursor) + 1)
                    page.feed = feed.feed
                    // The second page of b is its last one.
                    if feed.feed == "b", Self.number(of: feed.cursor) == 1 {
                        page = ChangePage(isUpToDate: true, feed: "b", isOver: true)
                    }
                    try await writer.send(page)
                }
                throw RPCError(.unavailable, "gone")
            }
        }
        let client = try TestClient(server)
        try await client.notelet.becomeGuest()
        var seen: [String] = []
        let feeds = [WatchedFeed(feed: ""), WatchedFeed(feed: "b")]
        for try await page in client.notelet.watch(feeds) {
            seen.append(page.feed + (page.isOver ? "over" : Self.contents(page).joined()))
            if seen.count == 5 { break }
        }
        #expect(seen == ["1", "b1", "2", "bover", "3"])
        // With the own feed alone the request is that of all versions.
        #expect(asked.entries == [["@0", "b@0"], ["@1", "b@1"], []])
    }

    @Test("A watch of which every feed is over ends")
    func overAndOut() async throws {
        let server = try FakeServer { router in
            router.admitGuests(TestClock())
            router.stream(SyncAPI.watch) { request, writer, _ in
                for feed in request.feeds {
                    try await writer.send(ChangePage(feed: feed.feed, isOver: true))
                }
            }
        }
        let client = try TestClient(server)
        try await client.notelet.becomeGuest()
        let feeds = [WatchedFeed(feed: "a"), WatchedFeed(feed: "b")]
        var iterator = client.notelet.watch(feeds).makeAsyncIterator()
        #expect(try await iterator.next()?.feed == "a")
        #expect(try await iterator.next()?.feed == "b")
        #expect(try await iterator.next() == nil)
    }

    @Test("A server that knows of no shared feeds is told from one that does")
    func oldServer() async throws {
        let server = try FakeServer { router in
            router.admitGuests(TestClock())
            router.stream(SyncAPI.watch) { _, writer, _ in
                try await writer.send(Self.page(1))
                try await waitForCancellation()
            }
        }
        let client = try TestClient(server)
        try await client.notelet.becomeGuest()
        var iterator = client.notelet.watch([WatchedFeed(feed: "a")]).makeAsyncIterator()
        let error = await #expect(throws: NoteletError.self) { _ = try await iterator.next() }
        #expect(error?.code == .protocolViolation)
    }

    @Test("It tells when the connection is lost, once, and when it is there again")
    func connectionIsReported() async throws {
        let server = try FakeServer { router in
            router.admitGuests(TestClock())
            router.stream(SyncAPI.watch) { request, writer, _ in
                let start = Self.number(of: request.cursor)
                // One attempt of two comes to nothing.
                let attempt = Self.attempts.append(())
                if attempt.isMultiple(of: 2) { try await writer.send(Self.page(start + 1)) }
                throw RPCError(.unavailable, "gone")
            }
        }
        let client = try TestClient(server)
        try await client.notelet.becomeGuest()
        let reports = Log<WatchConnection>()
        var seen = 0
        for try await _ in client.notelet.watch(reporting: { reports.append($0) }) {
            seen += 1
            if seen == 3 { break }
        }
        let words = reports.entries.map { report in
            if case .lost = report { "lost" } else { "restored" }
        }
        #expect(words == ["lost", "restored", "lost", "restored"])
    }

    private static let attempts = Log<Void>()

    @Test("Signs of life are not shown, being up to date is shown once")
    func heartbeats() async throws {
        let server = try FakeServer { router in
            router.admitGuests(TestClock())
            router.stream(SyncAPI.watch) { _, writer, _ in
                let beat = ChangePage(cursor: Array("1".utf8), isUpToDate: true)
                try await writer.send(Self.page(1))
                for _ in 0..<3 { try await writer.send(beat) }
                try await writer.send(Self.page(2, upToDate: true))
                try await writer.send(beat)
                try await writer.send(Self.page(3, upToDate: true))
                try await waitForCancellation()
            }
        }
        let client = try TestClient(server)
        try await client.notelet.becomeGuest()
        var seen: [[String]] = []
        for try await page in client.notelet.watch() {
            seen.append(Self.contents(page))
            if seen.count == 4 { break }
        }
        #expect(seen == [["1"], [], ["2"], ["3"]])
    }

    @Test("A token that ended is refreshed, and the watch goes on")
    func refreshes() async throws {
        let refreshes = Log<Void>()
        let server = try FakeServer { router in
            router.admitGuests(TestClock())
            router.answer(AccountsAPI.refresh) { _, _ in
                RefreshResponse(session: .numbered(refreshes.append(()) + 1))
            }
            router.stream(SyncAPI.watch) { request, writer, context in
                let start = Self.number(of: request.cursor)
                guard context.token == "access-\(start + 1)" else {
                    throw try RPCError.refusal(.notAuthenticated)
                }
                try await writer.send(Self.page(start + 1))
                throw try RPCError.refusal(.notAuthenticated)
            }
        }
        let client = try TestClient(server)
        try await client.notelet.becomeGuest()
        var seen: [String] = []
        for try await page in client.notelet.watch() {
            seen += Self.contents(page)
            if seen.count == 3 { break }
        }
        #expect(seen == ["1", "2", "3"])
        #expect(refreshes.entries.count == 2)
    }

    @Test("It ends with an error when the session has ended")
    func endsWithSession() async throws {
        let server = try FakeServer { router in
            router.admitGuests(TestClock())
            router.answer(AccountsAPI.refresh) { _, _ in
                throw try RPCError.refusal(.notAuthenticated)
            }
            router.stream(SyncAPI.watch) { _, writer, _ in
                try await writer.send(Self.page(1))
                throw try RPCError.refusal(.notAuthenticated)
            }
        }
        let client = try TestClient(server)
        try await client.notelet.becomeGuest()
        var iterator = client.notelet.watch().makeAsyncIterator()
        #expect(try await iterator.next() != nil)
        do throws(NoteletError) {
            _ = try await iterator.next()
            Issue.record("The watch went on without a session.")
        } catch {
            #expect(error.code == .notAuthenticated)
        }
        #expect(try await iterator.next() == nil)
    }

    @Test("A refused cursor ends it, and so does a server that never answers")
    func refused() async throws {
        let server = try FakeServer { router in
            router.stream(SyncAPI.watch) { _, _, _ in throw try RPCError.refusal(.invalidCursor) }
        }
        var iterator = try TestClient(server).notelet.watch().makeAsyncIterator()
        do throws(NoteletError) {
            _ = try await iterator.next()
            Issue.record("A refused watch went on.")
        } catch {
            #expect(error.reason == .invalidCursor)
        }
        server.stop()
        let client = try TestClient(server) { $0.retry.attemptCountMax = 3 }
        iterator = client.notelet.watch().makeAsyncIterator()
        do throws(NoteletError) {
            _ = try await iterator.next()
            Issue.record("A watch without server went on.")
        } catch {
            #expect(error.code == .unreachable)
        }
        #expect(client.pauses.entries.count == 2)
    }

    @Test("A silent connection counts as lost")
    func silence() async throws {
        let cursors = Log<Int>()
        let server = try FakeServer { router in
            router.stream(SyncAPI.watch) { request, writer, _ in
                let start = Self.number(of: request.cursor)
                cursors.append(start)
                try await writer.send(Self.page(start + 1))
                try await waitForCancellation()
            }
        }
        let client = try TestClient(server) { $0.watchSilenceMax = .milliseconds(100) }
        var seen: [String] = []
        for try await page in client.notelet.watch() {
            seen += Self.contents(page)
            if seen.count == 3 { break }
        }
        #expect(seen == ["1", "2", "3"])
        // A busy machine may be silent once more than the server is.
        #expect(cursors.entries == cursors.entries.sorted())
        #expect(Set(cursors.entries) == [0, 1, 2])
    }

    @Test("A server that takes the call and sends no page ends it in the time of a call")
    func silenceAtFirst() async throws {
        let server = try FakeServer { router in
            router.stream(SyncAPI.watch) { _, _, _ in try await waitForCancellation() }
        }
        let client = try TestClient(server) { $0.callTimeout = .milliseconds(100) }
        var iterator = client.notelet.watch().makeAsyncIterator()
        do throws(NoteletError) {
            _ = try await iterator.next()
            Issue.record("A watch of a silent server went on.")
        } catch {
            #expect(error.code == .timedOut)
        }
        server.stop()
    }

    @Test("It has a connection of its own, which ends when it is let go", .timeLimit(.minutes(1)))
    func ownConnection() async throws {
        let ended = Log<Void>()
        let server = try FakeServer { router in
            router.admitGuests(TestClock())
            router.stream(SyncAPI.watch) { _, writer, _ in
                defer { ended.append(()) }
                try await writer.send(Self.page(1, upToDate: true))
                try await waitForCancellation()
            }
        }
        let notelet = try TestClient(server).notelet
        try await notelet.becomeGuest()
        func waitForConnections(_ count: Int) async {
            while server.connectionCount != count, !Task.isCancelled { await Task.yield() }
        }
        // More than a connection may have streams, at once and then one after another.
        var watches: [ChangeSequence.AsyncIterator] = []
        for index in 0..<40 {
            watches.append(notelet.watch().makeAsyncIterator())
            #expect(try await watches[index].next() != nil)
        }
        await waitForConnections(41)
        watches = []
        await waitForConnections(1)
        for _ in 0..<200 {
            var watch = notelet.watch().makeAsyncIterator()
            #expect(try await watch.next() != nil)
        }
        await waitForConnections(1)
        // One that waits is let go by cancelling its task, and all by closing the client.
        let waiting = Task {
            for try await _ in notelet.watch() {}
        }
        await waitForConnections(2)
        waiting.cancel()
        await #expect(throws: NoteletError.self) { try await waiting.value }
        await waitForConnections(1)
        var last = notelet.watch().makeAsyncIterator()
        #expect(try await last.next() != nil)
        await notelet.close()
        await waitForConnections(0)
        while ended.entries.count < 242, !Task.isCancelled { await Task.yield() }
    }

    @Test("A slow reader holds the server back")
    func backPressure() async throws {
        let sent = Log<Int>()
        let text = String(repeating: "x", count: 100_000)
        let server = try FakeServer { router in
            router.stream(SyncAPI.watch) { _, writer, _ in
                for number in 1...2_000 {
                    var page = Self.page(number)
                    page.changes.append(Change(kind: .received(ReceivedMessage(content: text))))
                    try await writer.send(page)
                    sent.append(number)
                }
                try await waitForCancellation()
            }
        }
        let client = try TestClient(server)
        var iterator = client.notelet.watch().makeAsyncIterator()
        #expect(try await iterator.next() != nil)
        // 200 MB would be sent in no time if nothing held them back.
        for _ in 0..<1_000 { await Task.yield() }
        #expect(sent.entries.count < 1_000)
        for expected in 2...300 {
            #expect(try await iterator.next()?.cursor == Array("\(expected)".utf8))
        }
    }
}
