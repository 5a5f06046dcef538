import NoteletAPI
import ProtobufCoding
import Testing

@testable import Serving

/// Nothing that a receiver gets tells who sent an anonymous note.
@Suite struct AnonymityTests {
    let service: TestService
    let receiver: Person
    let sender: Person
    let guest: Person
    /// The receiver's contact for the sender, and the sender's for the receiver.
    let theirs: Contact
    let mine: Contact

    init() async throws {
        service = try TestService()
        receiver = try await service.person("receiver")
        sender = try await service.person("canary-sender")
        guest = try await service.guest()
        theirs = try await service.addContact("그 사람", of: receiver, link: sender.link)
        mine = try await service.addContact("받는 사람", of: sender, link: receiver.link)
    }

    /// One note by each way that leads to the receiver, all at one time.
    private func sendEachWay() async throws -> [[UInt8]] {
        [
            try await service.send("같은 말", from: sender, to: receiver),
            try await service.send("같은 말", from: sender, through: theirs),
            try await service.send("같은 말", from: sender, through: mine),
            try await service.send("같은 말", from: guest, to: receiver),
        ]
    }

    private func receiverBytes() async throws -> [[UInt8]] {
        let caller = receiver.caller
        let requests: [(MethodSummary, [UInt8])] = [
            (MessagesAPI.listReceived.summary, encode(ListReceivedRequest())),
            (MessagesAPI.listSent.summary, encode(ListSentRequest())),
            (
                MessagesAPI.listByContact.summary,
                encode(ListByContactRequest(contactID: theirs.id))
            ),
            (MessagesAPI.listBlocks.summary, encode(ListBlocksRequest())),
            (SyncAPI.pull.summary, encode(PullRequest())),
        ]
        var all: [[UInt8]] = []
        for (method, request) in requests {
            all.append(try await service.outcome(method, request, as: caller).get())
        }
        for note in try await service.received(by: receiver) {
            let request = encode(GetMessageRequest(id: note.id))
            let method = MessagesAPI.getMessage.summary
            all.append(try await service.outcome(method, request, as: caller).get())
        }
        let (watch, export) = (RecordingStream(), RecordingStream())
        _ = try service.open(SyncAPI.watch, WatchRequest(), as: caller, on: watch)
        watch.runJobs()
        let request = ExportDataRequest(password: TestService.password)
        _ = try service.open(AccountsAPI.exportData, request, as: caller, on: export)
        await export.runUntilFinished()
        #expect(watch.messages.count == 1 && export.messages.count > 4)
        return all + watch.messages + export.messages
    }

    @Test func aNoteIsTheSameBytesWhicheverWayItCame() async throws {
        _ = try await sendEachWay()
        let notes = try await service.received(by: receiver)
        #expect(notes.count == 4 && Set(notes.map(\.id)).count == 4)
        let bytes = notes.map { note in
            var note = note
            note.id = []
            return encode(note)
        }
        #expect(Set(bytes).count == 1)
        #expect(notes.allSatisfy { $0.senderName == "익명" && $0.contactID.isEmpty })
    }

