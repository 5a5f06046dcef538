import Records
import Domain
import NoteletAPI
import TestSupport
import Testing

@testable import Serving
import NoteRules
@testable import NoteService
import NoteStorage
import Storage

/// What was sent is summed up by its kind and by what it came in by; no more is kept of that.
@Suite struct DoorTests {
    private let directory = TemporaryDirectory(in: .memory)
    private let clock = TestClock()

    private func world() async throws -> World {
        try await World(TestService(directory: directory, clock: clock))
    }

    private func sums(_ counts: (SentKind, Entrance, UInt64)...) -> DoorSums {
        var sums = DoorSums()
        for (kind, entrance, count) in counts { sums.add(count, to: .init(kind, entrance)) }
        return sums
    }

    private func stored(_ service: TestService) throws -> DoorSums {
        try service.store.read { store throws(DomainError) in try store.doorSums() }
    }

    /// Alice sends one of each kind, over what is said, and each twice with its key.
    private func sendAll(_ world: World, over entrance: Entrance) async throws {
        let note = try await world.service.received(by: world.alice)[0]
        let calls: [(MethodSummary, [UInt8])] = [
            (
                MessagesAPI.sendToLink.summary,
                encode(SendToLinkRequest(link: world.bob.link, content: "링크"))
            ),
            (
                MessagesAPI.sendToContact.summary,
                encode(SendToContactRequest(contactID: world.contact.id, content: "연락처"))
            ),
            (
                MessagesAPI.answerMessage.summary,
                encode(AnswerMessageRequest(messageID: note.id, content: "답장"))
            ),
        ]
        for (method, payload) in calls {
            for _ in 0..<2 {
                _ = await world.service.outcome(
                    method,
                    payload,
                    as: Caller(token: world.alice.session.accessToken, over: entrance),
                    key: "\(entrance)-\(method.name)"
                )
            }
        }
    }

    @Test func eachSendingCountsOnceAndIsWrittenAfterAnHour() async throws {
        let world = try await world()
        let (service, doors) = (world.service, world.service.notes.doors)
        let housekeeping = Housekeeping(service.running)
        housekeeping.beat()
        try await sendAll(world, over: .tls)
        // There is no second answer, and no third note: what is refused counts nowhere.
        try await sendAll(world, over: .unix)
        _ = try await service.reason(
            MessagesAPI.sendToLink,
            SendToLinkRequest(link: world.alice.link, content: "나에게"),
            as: world.alice.caller
        )
        housekeeping.beat()
        #expect(try stored(service).isEmpty && doors.kept.isEmpty)

        clock.advance(seconds: 3_600)
        housekeeping.beat()
        _ = await housekeeping.clear()
        let expected = sums(
            (.noteByLink, .tls, 1),
            (.noteByContact, .tls, 1),
            (.answer, .tls, 1),
            (.noteByLink, .unix, 1),
            (.noteByContact, .unix, 1)
        )
        // The world began with two notes.
        var all = expected
        all.add(2, to: .init(.noteByLink, .tcp))
        #expect(try stored(service) == all)
        #expect(doors.kept == all)
    }

    @Test func anEndWritesWhatIsLeftAndTheNextStartGoesOn() async throws {
        let world = try await world()
        try await sendAll(world, over: .unix)
        await Housekeeping(world.service.running).end()
        let first = try stored(world.service)
        #expect(first[.init(.answer, .unix)] == 1)
        world.service.store.close()

        let service = try TestService(directory: directory, clock: clock)
        let housekeeping = Housekeeping(service.running)
        housekeeping.beat()
        #expect(service.notes.doors.kept == first)
        let alice = Person(user: world.alice.user, session: world.alice.session)
        try await service.send("쪽지", from: alice, to: world.bob)
        await housekeeping.end()
        var second = first
        second.add(1, to: .init(.noteByLink, .tcp))
        #expect(try stored(service) == second)
    }

    @Test func whoIsBlockedCountsAsEverybodyElse() async throws {
        let world = try await world()
        try await world.service.call(
            MessagesAPI.blockSender,
            BlockSenderRequest(messageID: world.note.id),
            as: world.alice.caller
        )
        await Housekeeping(world.service.running).end()
        let before = try stored(world.service)
        try await world.service.send("막힌 쪽지", from: world.bob, to: world.alice)
        await Housekeeping(world.service.running).end()
        var after = before
        after.add(1, to: .init(.noteByLink, .tcp))
        #expect(try stored(world.service) == after)
    }
}
