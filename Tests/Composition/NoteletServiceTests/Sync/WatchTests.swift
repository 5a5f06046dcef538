import NoteletAPI
import Testing

@testable import Serving
import Storage

@Suite struct WatchTests {
    let service: TestService
    let alice: Person
    let bob: Person

    init() async throws {
        service = try TestService()
        alice = try await service.person("alice")
        bob = try await service.person("bob")
    }

    private func watch(_ cursor: [UInt8] = [], on stream: RecordingStream) throws
        -> any StreamSession
    {
        let request = WatchRequest(cursor: cursor)
        return try service.open(SyncAPI.watch, request, as: alice.caller, on: stream)
    }

    private func pull(_ cursor: [UInt8] = [], _ size: Int32 = 500) async throws -> ChangePage {
        let request = PullRequest(cursor: cursor, pageSize: size)
        return try await service.call(SyncAPI.pull, request, as: alice.caller)
    }

    @Test func pulledFromNothingTheFeedEqualsTheLists() async throws {
        for number in 0..<5 { try await service.send("\(number)", from: bob, to: alice) }
        try await service.send("hello", from: alice, to: bob)
        try await service.addContact("bob", of: alice, link: bob.link)
        let note = try await service.received(by: alice)[0]
        let answer = AnswerMessageRequest(messageID: note.id, content: "답")
        try await service.call(MessagesAPI.answerMessage, answer, as: alice.caller)
        var changes: [Change.Kind] = []
        var page = ChangePage()
        repeat {
            page = try await pull(page.cursor, 2)
            #expect(page.changes.count <= 2)
            changes += page.changes.compactMap(\.kind)
        } while !page.isUpToDate
        var received = try await service.received(by: alice).reversed().map { $0 }
        received[4].answer = nil
        received[4].status = .pending
        let notes = changes.compactMap { if case .received(let note) = $0 { note } else { nil } }
        #expect(notes == received)
        #expect(try await changes.contains(.sent(service.sent(by: alice)[0])))
        #expect(try await changes.contains(.contact(service.contacts(of: alice)[0])))
        #expect(changes.contains(.user(alice.user)))
        #expect(changes.count == 9)
        #expect(try await pull(page.cursor).changes.isEmpty)
    }

    @Test func aWatchGivesTheSnapshotThenWhatHappensThenResumes() async throws {
        try await service.send("before", from: bob, to: alice)
        let stream = RecordingStream()
        let session = try watch(on: stream)
        stream.runJobs()
        try await service.send("live", from: bob, to: alice)
        stream.runJobs()
        var pages = try stream.decoded(ChangePage.self)
        #expect(pages.map(\.changes.count) == [2, 1])
        #expect(pages.map(\.isUpToDate) == [true, true])
        session.stop()
        try await service.send("missed", from: bob, to: alice)
        stream.runJobs()
        #expect(stream.messages.count == 2)
        let again = RecordingStream()
        _ = try watch(try #require(pages.last).cursor, on: again)
        again.runJobs()
        pages = try again.decoded()
        #expect(pages.flatMap(\.changes).count == 1)
    }

    @Test func theFirstPageComesEvenWhenItIsEmpty() async throws {
        let cursor = try await pull().cursor
        let stream = RecordingStream()
        _ = try watch(cursor, on: stream)
        stream.runJobs()
        #expect(try stream.decoded() == [ChangePage(cursor: cursor, isUpToDate: true)])
    }

    @Test func aSlowReaderIsSentNothingAndLosesNothing() async throws {
        let stream = RecordingStream()
        stream.setRoom(1)
        let session = try watch(on: stream)
        stream.runJobs()
        for number in 0..<450 { try await service.send("\(number)", from: bob, to: alice) }
        stream.runJobs()
        service.dependencies.hub.beat()
        stream.runJobs()
        #expect(stream.messages.count == 1)
        stream.setRoom(nil)
        session.clientCanTakeMore()
        stream.runJobs()
        let pages: [ChangePage] = try stream.decoded()
        // Read from the store in pages of 200, not kept one by one.
        #expect(pages.map(\.changes.count) == [1, 200, 200, 50])
        #expect(pages.map(\.isUpToDate) == [true, false, false, true])
    }

    @Test func anIdleStreamGivesASignOfLifeAndABusyOneDoesNot() async throws {
        let stream = RecordingStream()
        _ = try watch(on: stream)
        stream.runJobs()
        let hub = service.dependencies.hub
        hub.beat()
        stream.runJobs()
        #expect(stream.messages.count == 1)
        hub.beat()
        stream.runJobs()
        let pages: [ChangePage] = try stream.decoded()
        #expect(pages.count == 2)
        #expect(pages[1] == ChangePage(cursor: pages[0].cursor, isUpToDate: true))
    }

    @Test func aBeatEndsTheWatchOfASessionThatIsOver() async throws {
        let stream = RecordingStream()
        _ = try watch(on: stream)
        service.clock.advance(seconds: 30 * 86_400)
        service.dependencies.hub.beat()
        #expect(stream.reason == .notAuthenticated)
        #expect(service.dependencies.hub.watcherCount == 0)
    }

    @Test func aBeatThatCannotReadTheStoreEndsNothing() async throws {
        let stream = RecordingStream()
        _ = try watch(on: stream)
        stream.runJobs()
        service.store.close()
        service.dependencies.hub.beat()
        stream.runJobs()
        #expect(stream.status == nil)
        #expect(service.dependencies.hub.watcherCount == 1)
    }

    @Test func aStoppedWatchLeavesTheHub() async throws {
        let streams = (0..<3).map { _ in RecordingStream() }
        let sessions = try streams.map { try watch(on: $0) }
        #expect(service.dependencies.hub.watcherCount == 3)
        for session in sessions { session.stop() }
        #expect(service.dependencies.hub.watcherCount == 0)
    }

    @Test func aDeletedContactIsATombstone() async throws {
        let contact = try await service.addContact("홍길동", of: alice)
        let cursor = try await pull().cursor
        service.clock.advance(seconds: 259_200)
        let again = try await service.renewed(alice)
        let request = DeleteContactRequest(id: contact.id)
        try await service.call(ContactsAPI.deleteContact, request, as: again.caller)
        let page = try await service.call(
            SyncAPI.pull,
            PullRequest(cursor: cursor),
            as: again.caller
        )
        #expect(page.changes == [Change(kind: .deletedContactID(contact.id))])
    }

    @Test func aWatchWithAForeignCursorIsRefused() async throws {
        let bobs = try await service.call(SyncAPI.pull, PullRequest(), as: bob.caller).cursor
        #expect(throws: (any Error).self) { try watch(bobs, on: RecordingStream()) }
    }
}