    @Test func noReplyToTheReceiverHoldsAnythingOfTheSender() async throws {
        let sentIDs = try await sendEachWay()
        let first = try #require(try await service.received(by: receiver).first)
        let answer = AnswerMessageRequest(messageID: first.id, content: "답장")
        try await service.call(MessagesAPI.answerMessage, answer, as: receiver.caller)
        let block = BlockSenderRequest(messageID: first.id)
        try await service.call(MessagesAPI.blockSender, block, as: receiver.caller)
        let texts = [sender.user.username, sender.user.email].map { Array($0.utf8) }
        let ids = sentIDs + [sender.user.id, guest.user.id, mine.id]
        let canaries = texts + ids.flatMap(forms)
        for bytes in try await receiverBytes() {
            for canary in canaries { #expect(!contains(bytes, canary)) }
        }
    }

    @Test func theTwoSidesKnowANoteByIDsThatHaveNothingInCommon() async throws {
        var pairs: [(sent: [UInt8], received: [UInt8])] = []
        for number in 0..<200 {
            let sent = try await service.send("\(number)", from: sender, to: receiver)
            let page = try await service.call(
                MessagesAPI.listReceived,
                ListReceivedRequest(pageSize: 1),
                as: receiver.caller
            )
            pairs.append((sent, try #require(page.messages.first).id))
        }
        #expect(Set(pairs.flatMap { [$0.sent, $0.received] }).count == 400)
        // In random order about half of all neighbours rise; 200 in time order would all do.
        for ids in [pairs.map(\.sent), pairs.map(\.received)] {
            let rises = zip(ids, ids.dropFirst()).count { $0.lexicographicallyPrecedes($1) }
            #expect((60...140).contains(rises))
        }
        #expect(pairs.allSatisfy { Set(zip($0.sent, $0.received).map { $0 ^ $1 }).count > 4 })
    }

    @Test func theOtherSideIsToldTimesToTheMinute() async throws {
        let minute = TestClock.startSeconds - TestClock.startSeconds % 60
        try await service.send(from: sender, to: receiver)
        let note = try #require(try await service.received(by: receiver).first)
        #expect(note.receivedAt == Timestamp(seconds: minute))
        service.clock.advance(seconds: 75)
        let request = AnswerMessageRequest(messageID: note.id, content: "답장")
        let reply = try await service.call(
            MessagesAPI.answerMessage,
            request,
            as: receiver.caller
        )
        #expect(reply.message?.answer?.answeredAt?.seconds == TestClock.startSeconds + 75)
        let sent = try #require(try await service.sent(by: sender).first)
        #expect(sent.sentAt?.seconds == TestClock.startSeconds)
        #expect(sent.sentAt?.nanos == 345_000_000)
        #expect(sent.answer?.answeredAt == Timestamp(seconds: minute + 60))
    }

    /// Everything that a receiver of anonymous notes alone can read, before and after.
    @Test func anEndOfTheSenderAddsNothingToTheFeed() async throws {
        let other = try await service.person("other")
        let another = try await service.addContact("another", of: sender, link: other.link)
        try await service.send("하나", from: sender, to: other)
        try await service.send("둘", from: sender, through: another)
        try await service.send("셋", from: guest, to: other)
        let notes = try await service.received(by: other)
        let answer = AnswerMessageRequest(messageID: notes[1].id, content: "답장")
        try await service.call(MessagesAPI.answerMessage, answer, as: other.caller)
        let block = BlockSenderRequest(messageID: notes[2].id)
        try await service.call(MessagesAPI.blockSender, block, as: other.caller)
        let feed = { () async throws -> [[UInt8]] in
            let request = PullRequest(pageSize: 500)
            let page = try await service.call(SyncAPI.pull, request, as: other.caller)
            return page.changes.map(encode)
        }
        let watch = RecordingStream()
        _ = try service.open(SyncAPI.watch, WatchRequest(), as: other.elsewhere, on: watch)
        watch.runJobs()
        let (before, told) = (try await feed(), watch.messages)
        let request = DeleteAccountRequest(password: TestService.password)
        try await service.call(AccountsAPI.deleteAccount, request, as: sender.caller)
        try await service.call(AccountsAPI.deleteAccount, DeleteAccountRequest(), as: guest.caller)
        #expect(try await feed() == before)
        await service.keepHouse()
        watch.runJobs()
        #expect(try await feed() == before)
        #expect(watch.messages == told)
    }

    @Test func anEndOfTheSenderChangesNothingForTheReceiver() async throws {
        _ = try await sendEachWay()
        let before = try await service.received(by: receiver).map(encode)
        let request = DeleteAccountRequest(password: TestService.password)
        try await service.call(AccountsAPI.deleteAccount, request, as: sender.caller)
        try await service.call(AccountsAPI.deleteAccount, DeleteAccountRequest(), as: guest.caller)
        #expect(try await service.received(by: receiver).map(encode) == before)
        await service.keepHouse()
        #expect(try await service.received(by: receiver).map(encode) == before)
    }
}
