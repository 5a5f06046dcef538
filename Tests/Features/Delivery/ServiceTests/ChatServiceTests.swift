import AccountRules
import Domain
import NoteletAPI
import NoteletService
import ProtobufCoding
import TTRPC
import Testing

@testable import Serving

/// What is said about orders, as people and operators are told.
@Suite struct ChatServiceTests {
    private typealias Desk = PositionOffice.Desk
    private let office: PositionOffice

    init() async throws {
        office = try await PositionOffice()
    }

    @discardableResult
    private func say(
        _ text: String,
        _ clientID: [UInt8],
        as person: Person? = nil,
        key: String? = nil
    ) async throws -> NoteletAPI.ChatMessage {
        let request = SendTextRequest(orderID: office.order, clientID: clientID, text: text)
        let sent = try await office.call(DeliveryAPI.sendText, request, as: person, key: key)
        return try #require(sent.message)
    }

    private func refused(
        _ text: String,
        _ clientID: [UInt8],
        of order: [UInt8]? = nil,
        as person: Person? = nil
    ) async throws -> NoteletAPI.Refusal {
        let request = SendTextRequest(
            orderID: order ?? office.order,
            clientID: clientID,
            text: text
        )
        return try await office.refusal(DeliveryAPI.sendText, request, as: person)
    }

    @Test(arguments: Door.allCases)
    func ownMessagesAreThereOnceAlthoughTheyComeBack(door: Door) async throws {
        try office.service.enter(by: door)
        let before = try await office.pull(office.channel, as: office.rider)
        let sent = try await say("갑니다", [7], key: "0123456789abcdef")
        #expect(sent.isOwn && sent.role == .agent && sent.number == 1 && sent.clientID == [7])
        // With the key or without it, it is said once.
        #expect(try await say("갑니다", [7], key: "0123456789abcdef") == sent)
        #expect(try await say("갑니다", [7]) == sent)
        let page = try await office.pull(office.channel, as: office.rider, from: before.cursor)
        let changes = try office.changes(page, NoteletAPI.ChannelChange.self)
        var pushed = sent
        pushed.isOwn = false
        #expect(changes.map(\.kind) == [.message(pushed)])
        let answer = try await say("네", [7], as: office.shopper)
        #expect(answer.number == 2 && answer.role == .shopper)
        var request = ListMessagesRequest(orderID: office.order, pageSize: 1)
        var seen: [NoteletAPI.ChatMessage] = []
        repeat {
            let page = try await office.call(DeliveryAPI.listMessages, request, as: office.shopper)
            seen += page.messages
            request.cursor = page.nextCursor
        } while !request.cursor.isEmpty
        #expect(seen.map(\.text) == ["네", "갑니다"] && seen.map(\.isOwn) == [true, false])
        #expect(office.counts("notelet_delivery_total")["messagesSent"] == 3)
    }

    @Test func dispatchersSpeakAndPutPeopleIn() async throws {
        let invited = try await office.service.person("invited")
        #expect(try await refused("나도", [1], as: invited).reason == .notInChannel)
        var change = ChangeChannelRequest(
            orderID: office.order,
            change: .addedUserID(invited.user.id)
        )
        _ = try await office.desk.call(Desk.changeChannel, change)
        #expect(try await say("도울게요", [1], as: invited).role == .invited)
        let words = DispatchTextRequest(
            orderID: office.order,
            clientID: [1],
            text: "비가 옵니다"
        )
        let said = try await office.desk.call(Desk.dispatchText, words)
        #expect(try await office.desk.call(Desk.dispatchText, words) == said)
        #expect(said.message?.role == .dispatcher)
        let listed = try await office.desk.call(
            Desk.listChannel,
            ListChannelRequest(orderID: office.order)
        )
        #expect(listed.messages.map(\.userID) == [[], invited.user.id])
        #expect(listed.messages.compactMap(\.message?.text) == ["비가 옵니다", "도울게요"])
        #expect(try await office.pull(office.channel, as: invited).changes.count == 2)
        change.change = .removedUserID(invited.user.id)
        _ = try await office.desk.call(Desk.changeChannel, change)
        #expect(try await refused("또", [2], as: invited).reason == .notInChannel)
        let feed = PullRequest(feed: office.channel)
        let shut = try await office.refusal(SyncAPI.pull, feed, as: invited)
        #expect(shut.reason == .feedNotFound)
        change.change = nil
        let unsaid = try await office.desk.refusal(Desk.changeChannel, change)
        #expect(unsaid.fields["field"] == "user_id")
        change.change = .addedUserID([UInt8](repeating: 7, count: 16))
        let foreign = try await office.desk.refusal(Desk.changeChannel, change)
        #expect(foreign.reason == .userNotFound)
        let audit = try office.service.audit().map(\.action)
        #expect(audit.filter { $0.hasPrefix("delivery channel ") }.count == 2)
        #expect(audit.filter { $0.hasPrefix("delivery say ") }.count == 1)
    }

