import Records
import Domain
import NoteletAPI
import Testing

@testable import Serving
import NoteRules
import AccountRules
import AccountStorage
@testable import NoteService
import Locking
import NoteStorage
import Storage
import StorageEngine

/// The work that nobody asked for, called as the server's clock calls it.
@Suite struct HousekeepingTests {
    private let service: TestService
    private let housekeeping: Housekeeping

    init() throws {
        service = try TestService()
        housekeeping = Housekeeping(service.running)
    }

    private func watch(as person: Person) throws -> RecordingStream {
        let stream = RecordingStream()
        _ = try service.open(SyncAPI.watch, WatchRequest(), as: person.caller, on: stream)
        stream.runJobs()
        return stream
    }

    @Test func aBeatLetsEachIdleStreamGiveASignOfLife() async throws {
        let streams = [
            try watch(as: try await service.person("alice")),
            try watch(as: try await service.person("bob")),
        ]
        // What was sent since the last beat is sign enough.
        for messageCount in [1, 2, 3] {
            housekeeping.beat()
            for stream in streams {
                stream.runJobs()
                #expect(stream.messages.count == messageCount)
            }
        }
        #expect(streams.allSatisfy { $0.status == nil })
    }

    @Test func aBeatEndsTheStreamsOfSessionsWhoseTimeIsOver() async throws {
        let late = try watch(as: try await service.person("alice"))
        service.clock.advance(seconds: 15 * 86_400)
        let early = try watch(as: try await service.person("bob"))
        service.clock.advance(seconds: 15 * 86_400)
        housekeeping.beat()
        #expect(late.reason == .notAuthenticated)
        #expect(early.status == nil)
        #expect(service.dependencies.hub.watcherCount == 1)
    }

    @Test func aPieceOfClearingBothErasesAndForgets() async throws {
        let alice = try await service.person("alice")
        let bob = try await service.person("bob")
        for number in 0..<2 * DomainLimits.erasureStepRecordsMax {
            try await service.send("\(number)", from: bob, to: alice)
        }
        let rotate = ProfilesAPI.rotateLink
        try await service.call(rotate, RotateLinkRequest(), as: bob.caller, key: "key")
        service.clock.advance(seconds: 3 * 86_400)
        let deletion = DeleteAccountRequest(password: TestService.password)
        let caller = try await service.renewed(alice).caller
        try await service.call(AccountsAPI.deleteAccount, deletion, as: caller)
        #expect(try service.replyCount() == 1)
        #expect(await housekeeping.clear() == .moreWaiting)
        // The erasure goes on, and the reply has not waited for its end.
        #expect(try service.replyCount() == 0)
        while await housekeeping.clear() == .moreWaiting {}
        #expect(await housekeeping.clear() == .done)
    }

    /// An order that cannot be read fails each time.
    @Test func anErasureThatFailsHoldsUpNoForgetting() async throws {
        let bob = try await service.person("bob")
        let rotate = ProfilesAPI.rotateLink
        try await service.call(rotate, RotateLinkRequest(), as: bob.caller, key: "key")
        service.clock.advance(seconds: 3 * 86_400)
        try await service.store.write(.ordinary) { store throws(DomainError) in
            try store.put([2], for: .erasure(UserNumber(9_999)), in: .erasures)
        }
        #expect(try service.replyCount() == 1)
        #expect(await Housekeeping.finish(housekeeping.clear).failure != nil)
        #expect(try service.replyCount() == 0)
    }

    /// Goes through the sessions until nothing is left to clear; how many pieces it took.
    private func sweep() async -> Int {
        var pieces = 1
        while await housekeeping.sweepSessions() == .moreWaiting { pieces += 1 }
        return pieces
    }

    private func sessionCount() throws -> Int {
        try service.contents().count { $0.hasPrefix("sessions ") }
    }

    @Test func aSessionIsClearedAwayAWeekAfterItsEnd() async throws {
        let alice = try await service.person("alice")
        let stream = try watch(as: alice)
        let day: Int64 = 86_400
        service.clock.advance(seconds: 10 * day)
        _ = try await service.refresh(alice.session.refreshToken)
        let bob = try await service.person("bob")
        // Both last 30 days more, and are kept for 7.
        service.clock.advance(seconds: 37 * day)
        #expect(await sweep() == 1)
        #expect(try sessionCount() == 2)
        service.clock.advance(milliseconds: 1)
        _ = try await service.renewed(bob)
        #expect(await sweep() == 1)
        #expect(try sessionCount() == 1)
        stream.runJobs()
        #expect(stream.reason == .notAuthenticated)
        #expect(await housekeeping.sweepSessions() == .done)
    }

    private func receivedBytes(by user: UserNumber) throws -> [[UInt8]] {
        var notes: [[UInt8]] = []
        try service.store.read { store throws(DomainError) in
            _ = try store.visitReceived(by: user, before: nil, limit: 9) { note in
                notes.append(note.withUnsafeBytes { [UInt8]($0) })
                return .next
            }
        }
        return notes
    }

