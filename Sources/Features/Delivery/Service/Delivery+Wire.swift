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

extension NoteletAPI.Order {
    /// An order as somebody sees it.
    init(_ shown: ShownOrder) {
        let order = shown.order
        self.init(
            id: order.id.opaque.bytes,
            pool: order.pool.text,
            status: NoteletAPI.OrderStatus(rawValue: Int32(order.status.rawValue)),
            summary: order.summary,
            fee: order.fee,
            openedAt: Timestamp(order.openedAt),
            takenAt: order.takenAt.map { Timestamp($0) },
            closedAt: order.closedAt.map { Timestamp($0) },
            isOwn: shown.isOwn,
            detail: shown.details.map { OrderDetail($0) },
            agentName: shown.agentName
        )
    }
}

extension OrderDetail {
    init(_ details: OrderDetails) {
        self.init(
            customer: details.customer,
            phone: details.phone,
            note: details.note,
            stops: details.stops.map { stop in
                NoteletAPI.OrderStop(
                    kind: NoteletAPI.StopKind(rawValue: Int32(clamping: stop.kindNumber)),
                    address: stop.address,
                    point: stop.point.map { point in
                        let (latitude, longitude) = point.degrees
                        return GeoPoint(latitude: latitude, longitude: longitude)
                    }
                )
            }
        )
    }
}

extension OrderDetails {
    /// Reads where an order goes.
    ///
    /// - Throws: `invalidValue` of what is wrong.
    init(_ detail: OrderDetail) throws(DomainError) {
        var stops: [DeliveryRules.OrderStop] = []
        for stop in detail.stops.prefix(DomainLimits.stopsPerOrder.upperBound + 1) {
            var point: MapPoint?
            if let said = stop.point {
                point = MapPoint(latitude: said.latitude, longitude: said.longitude)
                guard point != nil else { throw .invalid("stops", "points of the earth") }
            }
            let kindNumber = UInt32(clamping: stop.kind.rawValue)
            stops.append(
                DeliveryRules.OrderStop(stop.address, kindNumber: kindNumber, at: point)
            )
        }
        try self.init(
            customer: detail.customer,
            phone: detail.phone,
            note: detail.note,
            stops: stops
        )
    }
}

extension NewOrder {
    /// Reads an order as an operator gives it.
    ///
    /// - Throws: As when it is made of its parts.
    init(_ request: CreateOrderRequest) throws(DomainError) {
        try self.init(
            request.summary,
            fee: request.fee,
            OrderDetails(request.detail ?? OrderDetail()),
            in: request.pool,
            called: request.reference,
            for: UserID(unlessEmpty: request.shopperID, field: "shopper_id")
        )
    }
}

extension ObjectID {
    /// Reads the id of a thing out of a request, which may leave it out.
    ///
    /// - Throws: `invalidValue` of the named field unless it is 16 bytes or none.
    init?(unlessEmpty bytes: [UInt8], field: String) throws(DomainError) {
        guard !bytes.isEmpty else { return nil }
        try self.init(bytes, field: field)
    }
}

extension DeliveryRules.OrderStatus {
    /// Reads how orders stand that are asked for.
    ///
    /// - Throws: `invalidValue` of `order_status`.
    init(_ status: NoteletAPI.OrderStatus) throws(DomainError) {
        guard let known = UInt8(exactly: status.rawValue).flatMap(Self.init(rawValue:)) else {
            throw .invalid("order_status", "one of those of OrderStatus")
        }
        self = known
    }
}

extension NoteletAPI.OrderChange {
    /// What became of an order, for all who follow its pool.
    init(_ change: DeliveryRules.OrderChange) {
        func shown(_ order: DeliveryRules.Order) -> NoteletAPI.Order {
            NoteletAPI.Order(ShownOrder(order))
        }
        switch change {
        case .opened(let order): self.init(kind: .opened(shown(order)))
        case .taken(let order): self.init(kind: .taken(shown(order)))
        case .released(let order): self.init(kind: .released(shown(order)))
        case .closed(let order): self.init(kind: .closed(shown(order)))
        }
    }
}

