import Domain
import NoteletAPI
import NoteletService
import ProtobufCoding
import TTRPC
import Testing

@testable import Serving

/// What people are served of orders.
@Suite struct OrderServiceTests {
    private typealias Desk = DeliveryAdministrationAPI
    private let office: DeliveryOffice
    private var anna: Person { office.anna }
    private var ben: Person { office.ben }
    private var eva: Person { office.eva }

    init() async throws {
        office = try await DeliveryOffice()
    }

    @Test(arguments: Door.allCases)
    func anOrderIsTakenCarriedOutAndPaidOnce(door: Door) async throws {
        try office.service.enter(by: door)
        let id = try await office.makeOrder()
        let accept = AcceptOrderRequest(id: id)
        let key = "0123456789abcdef"
        let taken = try await office.call(DeliveryAPI.acceptOrder, accept, key: key)
        let order = try #require(taken.order)
        #expect(order.status == .inProgress && order.isOwn && order.takenAt != nil)
        #expect(order.detail == CreateOrderRequest.sample().detail)
        #expect(try await office.call(DeliveryAPI.acceptOrder, accept, key: key) == taken)
        let lost = try await office.refusal(DeliveryAPI.acceptOrder, accept, as: ben)
        #expect(lost.reason == .orderTaken && lost.fields.isEmpty)
        #expect(lost.texts["ko"] != nil && lost.texts["ja"] != nil)
        let complete = CompleteOrderRequest(id: id)
        let done = try await office.call(DeliveryAPI.completeOrder, complete, key: key + "2")
        #expect(done.settled == 3_500 && done.order?.status == .completed)
        #expect(done.balance == CashBalance(total: 3_500, available: 3_500))
        #expect(done.order?.detail == nil)
        #expect(try await office.call(DeliveryAPI.completeOrder, complete, key: key + "2") == done)
        #expect(try await office.call(DeliveryAPI.completeOrder, complete) == done)
        #expect(try await office.cash() == done.balance)
        #expect(try await office.cash(ben) == CashBalance())
        let page = try await office.call(DeliveryAPI.listMCash, ListMCashRequest())
        #expect(page.transactions.map(\.change) == [3_500] && page.nextCursor.isEmpty)
        #expect(page.transactions.first?.unit == .cash)
        let verified = try await office.desk.verify()
        #expect(verified.transferCount == 1 && verified.findingCount == 0)
        #expect(office.counts()["ordersAccepted"] == 1)
    }

    /// Hundreds ask at once, and the order has one winner.
    @Test func manyAskAtOnceAndOneGetsIt() async throws {
        let id = try await office.makeOrder()
        let (service, callers) = (office.service, [anna.caller, ben.caller])
        let winners = try await withThrowingTaskGroup(of: Int?.self) { group in
            for number in 0..<300 {
                group.addTask {
                    let reason = try await service.reason(
                        DeliveryAPI.acceptOrder,
                        AcceptOrderRequest(id: id),
                        as: callers[number % 2],
                        key: "0123456789abcd\(number)"
                    )
                    return reason == nil ? number % 2 : nil
                }
            }
            return try await group.reduce(into: Set<Int>()) { winners, winner in
                if let winner { winners.insert(winner) }
            }
        }
        #expect(winners.count == 1)
        let events = try await office.desk.call(
            Desk.listOrderEvents,
            ListOrderEventsRequest(id: id)
        )
        #expect(events.events.map(\.kind) == [.opened, .taken])
    }

    @Test func refusalsSayWhatWouldBeRight() async throws {
        let id = try await office.makeOrder()
        func refused(_ id: [UInt8], as person: Person? = nil) async throws -> NoteletAPI.Refusal {
            let request = CompleteOrderRequest(id: id)
            return try await office.refusal(DeliveryAPI.completeOrder, request, as: person)
        }
        #expect(try await refused([1]).fields["field"] == "id")
        let foreign = [UInt8](repeating: 7, count: 16)
        #expect(try await refused(foreign).reason == .orderNotFound)
        #expect(try await refused(anna.user.id).reason == .orderNotFound)
        #expect(try await refused(id).reason == .notYourOrder)
        try await office.accept(id)
        #expect(try await refused(id, as: ben).reason == .notYourOrder)
        _ = try await office.desk.call(Desk.cancelOrder, CancelOrderRequest(id: id))
        let over = try await refused(id)
        #expect(over.reason == .orderNotInProgress && over.fields == ["status": "cancelled"])
        let accept = AcceptOrderRequest(id: id)
        let closed = try await office.refusal(DeliveryAPI.acceptOrder, accept, as: ben)
        #expect(closed.reason == .orderClosed && closed.fields == ["status": "cancelled"])
        let none = try await office.refusal(DeliveryAPI.acceptOrder, accept, as: eva)
        #expect(none.reason == .notAnAgent)
        let guest = try await office.service.guest()
        let refusedGuest = try await office.refusal(DeliveryAPI.acceptOrder, accept, as: guest)
        #expect(refusedGuest.reason == .accountRequired)
        for status in [NoteletAPI.OrderStatus.unspecified, .init(rawValue: 9)] {
            let request = ListOrdersRequest(pool: "north", status: status)
            let bad = try await office.refusal(DeliveryAPI.listOrders, request)
            #expect(bad.fields["field"] == "order_status")
            #expect(bad.texts["ko"]?.contains("주문 상태") == true)
        }
        let nowhere = ListOrdersRequest(pool: "south", status: .open)
        let missing = try await office.refusal(DeliveryAPI.listOrders, nowhere)
        #expect(missing.reason == .collectionNotFound)
    }

