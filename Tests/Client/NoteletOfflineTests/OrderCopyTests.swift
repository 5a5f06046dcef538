import ClientTestSupport
import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import NoteletTestSupport
import SQLite
import TTRPC
import Testing

@testable import NoteletOffline

/// The copy of a pool and of what is in hand, and a service whose feed a test makes up.
@Suite("Orders on a device", .timeLimit(.minutes(1)))
struct OrderCopyTests {
    private let feed = FakeFeed(name: "delivery/north")
    private let id = UUID()
    /// How often it was asked what is in hand.
    private let asked = Log<Void>()
    /// What is in hand at the service.
    private let inHand = Log<NoteletAPI.Order?>()

    private func town() throws -> Town {
        let (asked, inHand, id) = (asked, inHand, id)
        return try Town(sharing: feed) { router in
            router.answer(DeliveryAPI.listOwnOrders) { request, _ in
                if request.status == .inProgress { asked.append(()) }
                let order = inHand.entries.last ?? nil
                return ListOwnOrdersResponse(orders: order.map { [$0] } ?? [])
            }
            router.answer(DeliveryAPI.acceptOrder) { request, _ in
                guard request.id == id.bytes else { throw try RPCError.refusal(.orderTaken) }
                let order = NoteletAPI.Order.numbered(1, id: id, .inProgress, isOwn: true)
                inHand.append(order)
                return AcceptOrderResponse(order: order)
            }
            router.answer(DeliveryAPI.completeOrder) { _, _ in
                inHand.append(nil)
                return CompleteOrderResponse(
                    order: .numbered(1, id: id, .completed, isOwn: true),
                    settled: 3_500,
                    balance: CashBalance(total: 3_500)
                )
            }
            router.answer(DeliveryAPI.getMCash) { _, _ in
                GetMCashResponse(balance: CashBalance(total: 7_000))
            }
        }
    }

    private func tell(_ kinds: OrderChange.Kind...) {
        feed.tell(changes: kinds.map { OrderChange(kind: $0) })
    }

    private func lines(_ orders: [NoteletInterface.Order]) -> [String] {
        orders.map { "\($0.summary) \($0.status.rawValue)" }
    }

    private func seen(
        _ application: OfflineApplication,
        until isWanted: ([String]) -> Bool
    ) async -> [String]? {
        for await orders in application.orders.observeOrders(inPool: "north") {
            if isWanted(lines(orders)) { return lines(orders) }
        }
        return nil
    }

    private func page(
        _ application: OfflineApplication,
        _ status: NoteletInterface.Order.Status
    ) async throws -> [String] {
        var orders: [NoteletInterface.Order] = []
        let pages = application.orders.orderPages(inPool: "north", status: status, pageSize: 1)
        for try await page in pages { orders += page }
        return lines(orders)
    }

    @Test("A pool shows each opening, taking, release and end, the newest in front")
    func life() async throws {
        let order = NoteletAPI.Order.numbered(1, id: id)
        tell(.opened(order), .opened(.numbered(2)))
        let town = try town()
        let application = try await town.signedIn()
        #expect(await seen(application) { $0.count == 2 } == ["2 open", "1 open"])
        tell(.taken(.numbered(1, id: id, .inProgress)))
        let taken = await seen(application) { $0.contains("1 inProgress") }
        #expect(taken == ["2 open", "1 inProgress"])
        #expect(try await page(application, .open) == ["2 open"])
        #expect(try await page(application, .inProgress) == ["1 inProgress"])
        tell(.released(order), .opened(.numbered(3)))
        let back = await seen(application) { $0.count == 3 }
        #expect(back == ["3 open", "2 open", "1 open"])
        #expect(try await page(application, .open) == ["3 open", "2 open", "1 open"])
        tell(.closed(.numbered(1, id: id, .cancelled)))
        #expect(await seen(application) { $0.count == 2 } == ["3 open", "2 open"])
        await application.close()
    }

