import Domain
import NoteletAPI
import TTRPC
import Testing

@testable import Serving

/// What operators do about orders, agents and cash.
@Suite struct DeliveryAdministrationTests {
    private typealias Desk = DeliveryAdministrationAPI
    private let office: DeliveryOffice
    private var desk: LedgerDesk { office.desk }
    private var anna: Person { office.anna }
    private var ben: Person { office.ben }
    private var eva: Person { office.eva }

    init() async throws {
        office = try await DeliveryOffice()
    }

    @Test func poolsAndAgentsAreListed() async throws {
        _ = try await desk.call(Desk.addPool, AddCollectionRequest(collection: "east"))
        let again = AddCollectionRequest(collection: "east")
        #expect(try await desk.refusal(Desk.addPool, again).reason == .collectionExists)
        let pools = try await desk.call(Desk.listPools, ListCollectionsRequest())
        #expect(pools.collections.map(\.name) == ["east", "north"])
        var request = ListAgentsRequest(pageSize: 1)
        var agents: [ListedAgent] = []
        repeat {
            let page = try await desk.call(Desk.listAgents, request)
            agents += page.agents
            request.cursor = page.nextCursor
        } while !request.cursor.isEmpty
        #expect(agents.map(\.userID) == [anna.user.id, ben.user.id])
        #expect(agents.map { $0.agent?.name } == ["안나", "벤"])
        let unknown = PutAgentRequest(userID: [UInt8](repeating: 1, count: 16), name: "x")
        #expect(try await desk.refusal(Desk.putAgent, unknown).reason == .userNotFound)
        let none = RemoveAgentRequest(userID: eva.user.id)
        #expect(try await desk.refusal(Desk.removeAgent, none).reason == .agentNotFound)
    }

    @Test func aPoolIsTakenAwayOnceItsOrdersAreOver() async throws {
        let id = try await office.makeOrder(for: eva)
        let remove = RemoveCollectionRequest(collection: "north")
        func refused() async throws -> NoteletAPI.Refusal {
            try await desk.refusal(Desk.removePool, remove)
        }
        #expect(try await refused().reason == .poolInUse)
        try await office.accept(id)
        #expect(try await refused().reason == .poolInUse)
        try await office.call(DeliveryAPI.completeOrder, CompleteOrderRequest(id: id))
        _ = try await desk.call(Desk.removePool, remove)
        #expect(try await refused().reason == .collectionNotFound)
        let pools = try await desk.call(Desk.listPools, ListCollectionsRequest())
        #expect(pools.collections.isEmpty)
        let feed = PullRequest(feed: "delivery/north")
        #expect(try await office.refusal(SyncAPI.pull, feed).reason == .feedNotFound)
        let none = CreateOrderRequest.sample("b")
        #expect(try await desk.refusal(Desk.createOrder, none).reason == .collectionNotFound)
        let order = try await desk.call(Desk.inspectOrder, InspectOrderRequest(id: id)).order
        #expect(order?.order?.pool == "north" && order?.order?.status == .completed)
        #expect(order?.shopperID == eva.user.id)
    }

    @Test func anOrderIsMadeOnceAndSeenWhole() async throws {
        let made = try await office.create("a", for: eva)
        #expect(try await office.create("a", for: eva) == made)
        #expect(made.shopperID == eva.user.id && made.agentID.isEmpty)
        #expect(made.reference == Array("a".utf8))
        #expect(made.order?.detail == CreateOrderRequest.sample().detail)
        let other = CreateOrderRequest.sample("a", fee: 1, for: eva)
        #expect(try await desk.refusal(Desk.createOrder, other).reason == .referenceReused)
        let id = try #require(made.order).id
        try await office.accept(id)
        let seen = try await desk.call(Desk.inspectOrder, InspectOrderRequest(id: id)).order
        #expect(seen?.agentID == anna.user.id && seen?.order?.agentName == "안나")
        #expect(seen?.order?.status == .inProgress && seen?.order?.detail != nil)
        let list = ListPoolOrdersRequest(pool: "north", status: .inProgress)
        #expect(try await desk.call(Desk.listPoolOrders, list).orders == [seen])
    }

