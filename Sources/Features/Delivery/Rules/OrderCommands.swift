package import AccountRules
package import Domain
package import LedgerRules

/// By what orders are given back and cash is paid out in an app.
package struct DeliveryTerms: Sendable {
    /// For how many seconds after it was taken an agent may give an order back; 0 for never.
    package let releaseSeconds: Int64
    /// For how many days cash that is to be paid out is held.
    package let withdrawalDays: Int64

    /// Joins both, each within its limits.
    package init(releaseSeconds: Int64 = 0, withdrawalDays: Int64 = 7) {
        let days = DomainLimits.withdrawalDays
        self.releaseSeconds = min(max(releaseSeconds, 0), DomainLimits.releaseSecondsMax)
        self.withdrawalDays = min(max(withdrawalDays, days.lowerBound), days.upperBound)
    }
}

/// An order as somebody sees it.
package struct ShownOrder: Equatable, Sendable {
    /// The order.
    package let order: Order
    /// Whether that one has it, or had it at the end.
    package let isOwn: Bool
    /// Where it goes and for whom; nil where that is not for that one to see.
    package let details: OrderDetails?
    /// What the agent is called who has it; empty where that is not for that one to see.
    package let agentName: String

    /// An order as all agents see it.
    package init(_ order: Order) {
        self.init(order, isOwn: false, details: nil, agentName: "")
    }

    init(_ order: Order, isOwn: Bool, details: OrderDetails?, agentName: String) {
        self.order = order
        self.isOwn = isOwn
        self.details = details
        self.agentName = agentName
    }
}

// What people see.
extension OrderReading {
    /// An order as somebody sees it: its agent sees where it goes as long as it is in hand, and
    /// whom it is for sees that, and what the agent is called; all others see the outline.
    package func shown(
        _ order: Order,
        to person: UserNumber
    ) throws(DomainError) -> ShownOrder {
        let isOwn = order.agent == person
        let isShopper = order.shopper == person
        let seesDetails = isShopper || isOwn && order.status == .inProgress
        var name = ""
        if isShopper, order.agent != .nobody { name = try agent(order.agent)?.name ?? "" }
        return ShownOrder(
            order,
            isOwn: isOwn,
            details: seesDetails ? try details(of: order) : nil,
            agentName: name
        )
    }

    /// An order as operators see it.
    package func shownToOperators(_ order: Order) throws(DomainError) -> ShownOrder {
        let name = order.agent == .nobody ? nil : try agent(order.agent)?.name
        let details = try details(of: order)
        return ShownOrder(order, isOwn: false, details: details, agentName: name ?? "")
    }

    /// One order, for agents and for whom it is.
    ///
    /// - Throws: `orderNotFound`; `accountRequired`, `notAnAgent`.
    package func order(_ id: OrderID, for caller: Identity) throws(DomainError) -> ShownOrder {
        let order = try order(id).unwrapped(or: .orderNotFound)
        if order.shopper != caller.user { _ = try requireAgent(caller) }
        return try shown(order, to: caller.user)
    }

    /// An order that is somebody's.
    ///
    /// - Throws: `orderNotFound`, `notYourOrder`.
    package func order(_ id: OrderID, of person: UserNumber) throws(DomainError) -> Order {
        let order = try order(id).unwrapped(or: .orderNotFound)
        guard order.agent == person else { throw .refused(.notYourOrder) }
        return order
    }

    /// An order that somebody has in hand.
    ///
    /// - Throws: `orderNotFound`, `notYourOrder`, `orderNotInProgress`.
    package func orderInHand(_ id: OrderID, of person: UserNumber) throws(DomainError) -> Order {
        let order = try order(id, of: person)
        try order.requireInProgress()
        return order
    }
}

// What agents do.
extension OrderWriting {
    /// Takes an order that is open: of all who ask for it one gets it.
    ///
    /// Whoever has it may ask again, which changes nothing.
    ///
    /// - Throws: `accountRequired`, `notAnAgent`; `orderNotFound`, `orderTaken`, `orderClosed`,
    ///   `orderLimitReached`.
    package func accept(
        _ id: OrderID,
        by caller: Identity,
        _ context: Context
    ) throws(DomainError) -> Order {
        let agent = try requireAgent(caller).person
        let order = try order(id).unwrapped(or: .orderNotFound)
        switch order.status {
        case .open: break
        case .inProgress:
            guard order.agent == agent else { throw .refused(.orderTaken) }
            return order
        case .completed, .cancelled:
            throw .refused(.orderClosed(status: order.status.word))
        }
        try requireRoom(ofAgent: agent)
        return try give(order, to: agent, context)
    }

