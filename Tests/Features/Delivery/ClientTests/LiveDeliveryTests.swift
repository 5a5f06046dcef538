import ClientTestSupport
import DeliveryClient
import NoteletAPI
import NoteletClient
import ProtobufCoding
import TTRPC
import Testing

/// Pools and channels as lists that follow their feeds.
@Suite("Delivery as it happens", .timeLimit(.minutes(1)))
struct LiveDeliveryTests {
    private static func order(
        _ number: UInt8,
        _ status: OrderStatus = .open,
        at seconds: Int64 = 0
    ) -> Order {
        Order(
            id: [number],
            pool: "north",
            status: status,
            summary: "\(number)",
            openedAt: Timestamp(seconds: seconds)
        )
    }

    private static func change(_ message: some NamedMessage & Encodable) throws -> Change {
        let value = try ProtobufEncoder().encode(message)
        return Change(kind: .shared(SharedChange(type: type(of: message).fullName, value: value)))
    }

    /// A client of a server that sends pages of one feed, two in each connection.
    private static func client(
        of feed: String,
        _ pages: [ChangePage]
    ) async throws -> (FakeServer, TestClient) {
        let server = try FakeServer { router in
            router.admitGuests(TestClock())
            router.stream(SyncAPI.watch) { request, writer, _ in
                #expect(request.feeds.map(\.feed) == [feed])
                let start = Int(request.feeds.first?.cursor.first ?? 0)
                for (index, page) in pages.enumerated().dropFirst(start) {
                    var page = page
                    page.feed = feed
                    page.cursor = [UInt8(index + 1)]
                    page.isUpToDate = !page.isOver
                    try await writer.send(page)
                    if index == start + 1 { throw RPCError(.unavailable, "gone") }
                }
                try await waitForCancellation()
            }
        }
        let client = try TestClient(server)
        try await client.notelet.becomeGuest()
        return (server, client)
    }

    @Test("A pool shows each opening, taking, release and end in order, through breaks")
    func pools() async throws {
        func page(_ kind: OrderChange.Kind?) throws -> ChangePage {
            ChangePage(changes: [try Self.change(OrderChange(kind: kind))])
        }
        let (server, client) = try await Self.client(
            of: "delivery/north",
            [
                try page(.opened(Self.order(1, at: 1))),
                try page(.opened(Self.order(2, at: 2))),
                try page(.taken(Self.order(1, .inProgress, at: 1))),
                try page(nil),
                try page(.released(Self.order(1, at: 1))),
                // Those of one moment stand by their ids, whichever was told first.
                try page(.opened(Self.order(9, at: 2))),
                try page(.closed(Self.order(2, .cancelled, at: 2))),
                ChangePage(isOver: true),
            ]
        )
        var seen: [[String]] = []
        for try await orders in client.notelet.observeOrders(inPool: "north") {
            seen.append(orders.map { "\($0.summary) \($0.status.rawValue)" })
        }
        #expect(
            seen == [
                ["1 1"], ["2 1", "1 1"], ["2 1", "1 2"], ["2 1", "1 1"], ["2 1", "9 1", "1 1"],
                ["9 1", "1 1"],
            ]
        )
        server.stop()
    }

    @Test("A channel has the greatest number in front, and marks are none of its messages")
    func channels() async throws {
        let id = [UInt8](0..<16)
        func message(_ number: UInt64) -> ChatMessage {
            ChatMessage(number: number, orderID: id, text: "\(number)")
        }
        let feed = "delivery-channel/000102030405060708090a0b0c0d0e0f"
        #expect(Notelet.feed(ofChannel: id) == feed && Notelet.feed(ofPool: "a") == "delivery/a")
        let (server, client) = try await Self.client(
            of: feed,
            [
                ChangePage(changes: [
                    try Self.change(ChannelChange(kind: .message(message(2)))),
                    try Self.change(ChannelChange(kind: .message(message(1)))),
                ]),
                ChangePage(changes: [
                    try Self.change(ChannelChange(kind: .read(ReadMark(role: .agent, number: 2))))
                ]),
                ChangePage(changes: [try Self.change(ChannelChange(kind: .message(message(300))))]),
                ChangePage(isOver: true),
            ]
        )
        var seen: [[UInt64]] = []
        for try await messages in client.notelet.observeMessages(ofOrder: id) {
            seen.append(messages.map(\.number))
        }
        #expect(seen == [[2, 1], [300, 2, 1]])
        server.stop()
    }
}
