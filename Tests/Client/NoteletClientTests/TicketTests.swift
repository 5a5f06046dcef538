import ClientTestSupport
import NoteletAPI
import NoteletClient
import TTRPC
import Testing

/// Notes of strangers, from the client's side.
@Suite("Tickets of a client", .timeLimit(.minutes(1)))
struct TicketTests {
    @Test("A stranger's note carries no token, whoever is signed in, and the key that it is given")
    func strangers() async throws {
        let calls = Log<String>()
        let server = try FakeServer { router in
            router.admitGuests(TestClock())
            router.answer(MessagesAPI.sendToLink) { request, context in
                let token = context.token == nil ? "nobody" : "somebody"
                calls.append("\(token) \(context.key ?? "") \(request.link) \(request.content)")
                return SendResponse(messageID: [1], replyTicket: "ticket")
            }
        }
        let notelet = try TestClient(server).notelet
        try await notelet.becomeGuest()
        let key = try #require(IdempotencyKey("key"))
        let response = try await notelet.sendAsStranger("안녕", toLink: "abc", idempotencyKey: key)
        #expect(response.replyTicket == "ticket")
        try await notelet.send("안녕", toLink: "abc", idempotencyKey: key)
        #expect(calls.entries == ["nobody key abc 안녕", "somebody key abc 안녕"])
    }

    @Test("A ticket is shown for the answer, and nothing else")
    func answers() async throws {
        let calls = Log<String>()
        let server = try FakeServer { router in
            router.answer(MessagesAPI.getReply) { request, context in
                calls.append("\(context.token ?? "nobody") \(request.replyTicket)")
                guard request.replyTicket == "ticket" else {
                    throw try RPCError.refusal(.ticketNotFound)
                }
                return GetReplyResponse(status: .answered, answer: Answer(content: "네"))
            }
        }
        let notelet = try TestClient(server).notelet
        #expect(try await notelet.reply(toTicket: "ticket").answer?.content == "네")
        let error = await #expect(throws: NoteletError.self) {
            try await notelet.reply(toTicket: "another")
        }
        #expect(error?.reason == .ticketNotFound)
        #expect(calls.entries == ["nobody ticket", "nobody another"])
    }
}