    @Test func badOrdersAreRefused() async throws {
        func field(_ change: (inout CreateOrderRequest) -> Void) async throws -> String? {
            var request = CreateOrderRequest.sample()
            change(&request)
            return try await desk.refusal(Desk.createOrder, request).fields["field"]
        }
        #expect(try await field { $0.pool = "North" } == "pool")
        #expect(try await field { $0.reference = [] } == "reference")
        #expect(try await field { $0.summary = " " } == "summary")
        #expect(try await field { $0.detail = nil } == "stops")
        #expect(try await field { $0.shopperID = [1] } == "shopper_id")
        for (latitude, longitude) in [
            (Double.nan, 0), (0, Double.infinity), (90.000_001, 0), (0, -180.1),
        ] as [(Double, Double)] {
            let found = try await field { request in
                let point = GeoPoint(latitude: latitude, longitude: longitude)
                let stop = NoteletAPI.OrderStop(kind: .pickup, address: "x", point: point)
                request.detail = OrderDetail(stops: [stop])
            }
            #expect(found == "stops")
        }
        let unknown = try await field { request in
            let stop = NoteletAPI.OrderStop(kind: .init(rawValue: 3), address: "x")
            request.detail = OrderDetail(stops: [stop])
        }
        #expect(unknown == "stops")
        for (fee, reason) in [
            (-1, RefusalReason.negativeValue), (100_000_001, .amountOutOfRange),
        ] as [(Int64, RefusalReason)] {
            let request = CreateOrderRequest.sample(fee: fee)
            #expect(try await desk.refusal(Desk.createOrder, request).reason == reason)
        }
        var request = CreateOrderRequest.sample()
        request.pool = "south"
        #expect(try await desk.refusal(Desk.createOrder, request).reason == .collectionNotFound)
        request = .sample()
        request.shopperID = [UInt8](repeating: 1, count: 16)
        #expect(try await desk.refusal(Desk.createOrder, request).reason == .userNotFound)
    }

    @Test func ordersAreCalledOffAndGivenToOthers() async throws {
        let id = try await office.makeOrder()
        let give = ReassignOrderRequest(id: id, agentID: ben.user.id, reason: "가까움")
        let given = try await desk.call(Desk.reassignOrder, give).order
        #expect(given?.agentID == ben.user.id && given?.order?.status == .inProgress)
        let open = try await desk.call(Desk.reassignOrder, ReassignOrderRequest(id: id)).order
        #expect(open?.agentID.isEmpty == true && open?.order?.status == .open)
        let nobody = ReassignOrderRequest(id: id, agentID: eva.user.id)
        #expect(try await desk.refusal(Desk.reassignOrder, nobody).reason == .agentNotFound)
        let cancel = CancelOrderRequest(id: id, reason: "품절")
        for _ in 0..<2 {
            let cancelled = try await desk.call(Desk.cancelOrder, cancel).order
            #expect(cancelled?.order?.status == .cancelled && cancelled?.order?.closedAt != nil)
        }
        #expect(try await desk.refusal(Desk.reassignOrder, give).reason == .orderClosed)
        var request = ListOrderEventsRequest(id: id, pageSize: 2)
        var events: [NoteletAPI.OrderEvent] = []
        repeat {
            let page = try await desk.call(Desk.listOrderEvents, request)
            events += page.events
            request.cursor = page.nextCursor
        } while !request.cursor.isEmpty
        #expect(events.map(\.kind) == [.opened, .taken, .released, .cancelled])
        #expect(events.map(\.reason) == ["", "가까움", "", "품절"])
        #expect(events.allSatisfy { !$0.operatorName.isEmpty })
        #expect(events[1].agentID == ben.user.id && events[3].agentID.isEmpty)
    }

    @Test func whoIsNoAgentAnyMoreHasNothingInHand() async throws {
        let id = try await office.makeOrder()
        try await office.accept(id)
        let feed = PullRequest(feed: "delivery/north")
        #expect(try await office.call(SyncAPI.pull, feed).changes.count == 1)
        let request = RemoveAgentRequest(userID: anna.user.id)
        #expect(try await desk.call(Desk.removeAgent, request).released == 1)
        let order = try await desk.call(Desk.inspectOrder, InspectOrderRequest(id: id)).order
        #expect(order?.order?.status == .open)
        let accept = AcceptOrderRequest(id: id)
        let refused = try await office.refusal(DeliveryAPI.acceptOrder, accept)
        #expect(refused.reason == .notAnAgent)
        #expect(try await office.refusal(SyncAPI.pull, feed).reason == .feedNotFound)
    }

