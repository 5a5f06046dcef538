import NoteletAPI
import Testing

@testable import Serving

@Suite struct HistoryTests {
    let service: TestService
    let alice: Person
    let bob: Person

    init() async throws {
        service = try TestService()
        alice = try await service.person("alice")
        bob = try await service.person("bob")
    }

    private func page(
        _ cursor: [UInt8] = [],
        _ size: Int32 = 3,
        of person: Person? = nil
    ) async throws -> ListReceivedResponse {
        try await service.call(
            MessagesAPI.listReceived,
            ListReceivedRequest(cursor: cursor, pageSize: size),
            as: (person ?? alice).caller
        )
    }

    @Test func pagesAreNewestFirstAndStayRightWhileNotesArrive() async throws {
        for number in 0..<8 { try await service.send("\(number)", from: bob, to: alice) }
        var cursor: [UInt8] = []
        var found: [String] = []
        repeat {
            let page = try await page(cursor)
            found += page.messages.map(\.content)
            cursor = page.nextCursor
            try await service.send("new", from: bob, to: alice)
        } while !cursor.isEmpty
        #expect(found == ["7", "6", "5", "4", "3", "2", "1", "0"])
        let sent = try await service.sent(by: bob)
        #expect(sent.count == 11 && sent.last?.content == "0")
    }

    @Test func aFullLastPageHasNoCursor() async throws {
        for number in 0..<3 { try await service.send("\(number)", from: bob, to: alice) }
        #expect(try await page().nextCursor.isEmpty)
        #expect(try await page([], 2).nextCursor.count == 16)
    }

    @Test func aPageHasFiftyItemsUnlessToldAndFiveHundredAtMost() async throws {
        for number in 0..<51 { try await service.send("\(number)", from: bob, to: alice) }
        #expect(try await page([], 0).messages.count == 50)
        #expect(try await page([], 500).messages.count == 51)
        for size: Int32 in [-1, 501, .max, .min] {
            let method = MessagesAPI.listReceived
            let request = ListReceivedRequest(pageSize: size)
            let refusal = try await service.refusal(method, request, as: alice.caller)
            #expect(refusal.reason == .invalidValue && refusal.fields["field"] == "page_size")
        }
    }

    @Test func aPageOfLargeNotesEndsEarlyAndLosesNone() async throws {
        let large = String(repeating: "😀", count: 2_000)
        for _ in 0..<140 { try await service.send(large, from: bob, to: alice) }
        let first = try await page([], 500)
        #expect(first.messages.count < 140)
        let rest = try await page(first.nextCursor, 500)
        #expect(first.messages.count + rest.messages.count == 140 && rest.nextCursor.isEmpty)
    }

    @Test func aCursorIsForItsListAndItsUserOnly() async throws {
        for _ in 0..<3 {
            try await service.send(from: bob, to: alice)
            try await service.send(from: alice, to: bob)
        }
        let cursor = try await page([], 1).nextCursor
        var altered = cursor
        altered[7] ^= 1
        for wrong in [altered, [1], cursor + [0], [UInt8](repeating: 0, count: 16)] {
            let request = ListReceivedRequest(cursor: wrong)
            let method = MessagesAPI.listReceived
            #expect(try await service.reason(method, request, as: alice.caller) == .invalidCursor)
        }
        let foreign = try await service.reason(
            MessagesAPI.listReceived,
            ListReceivedRequest(cursor: cursor),
            as: bob.caller
        )
        let sent = ListSentRequest(cursor: cursor)
        let list = try await service.reason(MessagesAPI.listSent, sent, as: alice.caller)
        let pull = PullRequest(cursor: cursor)
        let feed = try await service.reason(SyncAPI.pull, pull, as: alice.caller)
        #expect([foreign, list, feed] == [.invalidCursor, .invalidCursor, .invalidCursor])
    }

    @Test func aContactShowsOnesOwnNotesAndThoseThatShowTheirSender() async throws {
        let contact = try await service.addContact("bob", of: alice, link: bob.link)
        try await service.send("mine", from: alice, through: contact)
        try await service.send("hidden", from: bob, through: contact)
        try await service.send("shown", from: bob, through: contact, revealing: true)
        try await service.send("elsewhere", from: bob, to: alice)
        let request = ListByContactRequest(contactID: contact.id)
        let method = MessagesAPI.listByContact
        let response = try await service.call(method, request, as: alice.caller)
        let contents = response.messages.map { message in
            switch message.side {
            case .received(let note): "< " + note.content
            case .sent(let note): "> " + note.content
            case nil: ""
            }
        }
        #expect(contents == ["< shown", "> mine"])
        let stranger = try await service.person("stranger")
        let reason = try await service.reason(method, request, as: stranger.caller)
        #expect(reason == .contactNotFound)
    }
}
