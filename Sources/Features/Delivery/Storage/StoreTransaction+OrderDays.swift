internal import DeliveryRules
package import Domain
package import Records
internal import StorageEngine

// Where orders went, and why what happened to them did: forgotten some days after they are over.

extension StoreView {
    /// Whether anything is to be forgotten of orders that were closed on days before one.
    package func hasOrders(closedBefore day: UInt32) throws(DomainError) -> Bool {
        let range = KeyRange(lower: Key(), upper: day.storedKey)
        return try !isEmpty(range, in: Schema.ordersByClosingDay.id)
    }
}

extension StoreTransaction {
    /// Forgets where part of the orders went that were closed on days before one, for whom they
    /// were, and all reasons, about so many records; answers whether anything is left.
    ///
    /// How an order stood and what it paid stays, with what happened to it and when.
    package func forgetOrders(
        closedBefore day: UInt32,
        recordCountMax: Int
    ) throws(DomainError) -> Bool {
        let range = KeyRange(lower: Key(), upper: day.storedKey)
        var remaining = recordCountMax
        let countMax = max(recordCountMax / Self.recordsOfClosedOrder, 1)
        let entries = try firstKeys(of: Schema.ordersByClosingDay, range, countMax: countMax)
        for entry in entries {
            guard remaining > 0, try forget(entry, &remaining) else { return true }
        }
        return entries.count == countMax
    }

    /// Forgets that of one order; answers whether nothing of it is left.
    private func forget(
        _ entry: DayEntry<UInt64>,
        _ remaining: inout Int
    ) throws(DomainError) -> Bool {
        remaining -= Self.recordsOfClosedOrder
        let found = try readable { () throws(DomainError) in
            try row(at: entry.of, in: Schema.orders)
        }
        guard let old = found, old.closing == entry else {
            // What is not over stays whole, although a damaged entry leads there.
            if found == nil { try delete(at: entry.of, in: Schema.orderDetails) }
            try delete(entry.storedKey, in: Schema.ordersByClosingDay.id)
            return true
        }
        try delete(at: entry.of, in: Schema.orderDetails)
        var changed = old
        changed.forgotten = try forgetReasons(of: old, &remaining)
        try put(changed, insteadOf: old, in: Schema.orders)
        return changed.closing == nil
    }

    /// Forgets why part of what happened to an order did, behind what was forgotten before.
    ///
    /// - Returns: Up to which event that is done; the last number there is once it is for all.
    private func forgetReasons(
        of order: OrderRow,
        _ remaining: inout Int
    ) throws(DomainError) -> UInt64 {
        var range = KeyRange(prefix: order.key.storedKey)
        let last = EventPlace(order.key, order.forgotten).storedKey
        range.lower = KeyRange.behind(last).lower
        let countMax = max(remaining, 1)
        let places = try firstKeys(of: Schema.orderEvents, range, countMax: countMax)
        for place in places {
            let found = try readable { () throws(DomainError) in
                try row(at: place, in: Schema.orderEvents)
            }
            guard let event = found, !event.reason.isEmpty else { continue }
            var blank = event
            blank.reason = ""
            try put(blank, insteadOf: event, in: Schema.orderEvents)
        }
        remaining -= places.count
        return places.count < countMax ? .max : places.last?.number ?? .max
    }

    /// An order, where it went, and what finds it by its last day.
    private static var recordsOfClosedOrder: Int { 3 }
}
