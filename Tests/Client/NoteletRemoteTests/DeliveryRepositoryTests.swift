import ClientTestSupport
import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import NoteletTestSupport
import ProtobufCoding
import TTRPC
import Testing

@Suite("Orders and cash over the wire")
struct DeliveryRepositoryTests {
    private static let balance = CashBalance(total: 9_500, pending: 2_000, available: 7_500)

    private static func order(_ id: UUID, _ status: NoteletAPI.OrderStatus) -> NoteletAPI.Order {
        let isOwn = status != .open
        return NoteletAPI.Order(
            id: id.bytes,
            pool: "north",
            status: status,
            summary: "국수",
            fee: 3_500,
            openedAt: Timestamp(seconds: 60),
            takenAt: isOwn ? Timestamp(seconds: 90) : nil,
            isOwn: isOwn,
            detail: isOwn
                ? OrderDetail(
                    customer: "Kim",
                    stops: [
                        OrderStop(kind: .pickup, address: "1"),
                        OrderStop(
                            kind: .init(rawValue: 9),
                            address: "2",
                            point: GeoPoint(latitude: 37.5, longitude: 126.9)
                        ),
                    ]
                ) : nil
        )
    }

    @Test("Orders come page by page, as the pool and the status say")
    func pages() async throws {
        let asked = Log<String>()
        let ids = [UUID(), UUID()]
        let desk = try await Desk.signedIn { router in
            router.answer(DeliveryAPI.listOrders) { request, _ in
                asked.append("\(request.pool) \(request.status.rawValue) \(request.pageSize)")
                let isFirst = request.cursor.isEmpty
                return ListOrdersResponse(
                    orders: [Self.order(ids[isFirst ? 0 : 1], .open)],
                    nextCursor: isFirst ? [7] : []
                )
            }
            router.answer(DeliveryAPI.listOwnOrders) { request, _ in
                asked.append("\(request.status.rawValue)")
                return ListOwnOrdersResponse(orders: [Self.order(ids[0], .init(rawValue: 9))])
            }
            router.answer(DeliveryAPI.getOrder) { request, _ in
                guard request.id == ids[0].bytes else {
                    throw try RPCError.refusal(.orderNotFound)
                }
                return GetOrderResponse(order: Self.order(ids[0], .inProgress))
            }
        }
        let repository = desk.remote.orders
        var orders: [NoteletInterface.Order] = []
        for try await page in repository.orderPages(inPool: "north", status: .open, pageSize: 1) {
            orders += page
        }
        #expect(orders.map(\.id) == ids && orders.allSatisfy { $0.isOpen && $0.detail == nil })
        #expect(orders[0].openedAt == Date(timeIntervalSince1970: 60) && orders[0].fee == 3_500)
        var own: [NoteletInterface.Order] = []
        for try await page in repository.ownOrderPages(status: .completed, pageSize: 50) {
            own += page
        }
        #expect(own.map(\.status) == [.unknown])
        #expect(asked.entries == ["north 1 1", "north 1 1", "3"])
        let found = try #require(try await repository.findById(ids[0]))
        #expect(found.isInHand && found.detail?.customer == "Kim")
        #expect(found.detail?.stops.map(\.kind) == [.pickup, .unknown])
        #expect(found.detail?.stops.map(\.latitude) == [nil, 37.5])
        #expect(try await repository.findById(ids[1]) == nil)
    }

