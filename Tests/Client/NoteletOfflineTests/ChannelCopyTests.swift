import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import SQLite
import Testing

@testable import NoteletOffline

/// What a copy has of what is said about an order, and what waits to be said.
@Suite("The copy of a channel")
struct ChannelCopyTests {
    private let copy: TestCopy
    private let order = UUID()
    private var tables: CopyTables { copy.tables }
    private var feed: String { SharedFeed.channel(of: order) }

    init() throws {
        copy = try TestCopy()
        try copy.tables.follow(SharedFeed.channel(of: order), at: .start)
    }

    private func say(_ text: String) throws -> UUID {
        let id = UUID()
        return try tables.keep(.text(text, of: order, called: id), id: id)
    }

    private func told(_ kinds: ChannelChange.Kind...) throws {
        try tables.page(kinds.map { ChannelChange(kind: $0) }, of: feed)
    }

    private func texts() throws -> [NoteletInterface.ChatMessage] {
        try tables.shownTexts(of: order, countMax: 100).texts
    }

    private func lines() throws -> [String] {
        try texts().map { "\($0.text) \($0.isOwn) \($0.writeState == .saved)" }
    }

    @Test("The feed of a channel is named by the digits of its order, and read back")
    func names() {
        #expect(feed.count == "delivery-channel/".count + 32)
        #expect(SharedFeed.orderID(ofChannel: feed) == order.bytes)
        let strange = ["delivery/north", "delivery-channel/", feed + "0", "delivery-channel/+1"]
        for name in strange { #expect(SharedFeed.orderID(ofChannel: name) == nil) }
    }

    @Test("An own message is there once, whether the feed or the reply comes first")
    func ownMessages() throws {
        let first = try say("1")
        let second = try say("2")
        #expect(try lines() == ["2 true false", "1 true false"])
        // The feed tells the first one although its reply was lost.
        try told(.message(.saying("1", 1, of: order, called: first, as: .agent)))
        #expect(try tables.entries().map(\.id) == [second])
        #expect(try lines() == ["2 true false", "1 true true"])
        let late = NoteletAPI.ChatMessage.saying("1", 1, of: order, called: first, as: .agent)
        try tables.take(
            .delivery(.said(late)),
            to: .text("1", of: order, called: first),
            intention: first
        )
        #expect(try lines() == ["2 true false", "1 true true"])
        // The reply to the second comes before the feed.
        let said = NoteletAPI.ChatMessage.saying("2", 3, of: order, called: second, as: .agent)
        try tables.take(
            .delivery(.said(said)),
            to: .text("2", of: order, called: second),
            intention: second
        )
        try told(.message(.saying("네", 2, of: order)), .message(said))
        #expect(try lines() == ["2 true true", "네 false true", "1 true true"])
        #expect(try texts().map(\.role) == [.agent, .shopper, .agent])
        #expect(try tables.entries().isEmpty)
        #expect(try tables.shownText(second, of: order)?.id == 3)
    }

    @Test("A message of another person is not the account's own for its name")
    func foreignNames() throws {
        let id = try say("1")
        let other = UUID()
        // Of another order, the same name is another's.
        try tables.follow(SharedFeed.channel(of: other), at: .start)
        try tables.page(
            [ChannelChange(kind: .message(.saying("1", 1, of: other, called: id)))],
            of: SharedFeed.channel(of: other)
        )
        #expect(try tables.entries().map(\.id) == [id])
        #expect(try tables.shownTexts(of: other, countMax: 9).texts.map(\.isOwn) == [false])
    }

    @Test("Messages wait in the order in which they were written, above all that was said")
    func queue() throws {
        let ids = [try say("1"), try say("2"), try say("3")]
        #expect(try tables.heads() == [ids[0]])
        let shown = try texts()
        #expect(shown.map(\.clientId) == [ids[2], ids[1], ids[0]])
        #expect(shown.map(\.id) == shown.map(\.id).sorted(by: >) && Set(shown.map(\.id)).count == 3)
        #expect(shown.allSatisfy { $0.id > 1 << 62 })
        // One that was refused holds nobody up, and can be said otherwise.
        try tables.fail(ids[0], with: NoteletError(.refused, "no"))
        #expect(try tables.heads() == [ids[1]])
        let entry = try #require(try tables.entry(ids[0]))
        #expect(entry.write.saying("!") == .text("!", of: order, called: ids[0]))
        let write = try #require(try tables.pendingWrites().first)
        guard case .sendText(let text) = write.kind else {
            Issue.record("\(write)")
            return
        }
        #expect(text.orderId == order && text.writeState == .failed(.unknown("no")))
    }

    @Test("Pages go on behind the last one, and what waits is on the first")
    func pages() throws {
        try told(
            .message(.saying("1", 1, of: order)),
            .message(.saying("2", 2, of: order)),
            .message(.saying("256", 256, of: order))
        )
        _ = try say("3")
        let first = try tables.shownTexts(of: order, countMax: 2)
        #expect(first.texts.map(\.text) == ["3", "256"])
        let key = try #require(first.next)
        let second = try tables.shownTexts(of: order, behind: key, countMax: 2)
        #expect(second.texts.map(\.text) == ["2", "1"])
        let last = try tables.shownTexts(of: order, behind: second.next, countMax: 2)
        #expect(last.texts.isEmpty && last.next == nil)
    }

    @Test("A new reading of the feed leaves what is the account's own, and what is newer")
    func anew() throws {
        let (mine, gone, newer) = (UUID(), UUID(), UUID())
        for (number, id) in [(1, mine), (2, gone), (9, newer)] {
            let said = NoteletAPI.ChatMessage.saying(
                "\(number)",
                UInt64(number),
                of: order,
                called: id,
                as: .agent
            )
            try tables.take(.said(said))
        }
        try tables.take(.read(MarkReadResponse(number: 2), orderID: order.bytes))
        // The first reading has them as all have them, but for what was said since.
        try told(
            .message(.saying("1", 1, of: order, called: mine, as: .agent)),
            .message(.saying("2", 2, of: order, called: gone, as: .agent)),
            .message(.saying("3", 3, of: order))
        )
        #expect(try texts().map(\.isOwn) == [true, false, true, true])
        let cursor = try #require(try tables.feed(feed)).cursor
        try tables.beginAnew(feed, after: cursor)
        try told(
            .message(.saying("1", 1, of: order, called: mine, as: .agent)),
            .message(.saying("3", 3, of: order))
        )
        #expect(try lines() == ["9 true true", "3 false true", "1 true true"])
        #expect(try tables.shownMarks(of: order).own == 2)
    }

    @Test("Marks never go back, and the account's own is none of others")
    func marks() throws {
        try told(
            .read(ReadMark(role: .shopper, number: 4)),
            .read(ReadMark(role: .shopper, number: 2))
        )
        #expect(try tables.shownMarks(of: order) == ChatMarks(own: 0, others: [.shopper: 4]))
        let response = MarkReadResponse(
            number: 3,
            others: [ReadMark(role: .shopper, number: 5), ReadMark(role: .invited, number: 1)]
        )
        try tables.take(.read(response, orderID: order.bytes))
        try told(.read(ReadMark(role: .agent, number: 3)))
        #expect(
            try tables.shownMarks(of: order)
                == ChatMarks(own: 3, others: [.shopper: 5, .invited: 1, .agent: 3])
        )
        // Who has spoken as the agent is the agent, also on another device.
        try tables.take(.said(.saying("1", 1, of: order, as: .agent)))
        try told(.read(ReadMark(role: .agent, number: 6)))
        #expect(
            try tables.shownMarks(of: order)
                == ChatMarks(own: 6, others: [.shopper: 5, .invited: 1])
        )
    }

    @Test("A mark that waits is shown, and makes way for one that says more")
    func waitingMarks() throws {
        func mark(_ number: UInt64) throws -> [UInt64] {
            let request = MarkReadRequest(orderID: order.bytes, number: number)
            try tables.insertMark(request, at: .start)
            return try tables.entries().map { entry in
                guard case .delivery(.markRead(let request)) = entry.write else { return 0 }
                return request.number
            }
        }
        #expect(try mark(3) == [3])
        #expect(try mark(2) == [3] && mark(3) == [3])
        #expect(try mark(5) == [5])
        #expect(try tables.shownMarks(of: order).own == 5)
        // One that is on its way may have arrived.
        let id = try #require(try tables.entries().first?.id)
        _ = try tables.noteTry(id, at: .start)
        #expect(try mark(6) == [5, 6])
        try tables.removeWrites()
        try tables.take(.read(MarkReadResponse(number: 7), orderID: order.bytes))
        #expect(try mark(7) == [])
    }

    @Test("A message of another order in the feed is none of the contract's")
    func strangeMessages() throws {
        let other = try SharedChange(
            ChannelChange(kind: .message(.saying("1", 1, of: UUID())))
        )
        #expect(throws: AppError.network(.unknown)) { try SharedStep(other, of: feed) }
        #expect(try SharedStep(SharedChange(ChannelChange()), of: feed) == nil)
        let mark = try SharedChange(ChannelChange(kind: .read(ReadMark(role: .agent, number: 1))))
        #expect(throws: AppError.network(.unknown)) { try SharedStep(mark, of: "delivery/north") }
    }
}
