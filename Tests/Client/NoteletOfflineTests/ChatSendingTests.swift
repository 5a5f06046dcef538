import ClientTestSupport
import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import NoteletTestSupport
import TTRPC
import Testing

@testable import NoteletOffline

/// What is said, and told, while there is no network.
@Suite("Delivery without a network", .timeLimit(.minutes(1)))
struct ChatSendingTests {
    private let order = UUID()
    private let network = FakeNetworkMonitor(isConnected: false)
    /// What the service was told, in its order.
    private let calls = Log<String>()
    private let feed: FakeFeed

    init() {
        feed = FakeFeed(name: SharedFeed.channel(of: order))
    }

    private func town(_ fill: @escaping (inout Router) -> Void = { _ in }) throws -> Town {
        let (calls, order, feed) = (calls, order, feed)
        return try Town(sharing: feed) { router in
            router.answer(DeliveryAPI.sendText) { request, context in
                let name = UUID(optional: request.clientID)?.uuidString
                guard name == context.key else { throw RPCError(.internal, "another key") }
                if request.text == "no" { throw try RPCError.refusal(.notInChannel) }
                let number = UInt64(calls.append(request.text))
                var said = NoteletAPI.ChatMessage(
                    number: number,
                    orderID: request.orderID,
                    role: .agent,
                    text: request.text,
                    clientID: request.clientID
                )
                feed.tell(changes: [ChannelChange(kind: .message(said))])
                said.isOwn = true
                return SendTextResponse(message: said)
            }
            router.answer(DeliveryAPI.listMessages) { _, _ in
                // This one was said from another device.
                ListMessagesResponse(messages: [
                    .saying("어제", 100, of: order, as: .agent, isOwn: true)
                ])
            }
            router.answer(DeliveryAPI.updateLocations) { request, _ in
                calls.append("\(request.locations.count) positions")
                throw try RPCError.refusal(.notTracking)
            }
            router.answer(DeliveryAPI.stopTracking) { _, _ in
                calls.append("stop")
                return StopTrackingResponse()
            }
            router.answer(DeliveryAPI.markRead) { request, _ in
                calls.append("read \(request.number)")
                return MarkReadResponse(number: request.number)
            }
            fill(&router)
        }
    }

    private func start(
        _ town: Town,
        _ sessions: MemorySessionStore
    ) async throws -> OfflineApplication {
        try await town.signedIn(sessions: sessions, configure: configure)
    }

    /// What is not sent without a network is tried again when there is one, and not before.
    private func configure(_ configuration: inout OfflineConfiguration) {
        configuration.networkMonitor = network
        configuration.retry.pauseMin = .seconds(60)
        configuration.retry.pauseMax = .seconds(60)
    }

    @Test("What is said waits over a restart, goes out in its order, and is there once")
    func offline() async throws {
        let sessions = MemorySessionStore()
        let town = try town()
        let first = try await start(town, sessions)
        let ids = [UUID(), UUID(), UUID()]
        for (text, id) in zip(["1", "2"], ids) {
            let said = try await first.chat.send(text, orderId: order, clientId: id)
            #expect(said.writeState == .pending && said.isOwn && said.clientId == id)
        }
        // The same intention again is said once.
        _ = try await first.chat.send("2", orderId: order, clientId: ids[1])
        #expect(try await first.outbox.fetchWrites().map(\.id) == [ids[0], ids[1]])
        await first.close()
        #expect(calls.entries.isEmpty)
        let second = try town.start(sessions: sessions, configure: configure)
        _ = try await second.chat.send("3", orderId: order, clientId: ids[2])
        network.isConnected = true
        let shown = second.chat.observeMessages(orderId: order, countMax: 50)
        for await texts in shown {
            let names = texts.compactMap(\.clientId)
            #expect(Set(names).count == names.count)
            let own = texts.filter { ids.contains($0.clientId ?? order) }
            if own.count == 3, own.allSatisfy({ $0.writeState == .saved }) {
                #expect(own.map(\.text) == ["3", "2", "1"] && own.allSatisfy(\.isOwn))
                break
            }
        }
        #expect(calls.entries == ["1", "2", "3"])
        #expect(try await second.outbox.fetchWrites().isEmpty)
        await second.close()
    }

    @Test("What is refused stays with its reason, and can be given up")
    func refused() async throws {
        network.isConnected = true
        let town = try town()
        let application = try await start(town, MemorySessionStore())
        let id = UUID()
        _ = try await application.chat.send("no", orderId: order, clientId: id)
        for await writes in application.outbox.observeWrites() {
            guard case .failed(let error)? = writes.first?.state else { continue }
            #expect(error.refusal?.reason == "NOT_IN_CHANNEL")
            break
        }
        var pages = application.chat.messagePages(orderId: order, pageSize: 50)
            .makeAsyncIterator()
        #expect(try await pages.next()?.first { $0.clientId == id }?.text == "no")
        try await application.outbox.drop(id)
        #expect(try await application.outbox.fetchWrites().isEmpty)
        await application.close()
    }

    @Test("A list says which messages are the account's own that were sent from elsewhere")
    func otherDevices() async throws {
        network.isConnected = true
        feed.tell(changes: [
            ChannelChange(kind: .message(.saying("어제", 100, of: order, as: .agent)))
        ])
        let town = try town()
        let application = try await start(town, MemorySessionStore())
        for await texts in application.chat.observeMessages(orderId: order, countMax: 50)
        where texts.map(\.isOwn) == [true] { break }
        await application.close()
    }

    @Test("Positions wait and go out before their end; what nobody wants any more is given up")
    func positions() async throws {
        let town = try town()
        let application = try await start(town, MemorySessionStore())
        func place(_ latitude: Double) -> NoteletInterface.Location {
            NoteletInterface.Location(latitude: latitude, longitude: 126.9, recordedAt: .start)
        }
        let locations = application.locations
        for latitude in [37.5, .nan, 90.1, 37.6] {
            let told = try await locations.updateLocations(
                [place(latitude)],
                orderId: order,
                intention: UUID()
            )
            let isPlace = (37...38).contains(latitude)
            #expect(told.waiting == (isPlace ? 1 : 0) && told.dropped == (isPlace ? 0 : 1))
        }
        try await locations.stopTracking(orderId: order, intention: UUID())
        #expect(try await application.outbox.fetchWrites().count == 2)
        network.isConnected = true
        for await writes in application.outbox.observeWrites() where writes.isEmpty { break }
        #expect(calls.entries == ["2 positions", "stop"])
        await application.close()
    }

    @Test("What was read is shown at once, and told when there is a way")
    func reading() async throws {
        let town = try town()
        let application = try await start(town, MemorySessionStore())
        #expect(try await application.chat.markRead(upTo: 3, orderId: order).own == 3)
        #expect(try await application.chat.markRead(upTo: 2, orderId: order).own == 3)
        network.isConnected = true
        for await writes in application.outbox.observeWrites() where writes.isEmpty { break }
        #expect(calls.entries == ["read 3"])
        var marks = application.chat.observeMarks(orderId: order).makeAsyncIterator()
        #expect(await marks.next()?.own == 3)
        await application.close()
    }
}
