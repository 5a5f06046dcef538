import ClientTestSupport
import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import NoteletTestSupport
import TTRPC
import Testing

@Suite("Positions and chat over the wire")
struct TrackingRepositoryTests {
    @Test("Where an agent is goes out as it was, under the key of the intention")
    func locations() async throws {
        let calls = Log<String>()
        let order = UUID()
        let desk = try await Desk.signedIn { router in
            router.answer(DeliveryAPI.startTracking) { request, context in
                calls.append("start \(context.key ?? "") \(request.orderID == order.bytes)")
                return StartTrackingResponse()
            }
            router.answer(DeliveryAPI.stopTracking) { _, context in
                calls.append("stop \(context.key ?? "")")
                return StopTrackingResponse()
            }
            router.answer(DeliveryAPI.updateLocations) { request, context in
                let seconds = request.locations.map { "\($0.recordedAt?.seconds ?? 0)" }
                calls.append("tell \(context.key ?? "") \(seconds.joined(separator: ","))")
                return UpdateLocationsResponse(accepted: 1, dropped: 1)
            }
            router.answer(DeliveryAPI.getLastLocation) { request, _ in
                guard request.orderID == order.bytes else { return GetLastLocationResponse() }
                return GetLastLocationResponse(
                    location: NoteletAPI.Location(
                        latitude: 37.5,
                        longitude: 126.9,
                        recordedAt: Timestamp(seconds: 60)
                    ),
                    isTracked: true
                )
            }
        }
        let (repository, intention) = (desk.remote.locations, UUID())
        try await repository.startTracking(orderId: order, intention: intention)
        let told = [60.0, 70].map { seconds in
            NoteletInterface.Location(
                latitude: 37.5,
                longitude: 126.9,
                recordedAt: Date(timeIntervalSince1970: seconds)
            )
        }
        let update = try await repository.updateLocations(
            told,
            orderId: order,
            intention: intention
        )
        #expect(update == LocationUpdate(accepted: 1, dropped: 1))
        try await repository.stopTracking(orderId: order, intention: intention)
        #expect(
            calls.entries == [
                "start \(intention) true", "tell \(intention) 60,70", "stop \(intention)",
            ]
        )
        let seen = try await repository.fetchWhereabouts(orderId: order)
        #expect(seen == AgentWhereabouts(location: told[0], isTracked: true))
        let unseen = try await repository.fetchWhereabouts(orderId: UUID())
        #expect(unseen == AgentWhereabouts(location: nil, isTracked: false))
    }

    @Test("What is said goes out under the id that the application gave it")
    func chat() async throws {
        let calls = Log<String>()
        let (order, clientId) = (UUID(), UUID())
        let desk = try await Desk.signedIn { router in
            router.answer(DeliveryAPI.sendText) { request, context in
                calls.append("\(context.key ?? "") \(request.clientID == clientId.bytes)")
                let said = NoteletAPI.ChatMessage(
                    number: 3,
                    orderID: request.orderID,
                    role: .agent,
                    text: request.text,
                    sentAt: Timestamp(seconds: 60),
                    clientID: request.clientID,
                    isOwn: true
                )
                return SendTextResponse(message: said)
            }
            router.answer(DeliveryAPI.listMessages) { request, _ in
                let said = NoteletAPI.ChatMessage(
                    number: request.cursor.isEmpty ? 2 : 1,
                    orderID: request.orderID,
                    role: .init(rawValue: 9),
                    text: "네",
                    clientID: [7]
                )
                let next: [UInt8] = request.cursor.isEmpty ? [7] : []
                return ListMessagesResponse(messages: [said], nextCursor: next)
            }
            router.answer(DeliveryAPI.markRead) { request, _ in
                MarkReadResponse(
                    number: request.number,
                    others: [
                        NoteletAPI.ReadMark(role: .invited, number: 2),
                        NoteletAPI.ReadMark(role: .invited, number: 1),
                    ]
                )
            }
        }
        let repository = desk.remote.chat
        let sent = try await repository.send("갑니다", orderId: order, clientId: clientId)
        #expect(sent.id == 3 && sent.isOwn && sent.role == .agent && sent.clientId == clientId)
        #expect(calls.entries == ["\(clientId) true"])
        var list = ChatList()
        list.add(sent)
        for try await page in repository.messagePages(orderId: order, pageSize: 1) {
            for message in page { list.add(message) }
        }
        #expect(list.messages.map(\.id) == [1, 2, 3])
        #expect(list.messages[0].role == .unknown && list.messages[0].clientId == nil)
        let marks = try await repository.markRead(upTo: 2, orderId: order)
        #expect(marks == ChatMarks(own: 2, others: [.invited: 2]))
    }

    @Test("A message that comes back live is there once, and stays the account's own")
    func once() {
        let order = UUID()
        func message(_ id: UInt64, isOwn: Bool = false) -> NoteletInterface.ChatMessage {
            NoteletInterface.ChatMessage(
                id: id,
                orderId: order,
                role: .agent,
                text: "\(id)",
                sentAt: Date(timeIntervalSince1970: 60),
                isOwn: isOwn
            )
        }
        var list = ChatList()
        for (id, isOwn) in [(2, true), (2, false), (1, false), (3, false), (3, true), (1, false)]
            as [(UInt64, Bool)]
        {
            list.add(message(id, isOwn: isOwn))
        }
        #expect(list.messages == [message(1), message(2, isOwn: true), message(3, isOwn: true)])
    }
}
