package import AccountRules
package import Domain

/// Somebody whom an operator made an agent.
package struct DeliveryAgent: Equatable, Sendable {
    /// Who it is.
    package let person: UserNumber
    /// What the agent is called.
    package let name: String
    /// Since when.
    package let since: Instant

    /// Gathers an agent as one is stored.
    package init(_ person: UserNumber, storedName name: String, since: Instant) {
        self.person = person
        self.name = name
        self.since = since
    }
}

extension OrderReading {
    /// The caller, who is an agent.
    ///
    /// - Throws: `accountRequired`, then `notAnAgent`.
    package func requireAgent(_ caller: Identity) throws(DomainError) -> DeliveryAgent {
        let person = try account(of: caller).number
        return try agent(person).unwrapped(or: .notAnAgent)
    }

    /// How many orders an agent has in hand.
    package func ordersInHand(of agent: UserNumber) throws(DomainError) -> Int {
        try orderCount(of: agent, .inProgress, countMax: DomainLimits.ordersInHandMax)
    }

    /// - Throws: `orderLimitReached`.
    func requireRoom(ofAgent agent: UserNumber) throws(DomainError) {
        let limit = DomainLimits.ordersInHandMax
        guard try ordersInHand(of: agent) < limit else {
            throw .refused(.orderLimitReached(limit: limit))
        }
    }
}

// What operators do about agents, each recorded.
extension OrderWriting where Self: AccountAdministrationWriting {
    /// Makes somebody an agent, or calls an agent by another name.
    ///
    /// - Throws: `invalidValue` of `name`; `userNotFound`.
    package func putAgent(
        _ id: UserID,
        name: String,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> DeliveryAgent {
        let characters = DomainLimits.agentNameCharacters
        let name = try ShortText.title(name, field: "name", characters)
        guard let number = userNumber(of: id), try user(number) != nil else {
            throw .refused(.userNotFound)
        }
        let since = try self.agent(number)?.since ?? context.now
        let agent = DeliveryAgent(number, storedName: name, since: since)
        try put(agent)
        try record(person, "delivery agent put \(id.opaque.uuid)", context)
        return agent
    }

    /// Makes somebody an agent no longer; what that one had in hand is open again.
    ///
    /// - Returns: How many orders that were.
    /// - Throws: `agentNotFound`.
    package func removeAgent(
        _ id: UserID,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> Int {
        let agent = try userNumber(of: id).flatMap { number throws(DomainError) in
            try self.agent(number)
        }.unwrapped(or: .agentNotFound)
        let count = try giveBackAll(of: agent.person, by: person, context)
        try deleteAgent(agent.person)
        try record(person, "delivery agent remove \(id.opaque.uuid)", context)
        return count
    }

    /// Takes from an agent what is in hand, so that it is open again; none of it is recorded.
    ///
    /// What is damaged stays, and holds up nothing that an operator does about the agent.
    ///
    /// - Returns: How many orders that were.
    package func giveBackAll(
        of agent: UserNumber,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> Int {
        var count = 0
        for order in try allInHand(of: agent) {
            let given = try readable { () throws(DomainError) in
                try giveBack(order, by: person.name, reason: "", context)
            }
            if given != nil { count += 1 }
        }
        return count
    }

    private func allInHand(of agent: UserNumber) throws(DomainError) -> [Order] {
        var orders: [Order] = []
        let limit = DomainLimits.ordersInHandMax
        _ = try visitOrders(of: .agent(agent, .inProgress), before: nil, limit: limit) { order in
            orders.append(order)
            return .next
        }
        return orders
    }
}
