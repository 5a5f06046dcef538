package import DeliveryRules
package import Domain
internal import LedgerRules
internal import LedgerStorage
package import Records
internal import StorageEngine

extension StoreTransaction: OrderWriting {
    package func addOrder(
        _ new: NewOrder,
        to pool: SharedCollection,
        for shopper: UserNumber,
        _ event: OrderEvent
    ) throws(DomainError) -> Order {
        var row = OrderRow()
        row.key = try takeNumber(of: Schema.orders)
        row.feed = pool.feed
        row.summary = new.summary
        row.fee = UInt64(clamping: new.fee)
        row.reference = new.reference
        row.openedAt = event.moment
        row.status = .open
        row.shopper = shopper
        let entry = [OrderNews.opened.rawValue] + Sequence(row.key).storedBytes
        row.told = try append(entry, to: pool.feed)
        let details = OrderDetailsRow(new.details, of: row.key, for: shopper)
        try put(details, in: Schema.orderDetails)
        try note(event, of: &row)
        try put(row, in: Schema.orders)
        return order(row, in: pool.name)
    }

    package func change(_ order: Order, _ event: OrderEvent) throws(DomainError) {
        guard let old = try row(at: order.number, in: Schema.orders) else {
            throw OrderRow.kind.damaged
        }
        var row = old.changed(to: order)
        // What is damaged is found before anything is changed.
        try note(event, of: &row)
        row.told = try tell(OrderNews(event.kind), of: old.place, insteadOf: old.told)
        try put(row, insteadOf: old, in: Schema.orders)
    }

    /// Keeps what happened to an order.
    private func note(_ event: OrderEvent, of row: inout OrderRow) throws(DomainError) {
        guard row.eventCount < UInt64(Int64.max) else { throw OrderRow.kind.damaged }
        row.eventCount += 1
        let place = EventPlace(row.key, row.eventCount)
        try put(OrderEventRow(event, at: place), in: Schema.orderEvents)
    }

    package func put(_ agent: DeliveryAgent) throws(DomainError) {
        let row = AgentRow(key: agent.person, name: agent.name, since: agent.since)
        try put(row, in: Schema.agents)
    }

    package func deleteAgent(_ person: UserNumber) throws(DomainError) {
        try delete(at: person, in: Schema.agents)
    }
}

// What becomes of orders of whom goes. There is no clock: what was not over yet is over from the
// last moment on that the order knows.
extension StoreTransaction {
    /// Takes somebody off part of the orders that one has or had; answers whether nothing is left.
    ///
    /// Those in hand are open again, or cancelled where it is gone where they go.
    func eraseAgent(
        _ agent: UserNumber,
        _ remaining: inout Int
    ) throws(DomainError) -> Bool {
        let index = Schema.agentOrders
        return try erase(by: index, of: agent, &remaining, recordCount: Self.recordsOfOrder) {
            entry throws(DomainError) in
            let isKept = try contains(entry.value, in: Schema.orderDetails)
            try changeReadable(entry.value) { row in
                // What somebody else has stays, although a damaged entry leads there.
                guard row.agent == agent else { return nil }
                row.agent = .nobody
                guard row.status == .inProgress else { return nil }
                let taken = Instant(milliseconds: row.takenAt)
                row.takenAt = 0
                guard isKept else {
                    row.status = .cancelled
                    row.closedAt = taken.milliseconds
                    return OrderEvent(.cancelled, at: taken)
                }
                row.status = .open
                return OrderEvent(.released, at: taken)
            }
        }
    }

    /// Takes somebody off part of the orders that are for that one, with where they go; answers
    /// whether nothing is left.
    ///
    /// Those that are open are cancelled. One that is in hand stays there, and pays whoever carries
    /// it out.
    func eraseShopper(
        _ shopper: UserNumber,
        _ remaining: inout Int
    ) throws(DomainError) -> Bool {
        let index = Schema.shopperOrders
        return try erase(by: index, of: shopper, &remaining, recordCount: Self.recordsOfOrder) {
            entry throws(DomainError) in
            let details = try readable { () throws(DomainError) in
                try row(at: entry.value, in: Schema.orderDetails)
            }
            if details?.shopper ?? shopper == shopper {
                try delete(at: entry.value, in: Schema.orderDetails)
            }
            try changeReadable(entry.value) { row in
                guard row.shopper == shopper else { return nil }
                row.shopper = .nobody
                guard row.status == .open else { return nil }
                row.status = .cancelled
                row.closedAt = row.openedAt.milliseconds
                return OrderEvent(.cancelled, at: row.openedAt)
            }
        }
    }

    /// Changes an order, if it can be read, keeps what happened to it, and tells the feed.
    private func changeReadable(
        _ number: UInt64,
        _ change: (inout OrderRow) -> OrderEvent?
    ) throws(DomainError) {
        let found = try readable { () throws(DomainError) in
            try row(at: number, in: Schema.orders)
        }
        guard let old = found else { return }
        var changed = old
        if let event = change(&changed) {
            changed.told = try tell(OrderNews(event.kind), of: old.place, insteadOf: old.told)
            // What is damaged holds up nobody who goes.
            _ = try readable { () throws(DomainError) -> Void? in
                try note(event, of: &changed)
            }
        }
        try put(changed, insteadOf: old, in: Schema.orders)
    }

    /// An order, what finds it before and now, where it goes, what happened to it, and two entries
    /// of the feed.
    private static var recordsOfOrder: Int { 10 }
}
