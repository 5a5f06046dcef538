import Foundation
import NoteletInterface
import NoteletTestSupport
import Testing

/// What screens with orders and with what is said about them do; only the repository is a fake.
@MainActor
@Suite("A list of orders", .timeLimit(.minutes(1)))
struct OrderListTests {
    private let open = [Order.fixture(summary: "1"), Order.fixture(summary: "2")]
    private let repository: MockOrderRepository
    private let sut: OrderListViewModel

    init() {
        repository = MockOrderRepository(ordersToReturn: open)
        sut = OrderListViewModel(pool: "north", orderRepository: repository)
    }

    @Test("Orders are loaded, and an error is shown until they are loaded again")
    func loading() async {
        let handler = repository.orderPageCalls.handler
        repository.orderPageCalls.handler = { _ in throw AppError.network(.noConnection) }
        let load = sut.onAppear()
        #expect(sut.uiState.phase == .loading)
        await load.value
        #expect(sut.uiState.phase == .error(AppError.network(.noConnection)))
        repository.orderPageCalls.handler = handler
        await sut.onAppear().value
        #expect(sut.uiState.items == open && sut.uiState.error == nil)
        sut.selectOrder(open[1].id)
        #expect(sut.uiState.selectedItem == open[1])
    }

    @Test("An order that was taken is in progress at once, and asked for once at a time")
    func accepting() async {
        await sut.onAppear().value
        let accept = sut.acceptOrder(open[0].id)
        #expect(sut.acceptingOrders == [open[0].id])
        sut.acceptOrder(open[0].id)
        await accept.value
        #expect(sut.acceptingOrders.isEmpty && repository.acceptOrderCalls.count == 1)
        #expect(sut.uiState.items.map(\.status) == [.inProgress, .open])
        #expect(sut.uiState.items[0].isInHand)
    }

    @Test("Of an order that another one has, why is told, and it goes from the list")
    func losing() async {
        await sut.onAppear().value
        let refusal = Refusal(reason: "ORDER_TAKEN", fields: [:], texts: [:])
        repository.acceptOrderCalls.handler = { _ in
            throw AppError(.data(.conflict("")), refusal: refusal)
        }
        await sut.acceptOrder(open[0].id).value
        #expect(sut.uiState.items == [open[1]])
        #expect((sut.uiState.error as? AppError)?.refusal?.reason == "ORDER_TAKEN")
        sut.dismissError()
        #expect(sut.uiState.error == nil)
    }

    @Test("After a lost reply an order is asked for under the same intention")
    func intentions() async {
        await sut.onAppear().value
        repository.acceptOrderCalls.handler = { _ in throw AppError.network(.timeout) }
        for _ in 0..<2 { await sut.acceptOrder(open[0].id).value }
        let intentions = repository.acceptOrderCalls.arguments.map(\.intention)
        #expect(intentions.count == 2 && intentions[0] == intentions[1])
        #expect(sut.uiState.items == open)
    }

    @Test("What is said is there once, as it is sent and as it comes back")
    func chatting() async throws {
        let order = UUID()
        let chat = MockChatRepository(messagesToReturn: [])
        let sut = ChatViewModel(orderId: order, chatRepository: chat)
        await sut.sendMessage("갑니다").value
        let said = try #require(sut.messages.first)
        #expect(sut.messages.count == 1 && said.isOwn)
        await sut.markRead().value
        #expect(chat.markReadCalls.arguments.map(\.number) == [said.id])
        chat.messages.value = [
            ChatMessage(
                id: said.id,
                orderId: order,
                role: .agent,
                text: said.text,
                sentAt: said.sentAt,
                clientId: said.clientId
            )
        ]
        let following = Task { await sut.follow() }
        while sut.isLoading || chat.messages.observerCount == 0 { await Task.yield() }
        #expect(sut.messages.count == 1)
        following.cancel()
        await following.value
        chat.sendCalls.handler = { _ in throw AppError.network(.noConnection) }
        await sut.sendMessage("!").value
        #expect(sut.error?.action == .retry)
        sut.dismissError()
        #expect(sut.error == nil)
    }

    @Test("A list of messages has what the service has in place of what waited")
    func waitingMessages() {
        let (order, name) = (UUID(), UUID())
        func message(_ id: UInt64, _ state: WriteState, isOwn: Bool = true) -> ChatMessage {
            ChatMessage(
                id: id,
                orderId: order,
                role: .agent,
                text: "1",
                sentAt: FakeClock.start,
                clientId: name,
                isOwn: isOwn,
                writeState: state
            )
        }
        var list = ChatList()
        list.add(message(1 << 63, .pending))
        list.add(message(4, .saved))
        #expect(list.messages.map(\.id) == [4])
        list.add(message(1 << 63, .pending))
        #expect(list.messages.map(\.id) == [4])
        list.add(message(4, .saved, isOwn: false))
        #expect(list.messages.map(\.isOwn) == [true])
    }
}
