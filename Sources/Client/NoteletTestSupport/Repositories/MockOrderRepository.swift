public import Foundation
public import NoteletInterface

/// Orders of which a test says what there are.
public final class MockOrderRepository: KeptOrderRepositoryInterface {
    /// What a page of a pool is asked for by.
    public typealias PageCall = (
        pool: String, status: Order.Status, cursor: PageCursor?, pageSize: Int
    )
    /// What a page of the account's own orders is asked for by.
    public typealias OwnPageCall = (status: Order.Status, cursor: PageCursor?, pageSize: Int)
    /// What a call that changes an order is given.
    public typealias Deed = (orderId: UUID, intention: UUID)
    /// What a call that gives an order back is given.
    public typealias Release = (orderId: UUID, reason: String, intention: UUID)

    /// What observers of any pool see; to set its value is to tell it.
    public let orders: FakeStream<[Order]>
    /// What observers of the orders in hand see; to set its value is to tell it.
    public let ordersInHand: FakeStream<[Order]?>
    /// Calls of `fetchAgent()`.
    public let fetchAgentCalls = FakeCall<Void, Agent?>("fetchAgent()")
    /// Each page that `orderPages(inPool:status:pageSize:)` is asked for.
    public let orderPageCalls = FakeCall<PageCall, ListPage<Order>>(
        "orderPages(inPool:status:pageSize:)"
    )
    /// Each page that `ownOrderPages(status:pageSize:)` is asked for.
    public let ownOrderPageCalls = FakeCall<OwnPageCall, ListPage<Order>>(
        "ownOrderPages(status:pageSize:)"
    )
    /// Calls of `findById(_:)`.
    public let findByIdCalls = FakeCall<UUID, Order?>("findById(_:)")
    /// Calls of `acceptOrder(_:intention:)`.
    public let acceptOrderCalls = FakeCall<Deed, Order>("acceptOrder(_:intention:)")
    /// Calls of `completeOrder(_:intention:)`.
    public let completeOrderCalls = FakeCall<Deed, CompletedOrder>("completeOrder(_:intention:)")
    /// Calls of `releaseOrder(_:reason:intention:)`.
    public let releaseOrderCalls = FakeCall<Release, Order>("releaseOrder(_:reason:intention:)")

    /// Calls of `observeOrders(inPool:)`, which needs no handler.
    public let observeOrdersCalls = FakeCall<String, Void>("observeOrders(inPool:)")

    /// Creates one that has handlers alone, and shows observers no orders.
    public init() {
        orders = FakeStream([])
        ordersInHand = FakeStream(nil)
    }

    /// Creates one that has orders, and stays so: what a call changes is in its answer alone.
    ///
    /// - Parameters:
    ///   - ordersToReturn: The orders, as lists have them in order.
    ///   - agentToReturn: What the account is.
    public init(ordersToReturn: [Order], agentToReturn: Agent? = .fixture()) {
        orders = FakeStream(
            ordersToReturn.filter { $0.status == .open || $0.status == .inProgress }
        )
        ordersInHand = FakeStream(ordersToReturn.filter(\.isInHand))
        fetchAgentCalls.handler = { _ in agentToReturn }
        orderPageCalls.handler = { call in
            let orders = ordersToReturn.filter {
                $0.pool == call.pool && $0.status == call.status
            }
            return ListPage(of: orders, at: call.cursor, size: call.pageSize)
        }
        ownOrderPageCalls.handler = { call in
            let orders = ordersToReturn.filter { $0.isOwn && $0.status == call.status }
            return ListPage(of: orders, at: call.cursor, size: call.pageSize)
        }
        findByIdCalls.handler = { id in ordersToReturn.first { $0.id == id } }
        acceptOrderCalls.handler = { call in
            try ordersToReturn.found(call.orderId).changed(to: .inProgress, isOwn: true)
        }
        completeOrderCalls.handler = { call in
            let order = try ordersToReturn.found(call.orderId)
            return CompletedOrder(
                order: order.changed(to: .completed, isOwn: true),
                settled: order.fee,
                balance: MCash(total: order.fee)
            )
        }
        releaseOrderCalls.handler = { call in
            try ordersToReturn.found(call.orderId).changed(to: .open, isOwn: false)
        }
    }

    /// Records the call, and gives the agent of the handler.
    public func fetchAgent() async throws -> Agent? { try await fetchAgentCalls(()) }

    /// Records each page that is asked for, and gives that of the handler.
    public func orderPages(
        inPool pool: String,
        status: Order.Status,
        pageSize: Int
    ) -> Pages<Order> {
        Pages { [orderPageCalls] cursor in
            try await orderPageCalls((pool, status, cursor, pageSize))
        }
    }

    /// Records each page that is asked for, and gives that of the handler.
    public func ownOrderPages(status: Order.Status, pageSize: Int) -> Pages<Order> {
        Pages { [ownOrderPageCalls] cursor in
            try await ownOrderPageCalls((status, cursor, pageSize))
        }
    }

    /// Records the call, and gives the order of the handler.
    public func findById(_ id: UUID) async throws -> Order? { try await findByIdCalls(id) }

    /// Records the call, and gives what the handler gives.
    public func acceptOrder(_ id: UUID, intention: UUID) async throws -> Order {
        try await acceptOrderCalls((id, intention))
    }

    /// Records the call, and gives what the handler gives.
    public func completeOrder(_ id: UUID, intention: UUID) async throws -> CompletedOrder {
        try await completeOrderCalls((id, intention))
    }

    /// Records the call, and gives what the handler gives.
    public func releaseOrder(
        _ id: UUID,
        reason: String,
        intention: UUID
    ) async throws -> Order {
        try await releaseOrderCalls((id, reason, intention))
    }

    /// Records the call, and gives those of the pool that there are now, and each change that the
    /// test makes.
    public func observeOrders(inPool pool: String) -> AsyncStream<[Order]> {
        observeOrdersCalls.record(pool)
        return orders.makeStream(of: { orders in orders.filter { $0.pool == pool } })
    }

    /// Gives what there is now, and each change that the test makes.
    public func observeOrdersInHand() -> AsyncStream<[Order]?> { ordersInHand.makeStream() }
}

extension Order {
    /// The order as it stands differently.
    fileprivate func changed(to status: Status, isOwn: Bool) -> Order {
        Order(
            id: id,
            pool: pool,
            status: status,
            summary: summary,
            fee: fee,
            openedAt: openedAt,
            takenAt: isOwn ? takenAt ?? FakeClock.start : nil,
            closedAt: status == .completed ? closedAt ?? FakeClock.start : nil,
            isOwn: isOwn,
            detail: detail,
            agentName: agentName
        )
    }
}