    @Test func whatIsOfTheCustomerIsForWhoHasToKnow() async throws {
        let id = try await office.makeOrder(for: eva)
        let request = GetOrderRequest(id: id)
        func order(_ person: Person) async throws -> NoteletAPI.Order {
            try #require(try await office.call(DeliveryAPI.getOrder, request, as: person).order)
        }
        #expect(try await order(anna).detail == nil)
        #expect(try await order(eva).detail?.customer == "김고객")
        try await office.accept(id)
        #expect(try await order(anna).detail != nil)
        let others = try await order(ben)
        #expect(others.detail == nil && !others.isOwn && others.agentName.isEmpty)
        #expect(others.status == .inProgress && others.summary == "국수 둘, a")
        #expect(try await order(eva).agentName == "안나")
        let list = ListOrdersRequest(pool: "north", status: .inProgress)
        let listed = try await office.call(DeliveryAPI.listOrders, list, as: ben)
        #expect(listed.orders == [others])
        let own = ListOwnOrdersRequest(status: .inProgress)
        let mine = try await office.call(DeliveryAPI.listOwnOrders, own)
        #expect(mine.orders.map(\.detail) == [CreateOrderRequest.sample().detail])
        let fay = try await office.service.person("fay")
        #expect(
            try await office.refusal(DeliveryAPI.getOrder, request, as: fay).reason == .notAnAgent
        )
    }

    @Test func listsGoOnByTheirCursors() async throws {
        var ids: [[UInt8]] = []
        for number in 0..<5 { ids.append(try await office.makeOrder("\(number)")) }
        try await office.accept(ids[2])
        var request = ListOrdersRequest(pool: "north", status: .open, pageSize: 2)
        var seen: [[UInt8]] = []
        repeat {
            let page = try await office.call(DeliveryAPI.listOrders, request)
            #expect(page.orders.count <= 2)
            seen += page.orders.map(\.id)
            request.cursor = page.nextCursor
        } while !request.cursor.isEmpty
        #expect(seen == [ids[4], ids[3], ids[1], ids[0]])
        request.pageSize = 1
        let first = try await office.call(DeliveryAPI.listOrders, request)
        request.cursor = first.nextCursor
        request.status = .completed
        let other = try await office.refusal(DeliveryAPI.listOrders, request)
        #expect(other.reason == .invalidCursor)
        let large = ListOwnOrdersRequest(status: .inProgress, pageSize: 501)
        let bad = try await office.refusal(DeliveryAPI.listOwnOrders, large)
        #expect(bad.fields["field"] == "page_size")
        let agent = try await office.call(DeliveryAPI.getAgent, GetAgentRequest()).agent
        #expect(agent?.name == "안나" && agent?.ordersInHand == 1)
        let none = try await office.refusal(DeliveryAPI.getAgent, GetAgentRequest(), as: eva)
        #expect(none.reason == .notAnAgent)
    }

    @Test func anOrderIsGivenBackInItsTime() async throws {
        let (early, late) = (try await office.makeOrder("a"), try await office.makeOrder("b"))
        try await office.accept(early)
        office.service.clock.advance(seconds: 1)
        try await office.accept(late)
        office.service.clock.advance(seconds: 599)
        let over = ReleaseOrderRequest(id: early, reason: "펑크")
        let refused = try await office.refusal(DeliveryAPI.releaseOrder, over)
        #expect(refused.reason == .releaseWindowOver && refused.fields == ["seconds": "600"])
        let inTime = ReleaseOrderRequest(id: late, reason: "펑크")
        let released = try await office.call(DeliveryAPI.releaseOrder, inTime).order
        #expect(released?.status == .open && released?.isOwn == false && released?.detail == nil)
        try await office.accept(late, as: ben)
    }

    @Test func anAgentHasTwentyOrdersInHand() async throws {
        for number in 0..<20 { try await office.accept(try await office.makeOrder("\(number)")) }
        let more = AcceptOrderRequest(id: try await office.makeOrder("more"))
        let refused = try await office.refusal(DeliveryAPI.acceptOrder, more)
        #expect(refused.reason == .orderLimitReached && refused.fields == ["limit": "20"])
        #expect(refused.texts["ko"]?.contains("20") == true)
        #expect(refused.texts["ja"]?.contains("20") == true)
        try await office.accept(more.id, as: ben)
    }

    @Test func aDayHasRoomForSoManyDeeds() async throws {
        let office = try await DeliveryOffice(limits: ServiceLimits())
        let id = try await office.makeOrder()
        for _ in 0..<2_000 { try await office.accept(id) }
        let accept = AcceptOrderRequest(id: id)
        let refused = try await office.refusal(DeliveryAPI.acceptOrder, accept)
        #expect(refused.reason == .rateLimited)
        // It is each agent's own.
        let other = try await office.refusal(DeliveryAPI.acceptOrder, accept, as: office.ben)
        #expect(other.reason == .orderTaken)
    }

    @Test func agentsFollowThePoolAndOthersDoNot() async throws {
        func pull(_ feed: String, as person: Person) async throws -> ChangePage {
            try await office.call(SyncAPI.pull, PullRequest(feed: feed), as: person)
        }
        let id = try await office.makeOrder()
        let page = try await pull("delivery/north", as: ben)
        let shared = try page.changes.map { change in
            guard case .shared(let shared) = change.kind else { throw Unexpected("not shared") }
            #expect(shared.type == OrderChange.fullName)
            return try ProtobufDecoder().decode(OrderChange.self, from: shared.value)
        }
        guard case .opened(let opened) = shared.first?.kind, shared.count == 1 else {
            Issue.record("an order was opened")
            return
        }
        #expect(opened.id == id && opened.detail == nil && !opened.isOwn)
        try await office.accept(id)
        let next = PullRequest(cursor: page.cursor, feed: "delivery/north")
        let later = try await office.call(SyncAPI.pull, next, as: ben)
        #expect(later.changes.count == 1)
        for (feed, person) in [("delivery/north", eva), ("delivery/south", ben)] {
            let request = PullRequest(feed: feed)
            let refused = try await office.refusal(SyncAPI.pull, request, as: person)
            #expect(refused.reason == .feedNotFound)
        }
    }

    @Test func anExportHasAllThatIsKept() async throws {
        let (kept, released) = (
            try await office.makeOrder("kept"), try await office.makeOrder("released")
        )
        _ = try await office.makeOrder("for anna", for: anna)
        try await office.accept(kept)
        try await office.accept(released)
        let release = ReleaseOrderRequest(id: released, reason: "펑크")
        try await office.call(DeliveryAPI.releaseOrder, release)
        let records = try await office.exported()
        let orders = try records.filter { $0.type == ExportedOrder.fullName }.map {
            try ProtobufDecoder().decode(ExportedOrder.self, from: $0.value).order
        }
        #expect(orders.map { $0?.summary } == ["국수 둘, for anna", "국수 둘, kept"])
        #expect(orders.allSatisfy { $0?.detail != nil })
        let events = try records.filter { $0.type == ExportedOrderEvent.fullName }.map {
            try ProtobufDecoder().decode(ExportedOrderEvent.self, from: $0.value)
        }
        #expect(events.map(\.kind) == [.taken, .taken, .released])
        #expect(events.map(\.reason) == ["", "", "펑크"])
        #expect(records.contains { $0.type == NoteletAPI.Agent.fullName })
    }

    @Test func aFeatureThatIsOffIsRefused() async throws {
        #expect(!OfferedFeatures(byDefaultOf: .all).names.contains("delivery"))
        let service = try TestService(offered: OfferedFeatures(byDefaultOf: .all))
        let desk = try LedgerDesk(of: service)
        let off = try await desk.refusal(Desk.listPools, ListCollectionsRequest())
        #expect(off.reason == .featureOff && off.fields == ["feature": "delivery"])
    }

    @Test func whereAnOrderWentIsForgottenAfterNinetyDays() async throws {
        let id = try await office.makeOrder(for: eva)
        try await office.accept(id)
        try await office.call(DeliveryAPI.completeOrder, CompleteOrderRequest(id: id))
        let jobs = Housekeeping(office.service.running).jobs
        let job = try #require(jobs.first { $0.name == "order-clearing" })
        let request = InspectOrderRequest(id: id)
        for (days, isKept) in [(90, true), (1, false)] as [(Int64, Bool)] {
            office.service.clock.advance(seconds: days * 86_400)
            while await job.piece() == .moreWaiting {}
            let order = try await office.desk.call(Desk.inspectOrder, request).order?.order
            #expect((order?.detail != nil) == isKept && order?.status == .completed)
        }
    }
}
