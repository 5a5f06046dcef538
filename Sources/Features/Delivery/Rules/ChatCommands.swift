package import AccountRules
package import Domain

// What people ask.
extension ChatReading {
    /// As whom somebody is in the channel of an order; nil where not at all.
    package func role(
        of person: UserNumber,
        in order: Order
    ) throws(DomainError) -> ChatRole? {
        guard person != .nobody else { return nil }
        if order.agent == person { return .agent }
        if order.shopper == person { return .shopper }
        return try channelPerson(person, of: order.number)?.isInvited == true ? .invited : nil
    }

    /// The order of a channel in which somebody is, and as whom.
    ///
    /// - Throws: `orderNotFound`, `notInChannel`.
    package func channel(
        of id: OrderID,
        for caller: Identity
    ) throws(DomainError) -> (order: Order, role: ChatRole) {
        let order = try order(id).unwrapped(or: .orderNotFound)
        return (order, try role(of: caller.user, in: order).unwrapped(or: .notInChannel))
    }
}

// What people do.
extension ChatWriting {
    /// Says something to all in the channel of an order; the same again is said once.
    ///
    /// - Returns: What was said, and whether it was new.
    /// - Throws: `orderNotFound`, `notInChannel`; `orderClosed` a day after its end.
    package func say(
        _ new: NewText,
        about id: OrderID,
        by caller: Identity,
        _ context: Context
    ) throws(DomainError) -> (message: ChatMessage, isNew: Bool) {
        let (order, role) = try channel(of: id, for: caller)
        return try say(new, about: order, by: caller.user, as: role, context)
    }

    /// Says something, unless it was said before under its name.
    private func say(
        _ new: NewText,
        about order: Order,
        by author: UserNumber,
        as role: ChatRole,
        _ context: Context
    ) throws(DomainError) -> (message: ChatMessage, isNew: Bool) {
        if let said = try message(called: new.clientID, by: author, about: order) {
            return (said, false)
        }
        if role != .dispatcher { try order.requireTalk(at: context.now) }
        let said = try addMessage(new, about: order, by: author, as: role, at: context.now)
        return (said, true)
    }

    /// Notes up to which message somebody has read; a mark never goes back.
    ///
    /// - Returns: Up to which that is, and up to which others who are there have, the order's own
    ///   people first.
    /// - Throws: `orderNotFound`, `notInChannel`.
    package func markRead(
        _ number: UInt64,
        about id: OrderID,
        by caller: Identity
    ) throws(DomainError) -> (number: UInt64, others: [ReadMark]) {
        let (order, _) = try channel(of: id, for: caller)
        let former = try channelPerson(caller.user, of: order.number)
        var mark = former ?? ChannelPerson(caller.user)
        let last = try lastMessageNumber(about: order.number)
        mark.readNumber = max(mark.readNumber, min(number, last))
        if mark.readNumber > former?.readNumber ?? 0 { try put(mark, in: order.number) }
        var others: [ReadMark] = []
        for other in try channelPeople(of: order.number)
        where other.person != caller.user && other.readNumber > 0 {
            guard let role = try role(of: other.person, in: order) else { continue }
            others.append(ReadMark(role, other.readNumber))
        }
        return (mark.readNumber, others.sorted { $0.role.rawValue < $1.role.rawValue })
    }
}

extension Order {
    /// - Throws: `orderClosed` once its people say nothing more.
    fileprivate func requireTalk(at now: Instant) throws(DomainError) {
        guard status.isClosed, let closedAt else { return }
        guard now < closedAt.adding(seconds: DomainLimits.chatSecondsAfterClosing) else {
            throw .refused(.orderClosed(status: status.word))
        }
    }
}

// What operators do, each recorded.
extension ChatWriting where Self: AccountAdministrationWriting {
    /// Says something to all in the channel of an order, as dispatcher; the same again is said
    /// once.
    ///
    /// - Throws: `orderNotFound`.
    package func dispatch(
        _ new: NewText,
        about id: OrderID,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> ChatMessage {
        let order = try order(id).unwrapped(or: .orderNotFound)
        let (said, isNew) = try say(new, about: order, by: .nobody, as: .dispatcher, context)
        if isNew { try record(person, "delivery say \(id.opaque.uuid)", context) }
        return said
    }

    /// Puts somebody into the channel of an order; the same again changes nothing.
    ///
    /// - Throws: `orderNotFound`, `userNotFound`, `channelLimitReached`.
    package func invite(
        _ invited: UserID,
        to id: OrderID,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) {
        let order = try order(id).unwrapped(or: .orderNotFound)
        guard let number = userNumber(of: invited), try user(number) != nil else {
            throw .refused(.userNotFound)
        }
        var found = try channelPerson(number, of: order.number) ?? ChannelPerson(number)
        if found.isInvited { return }
        let limit = DomainLimits.channelInvitedMax
        let invitedCount = try channelPeople(of: order.number).filter(\.isInvited).count
        guard invitedCount < limit else { throw .refused(.channelLimitReached(limit: limit)) }
        found.isInvited = true
        try put(found, in: order.number)
        try record(
            person,
            "delivery channel add \(id.opaque.uuid) \(invited.opaque.uuid)",
            context
        )
    }

    /// Takes somebody out of the channel of an order whom an operator put there; the same again
    /// changes nothing.
    ///
    /// Whoever is there by the order too stays, with the mark of what was read.
    ///
    /// - Throws: `orderNotFound`, `userNotFound`.
    package func removeInvited(
        _ invited: UserID,
        from id: OrderID,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) {
        let order = try order(id).unwrapped(or: .orderNotFound)
        let number = try userNumber(of: invited).unwrapped(or: .userNotFound)
        guard var found = try channelPerson(number, of: order.number), found.isInvited else {
            return
        }
        found.isInvited = false
        if order.agent == number || order.shopper == number {
            try put(found, in: order.number)
        } else {
            try deleteChannelPerson(number, of: order.number)
        }
        try record(
            person,
            "delivery channel remove \(id.opaque.uuid) \(invited.opaque.uuid)",
            context
        )
    }
}
