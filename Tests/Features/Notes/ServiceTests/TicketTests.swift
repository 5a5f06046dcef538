import AccountRules
import Domain
import NoteletAPI
import ProtobufCoding
import TTRPC
import TestSupport
import Testing

@testable import NoteService
@testable import Serving

/// Notes of people who are not signed in, and the tickets by which they read the answers.
@Suite struct TicketTests {
    private let service: TestService
    private let alice: Person

    init() async throws {
        service = try TestService()
        alice = try await service.person("alice")
    }

    /// Somebody who is not signed in, at an address.
    private func stranger(at address: UInt32 = 77) -> Caller {
        Caller(token: nil, origin: PeerOrigin(testAddress: address), over: .web)
    }

    private func send(
        _ content: String,
        at address: UInt32 = 77,
        key: String? = nil
    ) async throws -> SendResponse {
        let request = SendToLinkRequest(link: alice.link, content: content)
        return try await service.call(
            MessagesAPI.sendToLink,
            request,
            as: stranger(at: address),
            key: key
        )
    }

    private func reply(_ ticket: String) async throws -> GetReplyResponse {
        let request = GetReplyRequest(replyTicket: ticket)
        return try await service.call(MessagesAPI.getReply, request, as: stranger(at: 99))
    }

    private func reason(_ ticket: String) async throws -> RefusalReason? {
        let request = GetReplyRequest(replyTicket: ticket)
        return try await service.reason(MessagesAPI.getReply, request, as: stranger(at: 99))
    }

    private func answer(_ content: String) async throws {
        let note = try #require(try await service.received(by: alice).first)
        let request = AnswerMessageRequest(messageID: note.id, content: content)
        try await service.call(MessagesAPI.answerMessage, request, as: alice.elsewhere)
    }