    @Test func whoMayNotActHasNothingInHandAndIsGivenNothing() async throws {
        typealias People = AdministrationAPI
        let id = try await office.makeOrder()
        let request = ChangeUserRequest(id: anna.user.id)
        let give = ReassignOrderRequest(id: id, agentID: anna.user.id)
        for (bar, lift) in [
            (People.banUser, People.unbanUser), (People.deactivateUser, People.activateUser),
        ] {
            let given = try await desk.call(Desk.reassignOrder, give).order
            #expect(given?.agentID == anna.user.id)
            for _ in 0..<2 { _ = try await desk.call(bar, request) }
            let order = try await desk.call(Desk.inspectOrder, InspectOrderRequest(id: id)).order
            #expect(order?.order?.status == .open && order?.agentID.isEmpty == true)
            let refused = try await desk.refusal(Desk.reassignOrder, give)
            #expect(refused.reason == .agentNotFound)
            _ = try await desk.call(lift, request)
        }
        // What was in hand of others stays there.
        try await office.accept(id, as: ben)
        _ = try await desk.call(People.banUser, request)
        let order = try await desk.call(Desk.inspectOrder, InspectOrderRequest(id: id)).order
        #expect(order?.agentID == ben.user.id)
        let list = ListOrderEventsRequest(id: id)
        let events = try await desk.call(Desk.listOrderEvents, list).events
        let round = [NoteletAPI.OrderEventKind.taken, .released]
        #expect(events.map(\.kind) == [.opened] + round + round + [.taken])
        #expect(events.dropLast().allSatisfy { !$0.operatorName.isEmpty })
    }

    @Test func cashIsPaidOutOrGivenBack() async throws {
        let id = try await office.makeOrder(fee: 10_000)
        try await office.accept(id)
        try await office.call(DeliveryAPI.completeOrder, CompleteOrderRequest(id: id))
        func ask(_ amount: Int64) async throws -> RequestWithdrawalResponse {
            let request = RequestWithdrawalRequest(amount: amount)
            return try await office.call(DeliveryAPI.requestWithdrawal, request)
        }
        let (first, second) = (try await ask(4_000), try await ask(3_000))
        #expect(first.withdrawal?.status == .pending)
        #expect(second.balance == CashBalance(total: 10_000, pending: 7_000, available: 3_000))
        let tooMuch = RequestWithdrawalRequest(amount: 3_001)
        let refused = try await office.refusal(DeliveryAPI.requestWithdrawal, tooMuch)
        #expect(refused.reason == .insufficientBalance && refused.fields == ["missing": "1"])
        let pending = ListWithdrawalsRequest(pendingOnly: true)
        let waiting = try await desk.call(Desk.listWithdrawals, pending).withdrawals
        #expect(waiting.map { $0.withdrawal?.amount } == [3_000, 4_000])
        #expect(waiting.allSatisfy { $0.userID == anna.user.id })
        let number = try #require(first.withdrawal).transfer
        let pay = ResolveWithdrawalRequest(transfer: number, resolution: .pay(0))
        let paid = try await desk.call(Desk.resolveWithdrawal, pay).withdrawal?.withdrawal
        #expect(paid?.status == .paid && paid?.paid == 4_000)
        let void = ResolveWithdrawalRequest(
            transfer: try #require(second.withdrawal).transfer,
            resolution: .void(true)
        )
        let voided = try await desk.call(Desk.resolveWithdrawal, void).withdrawal?.withdrawal
        #expect(voided?.status == .voided)
        #expect(try await office.cash() == CashBalance(total: 6_000, available: 6_000))
        let nothing = ResolveWithdrawalRequest(transfer: number)
        let bad = try await desk.refusal(Desk.resolveWithdrawal, nothing)
        #expect(bad.fields["field"] == "resolution")
        let unknown = ResolveWithdrawalRequest(transfer: 999, resolution: .void(true))
        #expect(
            try await desk.refusal(Desk.resolveWithdrawal, unknown).reason == .transferNotFound
        )
        #expect(try await desk.call(Desk.listWithdrawals, pending).withdrawals.isEmpty)
        #expect(try await desk.verify().findingCount == 0)
    }

    @Test func whatIsDoneTooOftenIsRefused() async throws {
        let office = try await DeliveryOffice(limits: ServiceLimits())
        let id = try await office.makeOrder(fee: 100)
        try await office.accept(id)
        try await office.call(DeliveryAPI.completeOrder, CompleteOrderRequest(id: id))
        func ask() async throws -> RefusalReason? {
            let request = RequestWithdrawalRequest(amount: 1_000)
            let caller = office.anna.caller
            return try await office.service.reason(
                DeliveryAPI.requestWithdrawal,
                request,
                as: caller
            )
        }
        for _ in 0..<50 { #expect(try await ask() == .insufficientBalance) }
        #expect(try await ask() == .rateLimited)
    }
}