    @Test("What is done goes out under the key of the intention")
    func deeds() async throws {
        let calls = Log<String>()
        let id = UUID()
        let desk = try await Desk.signedIn { router in
            router.answer(DeliveryAPI.acceptOrder) { request, context in
                calls.append("\(context.key ?? "") \(request.id == id.bytes)")
                return AcceptOrderResponse(order: Self.order(id, .inProgress))
            }
            router.answer(DeliveryAPI.completeOrder) { _, context in
                calls.append(context.key ?? "")
                return CompleteOrderResponse(
                    order: Self.order(id, .completed),
                    settled: 3_500,
                    balance: Self.balance
                )
            }
            router.answer(DeliveryAPI.releaseOrder) { request, context in
                calls.append("\(context.key ?? "") \(request.reason)")
                return ReleaseOrderResponse(order: Self.order(id, .open))
            }
            router.answer(DeliveryAPI.requestWithdrawal) { request, context in
                calls.append("\(context.key ?? "") \(request.amount)")
                let withdrawal = Withdrawal(
                    transfer: 12,
                    amount: request.amount,
                    requestedAt: Timestamp(seconds: 60),
                    pendingUntil: Timestamp(seconds: 120)
                )
                return .init(withdrawal: withdrawal, balance: Self.balance)
            }
        }
        let intention = UUID()
        let orders = desk.remote.orders
        #expect(try await orders.acceptOrder(id, intention: intention).isInHand)
        let done = try await orders.completeOrder(id, intention: intention)
        #expect(done.settled == 3_500 && done.order.status == .completed)
        #expect(done.balance == MCash(total: 9_500, pending: 2_000))
        #expect(done.balance.available == 7_500)
        let back = try await orders.releaseOrder(id, reason: "flat", intention: intention)
        #expect(back.isOpen)
        let asked = try await desk.remote.payments.requestWithdrawal(
            amount: 2_000,
            intention: intention
        )
        #expect(asked.id == 12 && asked.amount == 2_000 && asked.balance.pending == 2_000)
        #expect(
            calls.entries == [
                "\(intention) true", "\(intention)", "\(intention) flat", "\(intention) 2000",
            ]
        )
    }

    @Test("Who is no agent is told as nobody, and who was late as what the service said")
    func refusals() async throws {
        let desk = try await Desk.signedIn { router in
            router.answer(DeliveryAPI.getAgent) { _, _ in throw try RPCError.refusal(.notAnAgent) }
            router.answer(DeliveryAPI.acceptOrder) { _, _ in
                throw try RPCError.refusal(.orderTaken)
            }
        }
        #expect(try await desk.remote.orders.fetchAgent() == nil)
        let error = await #expect(throws: AppError.self) {
            try await desk.remote.orders.acceptOrder(UUID(), intention: UUID())
        }
        #expect(error?.refusal?.reason == "ORDER_TAKEN" && error?.action == .dismiss)
    }

    @Test("Cash and what it came by, page by page; a balance that is not told is an error")
    func cash() async throws {
        let desk = try await Desk.signedIn { router in
            router.answer(DeliveryAPI.getMCash) { _, _ in .init(balance: Self.balance) }
            router.answer(DeliveryAPI.listMCash) { request, _ in
                let isFirst = request.cursor.isEmpty
                let entry = LedgerEntry(
                    sequence: isFirst ? 2 : 1,
                    kind: .earn,
                    amount: 5,
                    change: isFirst ? -5 : 5,
                    balance: isFirst ? 0 : 5,
                    occurredAt: Timestamp(seconds: 60)
                )
                return .init(transactions: [entry], nextCursor: isFirst ? [7] : [])
            }
            router.answer(DeliveryAPI.completeOrder) { _, _ in .init(settled: 1) }
        }
        let payments = desk.remote.payments
        #expect(try await payments.fetchMCash().available == 7_500)
        var entries: [MCashTransaction] = []
        for try await page in payments.transactionPages(pageSize: 1) { entries += page }
        #expect(entries.map(\.id) == [2, 1] && entries.map(\.change) == [-5, 5])
        await #expect(throws: AppError.network(.unknown)) {
            try await desk.remote.orders.completeOrder(UUID(), intention: UUID())
        }
    }

    @Test("A pool is followed until it is taken away, and by nobody who is not signed in")
    func observing() async throws {
        let isSeen = Log<Void>()
        let change = OrderChange(kind: .opened(Self.order(UUID(), .open)))
        let told = SharedChange(
            type: OrderChange.fullName,
            value: try ProtobufEncoder().encode(change)
        )
        let desk = try await Desk.signedIn { router in
            router.stream(SyncAPI.watch) { request, writer, _ in
                let feed = try #require(request.feeds.first?.feed)
                #expect(feed == "delivery/north")
                let page = ChangePage(
                    changes: [Change(kind: .shared(told))],
                    cursor: [1],
                    isUpToDate: true,
                    feed: feed
                )
                try await writer.send(page)
                await isSeen.wait(forCount: 1)
                try await writer.send(ChangePage(feed: feed, isOver: true))
            }
        }
        var lists: [[String]] = []
        for await orders in desk.remote.orders.observeOrders(inPool: "north") {
            lists.append(orders.map(\.summary))
            isSeen.append(())
        }
        #expect(lists == [["국수"]])
        let nobody = try Desk().remote.orders
        var none = nobody.observeOrders(inPool: "north").makeAsyncIterator()
        #expect(await none.next() == nil)
    }
}