    /// Says that an order was carried out, and settles its fee in the same change, once.
    ///
    /// The same again changes nothing.
    ///
    /// - Returns: The order, and what the agent has of cash then.
    /// - Throws: `accountRequired`; `orderNotFound`, `notYourOrder`, `orderNotInProgress`;
    ///   `balanceOutOfRange`.
    package func complete(
        _ id: OrderID,
        by caller: Identity,
        _ context: Context
    ) throws(DomainError) -> (order: Order, balance: Balance) {
        let agent = try account(of: caller).number
        var order = try order(id, of: agent)
        if order.status != .completed {
            try order.requireInProgress()
            order.status = .completed
            order.closedAt = context.now
            try settle(order, context)
            try change(order, OrderEvent(.completed, at: context.now, agent: agent))
        }
        return (order, try balance(of: .own(agent, .cash), context))
    }

    /// Gives an order back shortly after it was taken, where the operator of the server allows it.
    ///
    /// - Throws: `accountRequired`; `invalidValue` of `release_reason`; `orderNotFound`,
    ///   `notYourOrder`, `orderNotInProgress`; `releaseWindowOver`.
    package func release(
        _ id: OrderID,
        reason: String,
        by caller: Identity,
        _ terms: DeliveryTerms,
        _ context: Context
    ) throws(DomainError) -> Order {
        let agent = try account(of: caller).number
        let charactersMax = DomainLimits.orderReasonCharactersMax
        let reason = try ShortText.checked(
            reason,
            field: "release_reason",
            charactersMax: charactersMax
        )
        let order = try orderInHand(id, of: agent)
        let end = (order.takenAt ?? .distantPast).adding(seconds: terms.releaseSeconds)
        guard context.now < end else {
            throw .refused(.releaseWindowOver(seconds: Int(terms.releaseSeconds)))
        }
        return try giveBack(order, by: "", reason: reason, context)
    }

    /// Takes an order that is in hand from its agent, to be open again; it is cancelled where
    /// nobody could carry it out any more, since it is gone where it goes.
    func giveBack(
        _ order: Order,
        by operatorName: String,
        reason: String,
        _ context: Context
    ) throws(DomainError) -> Order {
        var order = try release(order, by: operatorName, reason: reason, context)
        let isKept = try readable { () throws(DomainError) in
            try details(of: order) != nil
        }
        // What is damaged may be mended.
        guard isKept == false else { return order }
        order.status = .cancelled
        order.closedAt = context.now
        try change(order, OrderEvent(.cancelled, at: context.now, operatorName: operatorName))
        return order
    }

    /// Gives an open order to an agent.
    func give(
        _ order: Order,
        to agent: UserNumber,
        by operatorName: String = "",
        reason: String = "",
        _ context: Context
    ) throws(DomainError) -> Order {
        var order = order
        order.status = .inProgress
        order.agent = agent
        order.takenAt = context.now
        let event = OrderEvent(
            .taken,
            at: context.now,
            agent: agent,
            operatorName: operatorName,
            reason: reason
        )
        try change(order, event)
        return order
    }

    /// Takes an order that is in hand from its agent, so that it is open again.
    func release(
        _ order: Order,
        by operatorName: String,
        reason: String,
        _ context: Context
    ) throws(DomainError) -> Order {
        var order = order
        let event = OrderEvent(
            .released,
            at: context.now,
            agent: order.agent,
            operatorName: operatorName,
            reason: reason
        )
        order.status = .open
        order.agent = .nobody
        order.takenAt = nil
        try change(order, event)
        return order
    }

    /// Moves what an order brings to its agent; what the posting is called holds that it is once.
    private func settle(_ order: Order, _ context: Context) throws(DomainError) {
        guard order.fee > 0 else { return }
        let move = try Move(
            .earn,
            order.fee,
            from: .app(.issued, .cash),
            to: .own(order.agent, .cash),
            subject: order.number
        )
        let name = Order.paymentName(order.number, openedAt: order.openedAt)
        try post(move, reference: reference(name, of: .deliveries), context)
    }
}

extension Order {
    /// What the posting is called that pays for an order: by its number, and by when it was made,
    /// since a store that lost the last orders gives their numbers to others.
    package static func paymentName(_ number: UInt64, openedAt: Instant) -> [UInt8] {
        [number, UInt64(bitPattern: openedAt.milliseconds)].flatMap { part in
            (0..<8).map { UInt8(truncatingIfNeeded: part >> (56 - 8 * $0)) }
        }
    }
}

extension Order {
    /// - Throws: `orderNotInProgress`.
    fileprivate func requireInProgress() throws(DomainError) {
        guard status == .inProgress else {
            throw .refused(.orderNotInProgress(status: status.word))
        }
    }
}

extension ReferenceSource {
    /// What orders bring.
    package static let deliveries = ReferenceSource(rawValue: 19)
}