    @Test func marksAreToldToAllOfTheChannel() async throws {
        for number in 1...3 { try await say("\(number)", [UInt8(number)]) }
        let before = try await office.pull(office.channel, as: office.rider)
        func mark(_ number: UInt64, as person: Person) async throws -> MarkReadResponse {
            let request = MarkReadRequest(orderID: office.order, number: number)
            return try await office.call(DeliveryAPI.markRead, request, as: person)
        }
        #expect(try await mark(2, as: office.shopper).number == 2)
        #expect(try await mark(1, as: office.shopper).number == 2)
        let page = try await office.pull(office.channel, as: office.rider, from: before.cursor)
        let changes = try office.changes(page, NoteletAPI.ChannelChange.self)
        #expect(changes.map(\.kind) == [.read(NoteletAPI.ReadMark(role: .shopper, number: 2))])
        let own = try await mark(.max, as: office.rider)
        #expect(own.number == 3)
        #expect(own.others == [NoteletAPI.ReadMark(role: .shopper, number: 2)])
    }

    @Test func aChannelIsLiveForAsLongAsSomebodyIsThere() async throws {
        let stream = RecordingStream()
        let request = WatchRequest(feeds: [WatchedFeed(feed: office.channel)])
        let caller = office.rider.elsewhere
        _ = try office.service.open(SyncAPI.watch, request, as: caller, on: stream)
        stream.runJobs()
        let said = try await say("어디세요", [1], as: office.shopper)
        stream.runJobs()
        var shown = said
        shown.isOwn = false
        func told() throws -> [NoteletAPI.ChannelChange.Kind?] {
            let pages: [ChangePage] = try stream.decoded()
            return try pages.flatMap { page in
                try office.changes(page, NoteletAPI.ChannelChange.self).map(\.kind)
            }
        }
        #expect(try told() == [.message(shown)])
        // An agent who has the order no longer is shut out.
        let released = ReassignOrderRequest(id: office.order)
        _ = try await office.desk.call(Desk.reassignOrder, released)
        try await say("누구 없나요", [2], as: office.shopper)
        stream.runJobs()
        #expect(try told() == [.message(shown)])
        let pages: [ChangePage] = try stream.decoded()
        #expect(try #require(pages.last).isOver && stream.status?.code == .ok)
    }

    @Test func refusalsSayWhatWouldBeRight() async throws {
        #expect(try await refused("a", [1], of: [1]).fields["field"] == "order_id")
        #expect(try await refused("a", [1], of: office.rider.user.id).reason == .orderNotFound)
        #expect(try await refused("a", [1], as: office.other).reason == .notInChannel)
        #expect(try await refused("a", []).fields["field"] == "client_id")
        let blank = try await refused(" ", [1])
        #expect(blank.fields["field"] == "message_text")
        #expect(blank.texts["ja"]?.contains("2,000") == true)
        let list = ListMessagesRequest(orderID: office.order)
        let unread = try await office.refusal(DeliveryAPI.listMessages, list, as: office.other)
        #expect(unread.reason == .notInChannel)
        let mark = MarkReadRequest(orderID: office.order, number: 1)
        let unmarked = try await office.refusal(DeliveryAPI.markRead, mark, as: office.other)
        #expect(unmarked.reason == .notInChannel)
        for name in ["", "own", String(repeating: "0", count: 32), office.channel + "0"] {
            let feed = PullRequest(feed: "delivery-channel/" + name)
            let none = try await office.refusal(SyncAPI.pull, feed)
            #expect(none.reason == .feedNotFound)
        }
    }

    @Test func aDayHasRoomForSoManyMessages() async throws {
        let office = try await PositionOffice(limits: ServiceLimits())
        var request = SendTextRequest(orderID: office.order, clientID: [1], text: "a")
        for _ in 0..<2_000 { try await office.call(DeliveryAPI.sendText, request) }
        request.clientID = [2]
        let refusal = try await office.refusal(DeliveryAPI.sendText, request)
        #expect(refusal.reason == .rateLimited)
    }

    @Test func whatWasSaidIsForgottenAfterNinetyDays() async throws {
        try await say("갑니다", [1])
        func saidCount() async throws -> Int {
            let request = ListChannelRequest(orderID: office.order)
            return try await office.desk.call(Desk.listChannel, request).messages.count
        }
        let jobs = Housekeeping(office.service.running).jobs
        let job = try #require(jobs.first { $0.name == "chat-clearing" })
        for (days, count) in [(90, 1), (1, 0)] as [(Int64, Int)] {
            office.service.clock.advance(seconds: days * 86_400)
            while await job.piece() == .moreWaiting {}
            #expect(try await saidCount() == count)
        }
    }

    @Test func anExportHasWhatSomebodySaid() async throws {
        try await say("갑니다", [1])
        try await say("네", [1], as: office.shopper)
        let said = try await office.exported(NoteletAPI.ChatMessage.self, of: office.rider)
        #expect(said.map(\.text) == ["갑니다"] && said[0].isOwn)
        #expect(said[0].orderID == office.order)
    }
}
