internal import AccountRules
internal import AccountStorage
internal import DeliveryRules
internal import DeliveryStorage
internal import Domain
internal import LedgerRules
internal import LedgerStorage
internal import NoteletAPI
internal import Records
internal import Serving

/// Serves what operators do about orders, agents and cash that is to be paid out.
struct DeliveryAdministrationMethods: DeliveryAdministrationService {
    let endpoint: AdministrationEndpoint
    let counts: DeliveryCounts
    let terms: DeliveryTerms

    func addPool(_ method: DeliveryAdministrationAPI.AddPool) -> ServedMethod {
        endpoint.addCollection(method, of: .pools)
    }

    func listPools(_ method: DeliveryAdministrationAPI.ListPools) -> ServedMethod {
        endpoint.listCollections(method, of: .pools)
    }

    func removePool(_ method: DeliveryAdministrationAPI.RemovePool) -> ServedMethod {
        endpoint.perform(method, for: .vital) { request, store, who, now throws(DomainError) in
            let name = try CollectionName(request.collection, field: "collection")
            try store.removePool(named: name, by: who, now)
        }
    }

    func putAgent(_ method: DeliveryAdministrationAPI.PutAgent) -> ServedMethod {
        endpoint.change(method, for: .ordinary) { request, store, who, now throws(DomainError) in
            let id = try UserID(request.userID, field: "user_id")
            let agent = try store.putAgent(id, name: request.name, by: who, now)
            return PutAgentResponse(agent: try ListedAgent(agent, store))
        }
    }

    func removeAgent(_ method: DeliveryAdministrationAPI.RemoveAgent) -> ServedMethod {
        endpoint.change(method, for: .vital) { request, store, who, now throws(DomainError) in
            let id = try UserID(request.userID, field: "user_id")
            let count = try store.removeAgent(id, by: who, now)
            return RemoveAgentResponse(released: Int32(clamping: count))
        }
    }

    func listAgents(_ method: DeliveryAdministrationAPI.ListAgents) -> ServedMethod {
        let list = CursorList.ofMethod(ListedMethod(method))
        return endpoint.list(method) { request, store, page throws(DomainError) in
            let cursors = endpoint.dependencies.cursors
            let place = try cursors.place(of: request.cursor, in: list, of: .nobody)
            let next = try store.visitAgents(
                behind: place.map { UserNumber($0.rawValue) },
                limit: page.countMax
            ) { agent throws(DomainError) in
                page.add(try ListedAgent(agent, store))
            }
            return cursors.cursor(to: next.map { Sequence($0.rawValue) }, in: list, of: .nobody)
        }
    }

    func createOrder(_ method: DeliveryAdministrationAPI.CreateOrder) -> ServedMethod {
        endpoint.change(method, for: .ordinary) { request, store, who, now throws(DomainError) in
            let order = try store.createOrder(NewOrder(request), by: who, now)
            return CreateOrderResponse(order: try ListedOrder(order, store))
        }
    }

    func cancelOrder(_ method: DeliveryAdministrationAPI.CancelOrder) -> ServedMethod {
        endpoint.change(method, for: .vital) { request, store, who, now throws(DomainError) in
            let id = try OrderID(request.id)
            let order = try store.cancelOrder(id, reason: request.reason, by: who, now)
            return CancelOrderResponse(order: try ListedOrder(order, store))
        }
    }

    func reassignOrder(_ method: DeliveryAdministrationAPI.ReassignOrder) -> ServedMethod {
        endpoint.change(method, for: .vital) { request, store, who, now throws(DomainError) in
            let agent = try UserID(unlessEmpty: request.agentID, field: "agent_id")
            let order = try store.reassignOrder(
                OrderID(request.id),
                to: agent,
                reason: request.reason,
                by: who,
                now
            )
            return ReassignOrderResponse(order: try ListedOrder(order, store))
        }
    }

    func inspectOrder(_ method: DeliveryAdministrationAPI.InspectOrder) -> ServedMethod {
        endpoint.read(method) { request, store, _ throws(DomainError) in
            let order = try store.order(OrderID(request.id)).unwrapped(or: .orderNotFound)
            return InspectOrderResponse(order: try ListedOrder(order, store))
        }
    }

    func listPoolOrders(_ method: DeliveryAdministrationAPI.ListPoolOrders) -> ServedMethod {
        let listed = ListedMethod(method)
        return endpoint.list(method) { request, store, page throws(DomainError) in
            let status = try DeliveryRules.OrderStatus(request.status)
            let name = try CollectionName(request.pool, field: "pool")
            let pool = try store.collection(name, of: .pools)
            let number = pool.number << 8 | UInt64(status.rawValue)
            let (cursors, list) = (
                endpoint.dependencies.cursors, CursorList.ofMethod(listed, of: number)
            )
            let next = try store.visitOrders(
                of: .pool(pool, status),
                before: try cursors.place(of: request.cursor, in: list, of: .nobody),
                limit: page.countMax
            ) { order throws(DomainError) in page.add(try ListedOrder(order, store)) }
            return cursors.cursor(to: next, in: list, of: .nobody)
        }
    }

    func listOrderEvents(_ method: DeliveryAdministrationAPI.ListOrderEvents) -> ServedMethod {
        let listed = ListedMethod(method)
        return endpoint.list(method) { request, store, page throws(DomainError) in
            let order = try store.order(OrderID(request.id)).unwrapped(or: .orderNotFound)
            let cursors = endpoint.dependencies.cursors
            let list = CursorList.ofMethod(listed, of: order.number)
            let next = try store.visitEvents(
                of: order,
                behind: try cursors.place(of: request.cursor, in: list, of: .nobody),
                limit: page.countMax
            ) { page.add(NoteletAPI.OrderEvent($0, store)) }
            return cursors.cursor(to: next, in: list, of: .nobody)
        }
    }

    func listWithdrawals(_ method: DeliveryAdministrationAPI.ListWithdrawals) -> ServedMethod {
        let list = CursorList.ofMethod(ListedMethod(method))
        return endpoint.list(method) { request, store, page throws(DomainError) in
            let cursors = endpoint.dependencies.cursors
            let (withdrawals, next) = try store.withdrawals(
                pendingOnly: request.pendingOnly,
                before: try cursors.place(of: request.cursor, in: list, of: .nobody),
                limit: page.countMax,
                endpoint.dependencies.context
            )
            // At most 500 of them, each of some bytes: all have room.
            for withdrawal in withdrawals { _ = page.add(ListedWithdrawal(withdrawal, store)) }
            return cursors.cursor(to: next, in: list, of: .nobody)
        }
    }

    func resolveWithdrawal(
        _ method: DeliveryAdministrationAPI.ResolveWithdrawal
    ) -> ServedMethod {
        endpoint.change(method, for: .vital) { request, store, who, now throws(DomainError) in
            let withdrawal = try store.resolveWithdrawal(
                request.transfer,
                LedgerRules.Resolution(request.resolution),
                by: who,
                now
            )
            return ResolveWithdrawalResponse(withdrawal: ListedWithdrawal(withdrawal, store))
        }
    }
}
