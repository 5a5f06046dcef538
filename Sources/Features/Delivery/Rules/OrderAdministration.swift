package import AccountRules
package import Domain
internal import LedgerRules

/// An order as an operator gives it.
package struct NewOrder: Equatable, Sendable {
    /// The name of the pool.
    package let pool: CollectionName
    /// What it is called.
    package let reference: [UInt8]
    /// What all agents may know.
    package let summary: String
    /// What carrying it out brings.
    package let fee: Int64
    /// Where it goes and for whom.
    package let details: OrderDetails
    /// For whom it is; nil where nobody is named.
    let shopper: UserID?

    /// Checks an order.
    ///
    /// - Throws: `invalidValue` of `pool`, `reference` and `summary`; `negativeValue` and
    ///   `amountOutOfRange` of the fee.
    package init(
        _ summary: String,
        fee: Int64,
        _ details: OrderDetails,
        in pool: String,
        called reference: [UInt8],
        for shopper: UserID? = nil
    ) throws(DomainError) {
        self.pool = try CollectionName(pool, field: "pool")
        guard DomainLimits.orderReferenceByteCounts ~= reference.count else {
            let expected = "\(DomainLimits.orderReferenceByteCounts.words) bytes"
            throw .invalid("reference", expected)
        }
        self.reference = reference
        let characters = DomainLimits.orderSummaryCharacters
        self.summary = try ShortText.title(summary, field: "summary", characters)
        guard fee >= 0 else { throw .refused(.negativeValue) }
        let most = DomainLimits.orderFees.upperBound
        guard fee <= most else { throw .refused(.amountOutOfRange(maximum: Int(most))) }
        self.fee = fee
        self.details = details
        self.shopper = shopper
    }
}

// What operators do about pools and orders, each recorded.
extension OrderWriting where Self: AccountAdministrationWriting {
    /// Takes a pool away of which no order is open or in hand; those that are over stay as they
    /// are, for what was paid is compared with them.
    ///
    /// - Throws: `collectionNotFound`, `poolInUse`.
    package func removePool(
        named name: CollectionName,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) {
        let pool = try collection(name, of: .pools)
        for status in [OrderStatus.open, .inProgress] {
            var isEmpty = true
            _ = try visitOrders(of: .pool(pool, status), before: nil, limit: 1) { _ in
                isEmpty = false
                return .last
            }
            guard isEmpty else { throw .refused(.poolInUse) }
        }
        try removeCollection(named: name, of: .pools, by: person, context)
    }

    /// Makes an order, which can be taken at once, once for each reference.
    ///
    /// - Throws: `collectionNotFound`, `userNotFound`, `referenceReused`.
    package func createOrder(
        _ new: NewOrder,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> Order {
        let pool = try collection(new.pool, of: .pools)
        var shopper = UserNumber.nobody
        if let id = new.shopper {
            guard let number = userNumber(of: id), try user(number) != nil else {
                throw .refused(.userNotFound)
            }
            shopper = number
        }
        if let made = try order(called: new.reference) {
            let isSame =
                made.pool == new.pool && made.summary == new.summary && made.fee == new.fee
                && made.shopper == shopper
            // Where it goes is forgotten some days after it is over, and not compared any more.
            guard isSame, try details(of: made) ?? new.details == new.details else {
                throw .refused(.referenceReused)
            }
            return made
        }
        let event = OrderEvent(.opened, at: context.now, operatorName: person.name)
        let order = try addOrder(new, to: pool, for: shopper, event)
        try record(person, "delivery order create \(order.id.opaque.uuid)", context)
        return order
    }

    /// Calls an order off that is not completed; the same again changes nothing.
    ///
    /// - Throws: `invalidValue` of `reason`; `orderNotFound`, `orderClosed`.
    package func cancelOrder(
        _ id: OrderID,
        reason: String,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> Order {
        let removal = try RemovalReason(reason)
        var order = try order(id).unwrapped(or: .orderNotFound)
        if order.status == .cancelled { return order }
        try order.requireNotClosed()
        order.status = .cancelled
        order.closedAt = context.now
        let event = OrderEvent(
            .cancelled,
            at: context.now,
            agent: order.agent,
            operatorName: person.name,
            reason: reason
        )
        try change(order, event)
        try record(person, "delivery order cancel \(id.opaque.uuid)\(removal.option)", context)
        return order
    }

    /// Gives an order that is not closed to another agent, or to nobody; the same again changes
    /// nothing.
    ///
    /// - Throws: `invalidValue` of `reason`; `orderNotFound`, `orderClosed`; `agentNotFound`,
    ///   `orderLimitReached`.
    package func reassignOrder(
        _ id: OrderID,
        to agentID: UserID?,
        reason: String,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> Order {
        let removal = try RemovalReason(reason)
        var order = try order(id).unwrapped(or: .orderNotFound)
        try order.requireNotClosed()
        let agent = try agentID.map { id throws(DomainError) in try agentNumber(of: id) }
        if order.agent == agent ?? .nobody { return order }
        if let agent { try requireRoom(ofAgent: agent) }
        if let agent {
            if order.status == .inProgress {
                order = try release(order, by: person.name, reason: reason, context)
            }
            order = try give(order, to: agent, by: person.name, reason: reason, context)
        } else {
            order = try giveBack(order, by: person.name, reason: reason, context)
        }
        let words = agentID.map { " --agent \($0.opaque.uuid)" } ?? ""
        let deed = "delivery order reassign \(id.opaque.uuid)\(words)\(removal.option)"
        try record(person, deed, context)
        return order
    }

    private func agentNumber(of id: UserID) throws(DomainError) -> UserNumber {
        guard let number = userNumber(of: id), try agent(number) != nil,
            try user(number)?.status == .active
        else { throw .refused(.agentNotFound) }
        return number
    }
}

extension Order {
    /// - Throws: `orderClosed`.
    fileprivate func requireNotClosed() throws(DomainError) {
        guard !status.isClosed else { throw .refused(.orderClosed(status: status.word)) }
    }
}
