internal import DeliveryClient
public import Foundation
internal import NoteletClient
public import NoteletInterface

/// Reads orders, takes them and carries them out, at the service.
public struct RemoteOrderRepository: ObservableOrderRepositoryInterface {
    let caller: RemoteCaller

    /// Asks by what makes calls.
    ///
    /// - Parameter caller: Makes the calls.
    package init(caller: RemoteCaller) {
        self.caller = caller
    }

    /// Asks what the account is.
    public func fetchAgent() async throws -> NoteletInterface.Agent? {
        do {
            let agent = try await caller.call { (notelet) throws(NoteletError) in
                try await notelet.getAgent()
            }
            return NoteletInterface.Agent(agent)
        } catch let error as AppError where error.refusal?.reason == "NOT_AN_AGENT" {
            return nil
        }
    }

    /// Asks for orders page by page.
    public func orderPages(
        inPool pool: String,
        status: NoteletInterface.Order.Status,
        pageSize: Int
    ) -> Pages<NoteletInterface.Order> {
        Pages { [self] cursor in
            try await orderPage(inPool: pool, status: status, at: cursor, size: pageSize)
        }
    }

    /// Asks for a page of orders.
    ///
    /// - Parameters:
    ///   - pool: The name of the pool.
    ///   - status: How they stand.
    ///   - cursor: Where the page begins; nil for the first one.
    ///   - size: How many it has at most.
    /// - Returns: The page.
    /// - Throws: `AppError`.
    package func orderPage(
        inPool pool: String,
        status: NoteletInterface.Order.Status,
        at cursor: PageCursor?,
        size: Int
    ) async throws -> ListPage<NoteletInterface.Order> {
        let list = ListOrdersRequest(pool: pool, status: status.asked)
        return try await caller.page(of: DeliveryAPI.listOrders, list, at: cursor, size: size) {
            try NoteletInterface.Order($0)
        }
    }

    /// Asks for the account's page by page.
    public func ownOrderPages(
        status: NoteletInterface.Order.Status,
        pageSize: Int
    ) -> Pages<NoteletInterface.Order> {
        let list = ListOwnOrdersRequest(status: status.asked)
        return Pages { [caller] cursor in
            try await caller.page(of: DeliveryAPI.listOwnOrders, list, at: cursor, size: pageSize) {
                try NoteletInterface.Order($0)
            }
        }
    }

    /// Asks for one.
    public func findById(_ id: UUID) async throws -> NoteletInterface.Order? {
        do {
            let order = try await caller.call { (notelet) throws(NoteletError) in
                try await notelet.getOrder(id: id.bytes)
            }
            return try NoteletInterface.Order(order)
        } catch let error as AppError where error.isNotFound {
            return nil
        }
    }

    /// Takes one under the key of the intention.
    public func acceptOrder(_ id: UUID, intention: UUID) async throws -> NoteletInterface.Order {
        let order = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.acceptOrder(id: id.bytes, idempotencyKey: .of(intention))
        }
        return try NoteletInterface.Order(order)
    }

    /// Carries one out under the key of the intention.
    public func completeOrder(_ id: UUID, intention: UUID) async throws -> CompletedOrder {
        let response = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.completeOrder(id: id.bytes, idempotencyKey: .of(intention))
        }
        return try CompletedOrder(response)
    }

    /// Gives one back under the key of the intention.
    public func releaseOrder(
        _ id: UUID,
        reason: String,
        intention: UUID
    ) async throws -> NoteletInterface.Order {
        let order = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.releaseOrder(
                id: id.bytes,
                reason: reason,
                idempotencyKey: .of(intention)
            )
        }
        return try NoteletInterface.Order(order)
    }

    /// Follows a pool, through lost connections.
    public func observeOrders(inPool pool: String) -> AsyncStream<[NoteletInterface.Order]> {
        AsyncStream(following: { [notelet = caller.notelet] tell in
            for try await orders in notelet.observeOrders(inPool: pool) {
                tell(try orders.map { try NoteletInterface.Order($0) })
            }
        })
    }
}
