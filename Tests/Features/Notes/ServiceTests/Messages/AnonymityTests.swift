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

    /// What a receiver asks for who looks at everything, but for single notes.
    private func readings() -> [(MethodSummary, [UInt8])] {
        let byContact = ListByContactRequest(contactID: theirs.id)
        return [
            (MessagesAPI.listReceived.summary, encode(ListReceivedRequest())),
            (MessagesAPI.listSent.summary, encode(ListSentRequest())),
            (MessagesAPI.listByContact.summary, encode(byContact)),
            (MessagesAPI.listBlocks.summary, encode(ListBlocksRequest())),
        ]
    }

    /// All bytes that the receiver gets by a look at everything that does not change by itself.
    private func view() async throws -> [[UInt8]] {
        var all: [[UInt8]] = []
        for (method, request) in readings() {
            all.append(try await service.allBytes(of: method, request, as: receiver.caller))
        }
        for note in try await service.received(by: receiver) {
            all.append(try await bytes(of: note))
        }
        return all
    }

    /// All bytes that the receiver gets who asks for a note.
    private func bytes(of note: ReceivedMessage) async throws -> [UInt8] {
        let request = encode(GetMessageRequest(id: note.id))
        let method = MessagesAPI.getMessage.summary
        return try await service.allBytes(of: method, request, as: receiver.caller)
    }

    /// All bytes that the receiver gets by any means.
    private func receiverBytes() async throws -> [[UInt8]] {
        let caller = receiver.caller
        var all = try await view()
        let pulled = encode(PullRequest())
        all.append(try await service.allBytes(of: SyncAPI.pull.summary, pulled, as: caller))
        let watched = encode(WatchRequest())
        let watch = try service.stream(SyncAPI.watch.summary, watched, as: caller)
        var count = 0
        while count == 0 || !contains(all[all.count - 1], Array("같은 말".utf8)) {
            all.append(try #require(try await watch.next()))
            count += 1
        }
        let request = encode(ExportDataRequest(password: TestService.password))
        let export = try service.stream(AccountsAPI.exportData.summary, request, as: caller)
        count = 0
        while let part = try await export.next() {
            all.append(part)
            count += 1
        }
        #expect(count > 4)
        return all
    }

    /// All bytes of what the receiver is refused who tries things with some ids.
    private func refusals(_ ids: [[UInt8]]) async throws -> [[UInt8]] {
        var all: [[UInt8]] = []
        for id in ids {
            let requests = [
                (MessagesAPI.getMessage.summary, encode(GetMessageRequest(id: id))),
                (MessagesAPI.answerMessage.summary, encode(AnswerMessageRequest(messageID: id))),
                (MessagesAPI.blockSender.summary, encode(BlockSenderRequest(messageID: id))),
                (MessagesAPI.deleteMessage.summary, encode(DeleteMessageRequest(messageID: id))),
                (ContactsAPI.getContact.summary, encode(GetContactRequest(id: id))),
            ]
            for (method, request) in requests {
                let answer = try await service.answer(method, request, as: receiver.caller)
                #expect(answer.failure != nil)
                all.append(answer.bytes)
            }
        }
        return all
    }

    @Test(arguments: Door.allCases)
    func aNoteIsTheSameBytesWhicheverWayItCame(door: Door) async throws {
        try service.enter(by: door)
        _ = try await sendEachWay()
        _ = try await service.call(
            MessagesAPI.sendToLink,
            SendToLinkRequest(link: receiver.link, content: "같은 말"),
            as: .visitor
        )
        let notes = try await service.received(by: receiver)
        #expect(notes.count == 5 && Set(notes.map(\.id)).count == 5)
        var all: Set<[[UInt8]]> = []
        for note in notes {
            all.insert(try parts(of: try await bytes(of: note), around: note.id))
        }
        #expect(all.count == 1)
        #expect(notes.allSatisfy { $0.senderName == "익명" && $0.contactID.isEmpty })
    }

    @Test(arguments: Door.allCases)
    func noReplyToTheReceiverHoldsAnythingOfTheSender(door: Door) async throws {
        try service.enter(by: door)
        let sentIDs = try await sendEachWay()
        let stranger = try await service.call(
            MessagesAPI.sendToLink,
            SendToLinkRequest(link: receiver.link, content: "같은 말"),
            as: .visitor
        )
        let notes = try await service.received(by: receiver)
        let first = try #require(notes.first)
        let answer = AnswerMessageRequest(messageID: first.id, content: "답장")
        try await service.call(MessagesAPI.answerMessage, answer, as: receiver.caller)
        let block = BlockSenderRequest(messageID: first.id)
        try await service.call(MessagesAPI.blockSender, block, as: receiver.caller)
        let texts = [
            sender.user.username, sender.user.email, sender.session.accessToken,
            guest.session.accessToken, stranger.replyTicket,
        ]
        let ids = sentIDs + [stranger.messageID, sender.user.id, guest.user.id, mine.id]
        let canaries = (texts.map { Array($0.utf8) } + ids).flatMap(forms)
        for bytes in try await receiverBytes() + refusals(sentIDs + [stranger.messageID]) {
            for canary in canaries { #expect(!contains(bytes, canary)) }
        }
    }

    @Test(arguments: Door.allCases)
    func aBlockIsNotSeenInTheAnswerToASend(door: Door) async throws {
        try service.enter(by: door)
        let other = try await service.person("other")
        try await service.send("하나", from: sender, to: receiver)
        let first = try #require(try await service.received(by: receiver).first)
        let block = BlockSenderRequest(messageID: first.id)
        try await service.call(MessagesAPI.blockSender, block, as: receiver.caller)
        var all: Set<[[UInt8]]> = []
        for somebody in [sender, other] {
            let request = encode(SendToLinkRequest(link: receiver.link, content: "둘"))
            let method = MessagesAPI.sendToLink.summary
            let bytes = try await service.allBytes(of: method, request, as: somebody.caller)
            let note = try #require(try await service.sent(by: somebody).first)
            all.insert(try parts(of: bytes, around: note.id))
        }
        #expect(all.count == 1)
        #expect(try await service.received(by: receiver).map(\.content) == ["둘", "하나"])
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
    @Test(arguments: Door.allCases)
    func anEndOfTheSenderAddsNothingToTheFeed(door: Door) async throws {
        try service.enter(by: door)
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
        let watched = encode(WatchRequest())
        let watch = try service.stream(SyncAPI.watch.summary, watched, as: other.elsewhere)
        while !contains(try #require(try await watch.next()), Array("셋".utf8)) {}
        let before = try await feed()
        let request = DeleteAccountRequest(password: TestService.password)
        try await service.call(AccountsAPI.deleteAccount, request, as: sender.caller)
        try await service.call(AccountsAPI.deleteAccount, DeleteAccountRequest(), as: guest.caller)
        #expect(try await feed() == before)
        await service.keepHouse()
        #expect(try await feed() == before)
        // The next that a watch tells is what somebody else does.
        try await service.send("넷", from: receiver, to: other)
        #expect(contains(try #require(try await watch.next()), Array("넷".utf8)))
        #expect(try await feed().count == before.count + 1)
    }

    @Test(arguments: Door.allCases)
    func whatBecomesOfTheSenderChangesNothingForTheReceiver(door: Door) async throws {
        try service.enter(by: door)
        let (rude, other) = (
            try await service.person("canary-rude"), try await service.person("other")
        )
        _ = try await sendEachWay()
        try await service.send("나쁜 말", from: rude, to: receiver)
        try await service.send("다른 말", from: sender, to: other)
        let before = try await view()
        let rename = UpdateProfileRequest(username: "canary-renamed")
        try await service.call(ProfilesAPI.updateProfile, rename, as: sender.caller)
        let note = try #require(try await service.received(by: other).first)
        let block = BlockSenderRequest(messageID: note.id)
        try await service.call(MessagesAPI.blockSender, block, as: other.caller)
        try await service.ban(rude)
        #expect(try await view() == before)
        let request = DeleteAccountRequest(password: TestService.password)
        try await service.call(AccountsAPI.deleteAccount, request, as: sender.caller)
        try await service.call(AccountsAPI.deleteAccount, DeleteAccountRequest(), as: guest.caller)
        #expect(try await view() == before)
        await service.keepHouse()
        #expect(try await view() == before)
    }
}
