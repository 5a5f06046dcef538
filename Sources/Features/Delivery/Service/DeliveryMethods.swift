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

/// Serves orders and what they bring.
struct DeliveryMethods: DeliveryService {
    let endpoint: Endpoint
    let counts: DeliveryCounts
    let terms: DeliveryTerms

    func getAgent(_ method: DeliveryAPI.GetAgent) -> ServedMethod {
        endpoint.read(method) { _, caller, store, _ throws(DomainError) in
            let agent = try store.requireAgent(caller)
            let count = try store.ordersInHand(of: agent.person)
            return GetAgentResponse(agent: NoteletAPI.Agent(agent, count))
        }
    }

    func listOrders(_ method: DeliveryAPI.ListOrders) -> ServedMethod {
        endpoint.listOfOne(method) { request, caller, store throws(DomainError) in
            _ = try store.requireAgent(caller)
            let status = try DeliveryRules.OrderStatus(request.status)
            let name = try CollectionName(request.pool, field: "pool")
            let pool = try store.collection(name, of: .pools)
            let orders = orders(of: .pool(pool, status), to: caller, in: store)
            return (pool.number << 8 | UInt64(status.rawValue), orders)
        }
    }

    func listOwnOrders(_ method: DeliveryAPI.ListOwnOrders) -> ServedMethod {
        endpoint.listOfOne(method) { request, caller, store throws(DomainError) in
            let status = try DeliveryRules.OrderStatus(request.status)
            let orders = orders(of: .agent(caller.user, status), to: caller, in: store)
            return (UInt64(status.rawValue), orders)
        }
    }

    private func orders(
        of list: OrderList,
        to caller: Identity,
        in store: StoreView
    ) -> ListPages.Visit {
        { place, limit, visit throws(DomainError) in
            try store.visitOrders(of: list, before: place, limit: limit) {
                order throws(DomainError) in
                let shown = try store.shown(order, to: caller.user)
                return visit(encode(NoteletAPI.Order(shown)).span.bytes)
            }
        }
    }

    func getOrder(_ method: DeliveryAPI.GetOrder) -> ServedMethod {
        endpoint.read(method) { request, caller, store, _ throws(DomainError) in
            let shown = try store.order(OrderID(request.id), for: caller)
            return GetOrderResponse(order: NoteletAPI.Order(shown))
        }
    }

    func acceptOrder(_ method: DeliveryAPI.AcceptOrder) -> ServedMethod {
        changeOrder(method, .ordersAccepted) { request, caller throws(DomainError) in
            let id = try OrderID(request.id)
            return { store, context throws(DomainError) in
                try store.accept(id, by: caller, context)
            }
        } show: { order, _, _ in
            AcceptOrderResponse(order: NoteletAPI.Order(order))
        }
    }

    func completeOrder(_ method: DeliveryAPI.CompleteOrder) -> ServedMethod {
        changeOrder(method, .ordersCompleted) { request, caller throws(DomainError) in
            let id = try OrderID(request.id)
            return { store, context throws(DomainError) in
                try store.complete(id, by: caller, context).order
            }
        } show: { [endpoint] order, caller, store throws(DomainError) in
            let account = LedgerRules.LedgerAccount.own(caller.user, .cash)
            let balance = try store.balance(of: account, endpoint.dependencies.context)
            return CompleteOrderResponse(
                order: NoteletAPI.Order(order),
                settled: order.order.fee,
                balance: CashBalance(balance)
            )
        }
    }

    func releaseOrder(_ method: DeliveryAPI.ReleaseOrder) -> ServedMethod {
        changeOrder(method, .ordersReleased) { [terms] request, caller throws(DomainError) in
            let id = try OrderID(request.id)
            let reason = request.reason
            return { store, context throws(DomainError) in
                try store.release(id, reason: reason, by: caller, terms, context)
            }
        } show: { order, _, _ in
            ReleaseOrderResponse(order: NoteletAPI.Order(order))
        }
    }

    /// A method that changes how an order stands, of which so many may be called in a time.
    ///
    /// Of what it replies the id alone is kept: where an order goes is for whoever has it by then.
    private func changeOrder<Request, Response>(
        _ method: MethodDescriptor<Request, Response>,
        _ deed: DeliveryDeed,
        _ prepare:
            @escaping @Sendable (Request, Identity) throws(DomainError)
            -> Endpoint.Transaction<DeliveryRules.Order>,
        show:
            @escaping @Sendable (ShownOrder, Identity, StoreView) throws(DomainError) -> Response
    ) -> ServedMethod {
        let observer = counts.deeds.counting(deed)
        return endpoint.changeShowing(method, for: .ordinary, observer: observer) {
            [endpoint]
            request,
            caller,
            _ throws(DomainError) in
            let transaction = try prepare(request, caller)
            try endpoint.dependencies.limiter[.orderDeeds].pass(RateKey(caller.user))
            return { store, context throws(DomainError) in try transaction(store, context).id }
        } show: { id, caller, store throws(DomainError) in
            let order = try store.order(id).unwrapped(or: .orderNotFound)
            return try show(try store.shown(order, to: caller.user), caller, store)
        }
    }
}

// Cash.
extension DeliveryMethods {
    func getMCash(_ method: DeliveryAPI.GetMCash) -> ServedMethod {
        endpoint.read(method) { _, caller, store, context throws(DomainError) in
            let balance = try store.balance(of: .own(caller.user, .cash), context)
            return GetMCashResponse(balance: CashBalance(balance))
        }
    }

    func listMCash(_ method: DeliveryAPI.ListMCash) -> ServedMethod {
        endpoint.list(method) { _, caller, store throws(DomainError) in
            { place, limit, visit throws(DomainError) in
                let account = LedgerRules.LedgerAccount.own(caller.user, .cash)
                return try store.visitStatement(of: account, before: place, limit: limit) {
                    visit(encode(LedgerEntry($0)).span.bytes)
                }
            }
        }
    }

    func requestWithdrawal(_ method: DeliveryAPI.RequestWithdrawal) -> ServedMethod {
        endpoint.change(
            method,
            for: .ordinary,
            replyForm: .plain,
            observer: counts.deeds.counting(.withdrawalsRequested)
        ) {
            [endpoint, terms]
            request,
            caller,
            _ throws(DomainError) in
            try endpoint.dependencies.limiter[.withdrawals].pass(RateKey(caller.user))
            return { store, context throws(DomainError) in
                let amount = request.amount
                let held = try store.requestWithdrawal(of: amount, by: caller, terms, context)
                return RequestWithdrawalResponse(
                    withdrawal: NoteletAPI.Withdrawal(held.withdrawal),
                    balance: CashBalance(held.balance)
                )
            }
        }
    }
}