extension NoteletAPI.Agent {
    /// An agent, who has so many orders in hand.
    init(_ agent: DeliveryAgent, _ ordersInHand: Int) {
        self.init(
            name: agent.name,
            since: Timestamp(agent.since),
            ordersInHand: Int32(clamping: ordersInHand)
        )
    }
}

extension ListedAgent {
    init(_ agent: DeliveryAgent, _ store: StoreView) throws(DomainError) {
        self.init(
            userID: store.userID(of: agent.person).opaque.bytes,
            agent: NoteletAPI.Agent(agent, try store.ordersInHand(of: agent.person))
        )
    }
}

extension ListedOrder {
    /// An order as operators see it.
    init(_ order: DeliveryRules.Order, _ store: StoreView) throws(DomainError) {
        self.init(
            order: NoteletAPI.Order(try store.shownToOperators(order)),
            agentID: store.idBytes(of: order.agent),
            shopperID: store.idBytes(of: order.shopper),
            reference: order.reference
        )
    }
}

extension NoteletAPI.OrderEvent {
    /// What happened to an order, as operators see it.
    init(_ event: DeliveryRules.OrderEvent, _ store: StoreView) {
        self.init(
            kind: NoteletAPI.OrderEventKind(rawValue: Int32(event.kind.rawValue)),
            occurredAt: Timestamp(event.moment),
            agentID: store.idBytes(of: event.agent),
            operatorName: event.operatorName,
            reason: event.reason
        )
    }
}

extension ExportedOrderEvent {
    /// What happened to an order, for who had a part in it.
    init(_ event: DeliveryRules.OrderEvent, of order: OrderID) {
        self.init(
            orderID: order.opaque.bytes,
            kind: NoteletAPI.OrderEventKind(rawValue: Int32(event.kind.rawValue)),
            occurredAt: Timestamp(event.moment),
            reason: event.reason
        )
    }
}

extension StoreView {
    /// The id of somebody in a response; empty for nobody.
    func idBytes(of person: UserNumber) -> [UInt8] {
        person == .nobody ? [] : userID(of: person).opaque.bytes
    }
}

extension CashBalance {
    init(_ balance: Balance) {
        self.init(total: balance.total, pending: balance.pending, available: balance.available)
    }
}

extension NoteletAPI.Withdrawal {
    init(_ withdrawal: DeliveryRules.Withdrawal) {
        self.init(
            transfer: withdrawal.transfer,
            amount: withdrawal.amount,
            requestedAt: Timestamp(withdrawal.requestedAt),
            pendingUntil: Timestamp(withdrawal.deadline),
            status: NoteletAPI.WithdrawalStatus(rawValue: Int32(withdrawal.status.rawValue)),
            paid: withdrawal.paid
        )
    }
}

extension ListedWithdrawal {
    init(_ withdrawal: DeliveryRules.Withdrawal, _ store: StoreView) {
        self.init(
            userID: store.idBytes(of: withdrawal.person),
            withdrawal: NoteletAPI.Withdrawal(withdrawal)
        )
    }
}

extension LedgerRules.Resolution {
    /// What an operator says that becomes of cash that is to be paid out.
    ///
    /// - Throws: `invalidValue` of `resolution` where it says nothing.
    init(_ asked: ResolveWithdrawalRequest.Resolution?) throws(DomainError) {
        switch asked {
        case .pay(let amount): self = .post(amount == 0 ? nil : amount)
        case .void(true): self = .void
        case .void(false), nil: throw .invalid("resolution", "an amount to pay, or void")
        }
    }
}

extension LedgerEntry {
    /// An entry of somebody's statement of cash.
    init(_ entry: StatementEntry) {
        self.init(
            unit: .cash,
            sequence: entry.sequence,
            kind: NoteletAPI.TransferKind(rawValue: Int32(entry.transfer.kind.rawValue)),
            amount: entry.transfer.amount,
            change: entry.change,
            balance: entry.balance,
            occurredAt: Timestamp(entry.transfer.moment),
            expiresAt: entry.transfer.lotEnd.map { Timestamp($0) }
        )
    }
}
