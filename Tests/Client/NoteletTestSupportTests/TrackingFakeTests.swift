import Foundation
import NoteletInterface
import NoteletTestSupport
import Testing

@Suite("Fakes of positions and chat")
struct TrackingFakeTests {
    @Test("What is told is recorded and answered")
    func locations() async throws {
        let here = Location(latitude: 37.5, longitude: 126.9, recordedAt: FakeClock.start)
        let seen = AgentWhereabouts(location: here, isTracked: true)
        let repository = MockLocationRepository(whereaboutsToReturn: seen)
        let (order, intention) = (UUID(), UUID())
        try await repository.startTracking(orderId: order, intention: intention)
        let update = try await repository.updateLocations(
            [here, here],
            orderId: order,
            intention: intention
        )
        #expect(update == LocationUpdate(accepted: 2, dropped: 0))
        try await repository.stopTracking(orderId: order, intention: intention)
        #expect(try await repository.fetchWhereabouts(orderId: order) == seen)
        #expect(repository.startTrackingCalls.arguments.map(\.orderId) == [order])
        #expect(repository.stopTrackingCalls.count == 1)
        #expect(repository.updateLocationsCalls.arguments.map(\.locations) == [[here, here]])
    }

    @Test("What was said is listed by its order, and what is said is answered")
    func chat() async throws {
        let order = UUID()
        func message(_ id: UInt64, _ order: UUID) -> ChatMessage {
            ChatMessage(
                id: id,
                orderId: order,
                role: .shopper,
                text: "\(id)",
                sentAt: FakeClock.start
            )
        }
        let repository = MockChatRepository(
            messagesToReturn: [message(2, order), message(9, UUID()), message(1, order)]
        )
        var pages: [[UInt64]] = []
        for try await page in repository.messagePages(orderId: order, pageSize: 1) {
            pages.append(page.map(\.id))
        }
        #expect(pages == [[2], [1]])
        var last = repository.observeMessages(orderId: order, countMax: 1).makeAsyncIterator()
        #expect(await last.next()?.map(\.id) == [2])
        var marks = repository.observeMarks(orderId: order).makeAsyncIterator()
        #expect(await marks.next()?.own == 0)
        repository.marks.value = ChatMarks(own: 2, others: [.shopper: 1])
        #expect(await marks.next()?.others == [.shopper: 1])
        let clientId = UUID()
        let said = try await repository.send("갑니다", orderId: order, clientId: clientId)
        #expect(said.isOwn && said.clientId == clientId && said.id == 10)
        #expect(try await repository.markRead(upTo: 2, orderId: order).own == 2)
        #expect(repository.sendCalls.arguments.map(\.text) == ["갑니다"])
    }
}