    @Test("What came behind a gap is gone on from, and a lost cursor has the pool read anew")
    func gaps() async throws {
        tell(.opened(.numbered(1, id: id)))
        let sessions = MemorySessionStore()
        let town = try town()
        let first = try await town.signedIn(sessions: sessions)
        _ = await seen(first) { !$0.isEmpty }
        await first.close()
        tell(.opened(.numbered(2)))
        let second = try town.start(sessions: sessions)
        #expect(await seen(second) { $0.count == 2 } == ["2 open", "1 open"])
        // The first order was never asked for twice.
        #expect(feed.pulls.entries.filter { $0.cursor.isEmpty }.count == 1)
        let account = try await second.orders.space.requireAccount()
        try await account.copy.write { (tables) throws(SQLiteError) in
            _ = try tables.connection.run(
                "UPDATE shared_feeds SET cursor = ?",
                .blob(FakeFeed.lostCursor)
            )
        }
        await second.close()
        tell(.closed(.numbered(1, id: id, .completed)))
        let third = try town.start(sessions: sessions)
        #expect(await seen(third) { $0.count == 1 } == ["2 open"])
        await third.close()
    }

    @Test("An order that was taken is there with where it goes, and stays without a network")
    func accepting() async throws {
        tell(.opened(.numbered(1, id: id)))
        let town = try town()
        let application = try await town.signedIn()
        let orders = application.orders
        _ = await seen(application) { !$0.isEmpty }
        let error = await #expect(throws: AppError.self) {
            try await orders.acceptOrder(UUID(), intention: UUID())
        }
        #expect(error?.refusal?.reason == "ORDER_TAKEN")
        let taken = try await orders.acceptOrder(id, intention: UUID())
        #expect(taken.isInHand && taken.detail?.customer == "김하은")
        town.stop()
        #expect(try await page(application, .open) == [])
        for await shown in orders.observeOrders(inPool: "north") {
            #expect(shown == [taken])
            break
        }
        var own: [NoteletInterface.Order] = []
        for try await page in orders.ownOrderPages(status: .inProgress, pageSize: 1) {
            own += page
        }
        #expect(own == [taken])
        #expect(try await orders.findById(id) == taken)
        // To all others nothing is told of it but that it is taken.
        let account = try await orders.space.requireAccount()
        let told = try await account.copy.read { (tables) throws(SQLiteError) in
            try tables.entry(id.bytes, as: .order)
        }
        #expect(told?.isOwn == false && told?.detail == nil)
        await #expect(throws: AppError.self) {
            try await orders.completeOrder(id, intention: UUID())
        }
        await application.close()
    }

    @Test("An order that was carried out goes from the device, and cash is asked for anew")
    func completing() async throws {
        tell(.opened(.numbered(1, id: id)))
        let town = try town()
        let application = try await town.signedIn()
        let orders = application.orders
        _ = await seen(application) { !$0.isEmpty }
        _ = try await orders.acceptOrder(id, intention: UUID())
        var own = orders.observeOrdersInHand().makeAsyncIterator()
        #expect(await own.next()??.map(\.id) == [id])
        let done = try await orders.completeOrder(id, intention: UUID())
        #expect(done.settled == 3_500 && done.order.status == .completed)
        #expect(await own.next() == .some([]))
        #expect(try await page(application, .inProgress) == [])
        #expect(try await application.payments.fetchMCash().total == 7_000)
        town.stop()
        #expect(try await application.payments.fetchMCash().total == 7_000)
        await application.close()
    }

    @Test("What a pool tells of an order in hand has those asked for anew, and nothing else does")
    func takenAway() async throws {
        tell(.opened(.numbered(1, id: id)), .opened(.numbered(2)))
        let town = try town()
        let application = try await town.signedIn()
        _ = await seen(application) { $0.count == 2 }
        _ = try await application.orders.acceptOrder(id, intention: UUID())
        var own = application.orders.observeOrdersInHand().makeAsyncIterator()
        #expect(await own.next()??.map(\.id) == [id])
        let count = asked.entries.count
        tell(.opened(.numbered(3)))
        _ = await seen(application) { $0.count == 3 }
        #expect(asked.entries.count == count)
        inHand.append(nil)
        tell(.closed(.numbered(1, id: id, .cancelled)))
        #expect(await own.next() == .some([]))
        await application.close()
    }

    @Test("Who may not follow a pool sees nothing of it, and is told why by its list")
    func strangers() async throws {
        let town = try town()
        let application = try await town.signedIn { $0.reads = .networkFirst }
        let pages = application.orders.orderPages(inPool: "south", status: .open, pageSize: 50)
        var iterator = pages.makeAsyncIterator()
        let error = await #expect(throws: AppError.self) { try await iterator.next() }
        #expect(error?.refusal?.reason == "FEED_NOT_FOUND")
        await application.close()
    }
}
