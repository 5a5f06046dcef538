internal import Foundation
package import NoteletClient
package import NoteletInterface

// What is said of orders and cash, as applications see it; what cannot be shown is none of the
// contract's, and told as `network` with `unknown`.

extension NoteletInterface.Order {
    /// Takes an order over.
    package init(_ order: NoteletAPI.Order) throws(AppError) {
        self.init(
            id: try UUID(required: order.id),
            pool: order.pool,
            status: Status(order.status),
            summary: order.summary,
            fee: Int(order.fee),
            openedAt: order.openedAt?.date ?? .distantPast,
            takenAt: order.takenAt?.date,
            closedAt: order.closedAt?.date,
            isOwn: order.isOwn,
            detail: order.detail.map(Detail.init),
            agentName: order.agentName
        )
    }
}

extension NoteletInterface.Order.Status {
    /// Takes over how an order stands.
    init(_ status: NoteletAPI.OrderStatus) {
        switch status {
        case .open: self = .open
        case .inProgress: self = .inProgress
        case .completed: self = .completed
        case .cancelled: self = .cancelled
        default: self = .unknown
        }
    }

    /// What is asked for; the service refuses what is none.
    var asked: NoteletAPI.OrderStatus {
        switch self {
        case .open: .open
        case .inProgress: .inProgress
        case .completed: .completed
        case .cancelled: .cancelled
        case .unknown: .unspecified
        }
    }
}

extension NoteletInterface.Order.Detail {
    /// Takes over where an order goes.
    init(_ detail: NoteletAPI.OrderDetail) {
        self.init(
            customer: detail.customer,
            phone: detail.phone,
            note: detail.note,
            stops: detail.stops.map(NoteletInterface.Order.Stop.init)
        )
    }
}

extension NoteletInterface.Order.Stop {
    /// Takes a place over.
    init(_ stop: NoteletAPI.OrderStop) {
        let kind: Kind =
            switch stop.kind {
            case .pickup: .pickup
            case .dropoff: .dropoff
            default: .unknown
            }
        self.init(
            kind: kind,
            address: stop.address,
            latitude: stop.point?.latitude,
            longitude: stop.point?.longitude
        )
    }
}

extension NoteletInterface.Agent {
    /// Takes an agent over.
    init(_ agent: NoteletAPI.Agent) {
        self.init(
            name: agent.name,
            since: agent.since?.date ?? .distantPast,
            ordersInHand: Int(agent.ordersInHand)
        )
    }
}

extension MCash {
    /// Takes a balance over.
    init(_ balance: CashBalance?) throws(AppError) {
        guard let balance else { throw .network(.unknown) }
        self.init(total: Int(balance.total), pending: Int(balance.pending))
    }
}

extension MCashTransaction {
    /// Takes an entry of the statement over.
    init(_ entry: LedgerEntry) {
        self.init(
            id: entry.sequence,
            change: Int(entry.change),
            balance: Int(entry.balance),
            occurredAt: entry.occurredAt?.date ?? .distantPast
        )
    }
}

extension CompletedOrder {
    /// Takes over what became of an order.
    package init(_ response: CompleteOrderResponse) throws(AppError) {
        guard let order = response.order else { throw .network(.unknown) }
        self.init(
            order: try NoteletInterface.Order(order),
            settled: Int(response.settled),
            balance: try MCash(response.balance)
        )
    }
}

extension MCashWithdrawal {
    /// Takes over what was asked for.
    init(_ response: RequestWithdrawalResponse) throws(AppError) {
        guard let withdrawal = response.withdrawal else { throw .network(.unknown) }
        self.init(
            id: withdrawal.transfer,
            amount: Int(withdrawal.amount),
            requestedAt: withdrawal.requestedAt?.date ?? .distantPast,
            pendingUntil: withdrawal.pendingUntil?.date ?? .distantFuture,
            balance: try MCash(response.balance)
        )
    }
}