    @Test func ofAGuestThatNeverDidAnythingNothingIsLeft() async throws {
        let alice = try await service.person("alice")
        let busy = try await service.guest()
        try await service.send("남는 쪽지", from: busy, to: alice)
        let number = try service.number(of: alice)
        let received = try receivedBytes(by: number)
        func isKept(_ line: String) -> Bool {
            // The next number, and sessions, whose time is over for all.
            !line.hasPrefix("counters ") && !line.hasPrefix("sessions ")
        }
        let before = try service.contents().filter(isKept)
        for _ in 0..<3 { _ = try await service.guest() }
        service.clock.advance(seconds: 38 * 86_400)
        #expect(await sweep() == 1)
        #expect(try sessionCount() == 0)
        await service.keepHouse()
        // Nor of the one that sent a note, but the note itself: as its receiver has it.
        let after = try service.contents().filter(isKept)
        #expect(after.allSatisfy { !$0.hasPrefix("sent ") && !$0.hasPrefix("erasures ") })
        #expect(after.count < before.count)
        #expect(try receivedBytes(by: number) == received)
    }

    @Test func sessionsAreClearedInPieces() async throws {
        let countMax = DomainLimits.erasureStepRecordsMax
        try await service.write { store, context throws(DomainError) in
            for _ in 0..<2 * countMax + 1 { _ = try CreateGuest().run(in: store, context) }
        }
        service.clock.advance(seconds: 38 * 86_400)
        #expect(await housekeeping.sweepSessions() == .moreWaiting)
        #expect(try sessionCount() == countMax + 1)
        #expect(await sweep() == 2)
        #expect(try sessionCount() == 0)
    }

    /// What somebody's feed tells, as words.
    private func feed(of user: UserNumber) throws -> [String] {
        var words: [String] = []
        try service.store.read { store throws(DomainError) in
            _ = try store.visitChanges(of: user, after: .start, limit: 10_000) { change in
                switch copy change {
                case .sent: words.append("sent")
                case .received: words.append("received")
                case .messageDeleted: words.append("deleted")
                default: break
                }
                return .next
            }
        }
        return words
    }

    @Test func aClockThatIsAheadDeletesNoNotes() async throws {
        let expiry = NoteExpiry(service.dependencies, service.notes, dayCount: 30)
        let alice = try await service.person("alice")
        let bob = try await service.person("bob")
        try await service.send("new", from: bob, to: alice)
        service.clock.set(service.clock.now().adding(seconds: 4_000 * 86_400))
        while await expiry.step() == .moreWaiting {}
        #expect(service.notes.expiredNotes.load(ordering: .relaxed) == 0)
    }

    @Test func notesOfACertainAgeGoFromBothViewsAndTheFeedsSaySo() async throws {
        let expiry = NoteExpiry(service.dependencies, service.notes, dayCount: 30)
        let (alice, bob) = (
            try await service.person("alice"), try await service.person("bob")
        )
        let (aliceNumber, bobNumber) = (
            try service.number(of: alice), try service.number(of: bob)
        )
        let guest = try await service.guest()
        let count = DomainLimits.expiredNotesPerStepMax
        for index in 0..<count {
            try await service.send("old", from: index == 0 ? guest : bob, to: alice)
        }
        service.clock.advance(seconds: 20 * 86_400)
        try await service.send("new", from: try await service.renewed(bob), to: alice)
        service.clock.advance(seconds: 10 * 86_400)
        // Not a moment before their time, but for the seconds of the minute that receivers get.
        service.clock.advance(seconds: -60)
        #expect(await expiry.step() == .done)
        #expect(service.notes.expiredNotes.load(ordering: .relaxed) == 0)
        service.clock.advance(seconds: 61)
        // Those that were sent, and then those that were received.
        #expect(await expiry.step() == .moreWaiting)
        #expect(try receivedBytes(by: aliceNumber).count == 9)
        #expect(await expiry.step() == .moreWaiting)
        while await expiry.step() == .moreWaiting {}
        #expect(service.notes.expiredNotes.load(ordering: .relaxed) == 2 * count)
        #expect(try receivedBytes(by: aliceNumber).count == 1)
        let alices = try feed(of: aliceNumber)
        #expect(alices == ["received"] + Array(repeating: "deleted", count: count))
        let bobs = try feed(of: bobNumber)
        #expect(bobs == ["sent"] + Array(repeating: "deleted", count: count - 1))
        // From the beginning again, nothing is left.
        #expect(await expiry.step() == .done)
        #expect(service.notes.expiredNotes.load(ordering: .relaxed) == 2 * count)
        #expect(try service.contents().count { $0.hasPrefix("sent ") } == 1)
    }

    @Test func withoutARetentionNotesStay() async throws {
        let alice = try await service.person("alice")
        try await service.send("old", from: try await service.guest(), to: alice)
        let number = try service.number(of: alice)
        service.clock.advance(seconds: 40_000 * 86_400)
        for job in housekeeping.jobs { while await job.piece() == .moreWaiting {} }
        #expect(try receivedBytes(by: number).count == 1)
    }

    @Test func aRoundOfAStoreThatRefusesHasFailedAndIsTriedAgain() async throws {
        #expect(await housekeeping.clear() == .done)
        service.store.close()
        #expect(await housekeeping.clear().failure != nil)
        #expect(await housekeeping.clear().failure != nil)
        #expect(await housekeeping.sweepSessions().failure != nil)
    }
}