    @Test("A stranger sends, and reads the answer by the ticket alone")
    func answersAreRead() async throws {
        let sent = try await send("누구게요?")
        #expect(sent.replyTicket.utf8.count == 64)
        #expect(sent.ticketExpiresAt?.seconds == TestClock.start.milliseconds / 1_000 + 30 * 86_400)
        let note = try #require(try await service.received(by: alice).first)
        #expect(note.content == "누구게요?" && note.isAnonymous)
        #expect(
            try await reply(sent.replyTicket)
                == GetReplyResponse(
                    status: .pending,
                    expiresAt: sent.ticketExpiresAt
                )
        )
        try await answer("모르겠어요")
        let told = try await reply(sent.replyTicket)
        #expect(told.status == .answered && told.answer?.content == "모르겠어요")
        #expect(told.answer?.id == [])
        #expect(try #require(told.answer?.answeredAt).seconds % 60 == 0)
    }

    @Test("Who is signed in gets no ticket, and a token that is not valid makes no stranger")
    func tokensCount() async throws {
        let bob = try await service.person("bob")
        let request = SendToLinkRequest(link: alice.link, content: "나야")
        let sent = try await service.call(MessagesAPI.sendToLink, request, as: bob.elsewhere)
        #expect(sent.replyTicket.isEmpty && sent.ticketExpiresAt == nil)
        let forged = Caller(token: String(repeating: "a", count: 64))
        let reason = try await service.reason(MessagesAPI.sendToLink, request, as: forged)
        #expect(reason == .notAuthenticated)
    }

    @Test("A ticket signs nobody in, and a token of a session is no ticket")
    func ticketsAreNoTokens() async throws {
        let sent = try await send("쪽지")
        let caller = Caller(token: sent.replyTicket)
        #expect(
            try await service.reason(MessagesAPI.listSent, ListSentRequest(), as: caller)
                == .notAuthenticated
        )
        let refresh = RefreshRequest(refreshToken: sent.replyTicket)
        #expect(
            try await service.reason(AccountsAPI.refresh, refresh, as: .nobody)
                == .notAuthenticated
        )
        #expect(try await reply(sent.replyTicket).status == .pending)
        for token in [alice.session.accessToken, alice.session.refreshToken] {
            #expect(try await reason(token) == .ticketNotFound)
        }
    }

    @Test(
        "What is no ticket finds nothing",
        arguments: ["", "a", String(repeating: "A", count: 64)]
    )
    func strangersTicketsFindNothing(ticket: String) async throws {
        let sent = try await send("쪽지")
        #expect(try await reason(ticket) == .ticketNotFound)
        var changed = Array(sent.replyTicket.utf8)
        changed[60] = changed[60] == UInt8(ascii: "a") ? UInt8(ascii: "b") : UInt8(ascii: "a")
        #expect(try await reason(String(decoding: changed, as: UTF8.self)) == .ticketNotFound)
    }

    @Test("A retry gets the same ticket, and sends nothing twice")
    func retriesAreOne() async throws {
        let first = try await send("한 번만", key: "key-1")
        let again = try await send("한 번만", key: "key-1")
        #expect(first == again && !first.replyTicket.isEmpty)
        #expect(try await service.received(by: alice).count == 1)
        let request = SendToLinkRequest(link: alice.link, content: "다른 쪽지")
        let reused = try await service.reason(
            MessagesAPI.sendToLink,
            request,
            as: stranger(),
            key: "key-1"
        )
        #expect(reused == .idempotencyKeyReused)
        // What is kept for a retry does not hold the ticket for whoever reads the store.
        let ticket = Array(first.replyTicket.utf8)
        #expect(try !service.storeBytes().contains(ticket))
    }

    @Test("The ticket lapses, and with it what is left of the stranger")
    func ticketsLapse() async throws {
        let sent = try await send("쪽지")
        service.clock.advance(seconds: 30 * 86_400 - 1)
        #expect(try await reply(sent.replyTicket).status == .pending)
        service.clock.advance(seconds: 1)
        #expect(try await reason(sent.replyTicket) == .ticketNotFound)
        let renewed = try await service.renewed(alice)
        #expect(try await service.received(by: renewed).count == 1)
    }

    @Test("Strangers are anonymous, and write where the owner lets anybody")
    func ownersDecide() async throws {
        let named = SendToLinkRequest(link: alice.link, content: "나", revealSender: true)
        #expect(
            try await service.reason(MessagesAPI.sendToLink, named, as: stranger())
                == .guestHasNoName
        )
        let policy = UpdateProfileRequest(senderPolicy: .signedIn)
        try await service.call(ProfilesAPI.updateProfile, policy, as: alice.elsewhere)
        let request = SendToLinkRequest(link: alice.link, content: "나")
        #expect(
            try await service.reason(MessagesAPI.sendToLink, request, as: stranger())
                == .signInToWrite
        )
    }

    @Test("A block stops strangers of the same address for a day, who cannot tell")
    func blocksStopAddresses() async throws {
        let first = try await send("싫은 말")
        let note = try #require(try await service.received(by: alice).first)
        let block = BlockSenderRequest(messageID: note.id)
        try await service.call(MessagesAPI.blockSender, block, as: alice.elsewhere)
        let second = try await send("또 싫은 말")
        _ = try await send("다른 데서 온 말", at: 78)
        let arrived = try await service.received(by: alice).map(\.content)
        #expect(arrived == ["다른 데서 온 말", "싫은 말"])
        // The sender sees what everybody sees.
        #expect(second.replyTicket.utf8.count == first.replyTicket.utf8.count)
        #expect(try await reply(second.replyTicket).status == .pending)
        // Somebody else's link is not shut.
        let bob = try await service.person("bob")
        let request = SendToLinkRequest(link: bob.link, content: "안녕")
        try await service.call(MessagesAPI.sendToLink, request, as: stranger())
        #expect(try await service.received(by: bob).count == 1)
        service.clock.advance(seconds: 86_400)
        let renewed = try await service.renewed(alice)
        _ = try await send("하루 뒤")
        #expect(try await service.received(by: renewed).first?.content == "하루 뒤")
    }

    @Test("A block stops strangers' notes too that wait for a tick")
    func blocksStopHeldNotes() async throws {
        let service = try TestService(holdsAnonymousNotes: true)
        let alice = try await service.person("alice")
        let housekeeping = Housekeeping(service.running)
        func send(_ content: String) async throws {
            let request = SendToLinkRequest(link: alice.link, content: content)
            try await service.call(MessagesAPI.sendToLink, request, as: stranger())
        }
        func deliver() async {
            for job in housekeeping.jobs { while await job.piece() == .moreWaiting {} }
        }
        try await send("싫은 말")
        await deliver()
        let note = try #require(try await service.received(by: alice).first)
        let block = BlockSenderRequest(messageID: note.id)
        try await service.call(MessagesAPI.blockSender, block, as: alice.elsewhere)
        try await send("또 싫은 말")
        await deliver()
        #expect(try await service.received(by: alice).map(\.content) == ["싫은 말"])
    }

    @Test("Taking the block back lets the address write again")
    func unblocksOpenAddresses() async throws {
        _ = try await send("말")
        let note = try #require(try await service.received(by: alice).first)
        let block = BlockSenderRequest(messageID: note.id)
        try await service.call(MessagesAPI.blockSender, block, as: alice.elsewhere)
        _ = try await send("막힌 말")
        let unblock = UnblockSenderRequest(messageID: note.id)
        try await service.call(MessagesAPI.unblockSender, unblock, as: alice.elsewhere)
        _ = try await send("다시 하는 말")
        #expect(try await service.received(by: alice).map(\.content) == ["다시 하는 말", "말"])
    }

    @Test("An operator's ban stops strangers of the address everywhere, until it is taken back")
    func bansAreTakenBack() async throws {
        let desk = try AdminDesk(of: service)
        let staff = try await desk.operator()
        _ = try await send("말")
        let note = try #require(try await service.received(by: alice).first)
        let reference = NoteReference(note: .messageID(note.id))
        try await staff.call(AdministrationAPI.banSender, reference)
        service.awaitNews()
        _ = try await send("막힌 말")
        try await staff.call(AdministrationAPI.unbanSender, reference)
        service.awaitNews()
        _ = try await send("다시 하는 말")
        #expect(try await service.received(by: alice).map(\.content) == ["다시 하는 말", "말"])
    }

    @Test("Looking answers up has a limit by address")
    func lookUpsAreLimited() async throws {
        var limits = ServiceLimits()
        limits.rates[.replies] = Rate(of: 2, per: .minute)
        let service = try TestService(limits: limits)
        let request = GetReplyRequest(replyTicket: "a")
        for expected in [RefusalReason.ticketNotFound, .ticketNotFound, .rateLimited] {
            #expect(
                try await service.reason(MessagesAPI.getReply, request, as: .nobody) == expected
            )
        }
    }

    @Test("What is remembered of addresses has bounds, and ends")
    func memoryIsBounded() {
        let origins = TicketOrigins(setCount: 4, shutCountMax: 8)
        let receiver = UserNumber(1)
        for number in 10..<40 as Range<UInt64> {
            let (guest, origin) = (UserNumber(number), RateKey(UserNumber(number + 1_000)))
            origins.note(guest, at: origin)
            origins.shut(guest, to: receiver, at: TestClock.start)
            #expect(origins.isShut(origin, to: receiver, at: TestClock.start))
        }
        let shut = (10..<40 as Range<UInt64>).filter { number in
            origins.isShut(RateKey(UserNumber(number + 1_000)), to: receiver, at: TestClock.start)
        }
        #expect(shut.count == 8 && shut.first == 32)
    }

    @Test("Who was let in and shut out again stays out as long as any other")
    func shutAgainIsShutAnew() {
        let origins = TicketOrigins(setCount: 4, shutCountMax: 2)
        let receiver = UserNumber(1)
        func origin(_ number: UInt64) -> RateKey { RateKey(UserNumber(number + 1_000)) }
        func shut(_ number: UInt64) {
            origins.note(UserNumber(number), at: origin(number))
            origins.shut(UserNumber(number), to: receiver, at: TestClock.start)
        }
        shut(10)
        origins.open(UserNumber(10), to: receiver)
        #expect(!origins.isShut(origin(10), to: receiver, at: TestClock.start))
        shut(10)
        shut(11)
        #expect(origins.isShut(origin(10), to: receiver, at: TestClock.start))
        #expect(origins.isShut(origin(11), to: receiver, at: TestClock.start))
        shut(12)
        #expect(!origins.isShut(origin(10), to: receiver, at: TestClock.start))
    }
}
