internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote
internal import SQLite

// Orders: those of a pool, as its feed tells them to all, and those in hand, as the service
// answered, with where they go.
extension CopyTables {
    /// Orders of a pool, the newest first; those in hand are as the account sees them.
    ///
    /// - Parameters:
    ///   - pool: The pool.
    ///   - status: How they stand; nil for those that can be taken and those on their way.
    ///   - key: Behind which place; nil for the newest.
    ///   - countMax: How many at most.
    /// - Returns: The orders, and the place behind which there may be more.
    /// - Throws: `SQLiteError`.
    func shownOrders(
        inPool pool: String,
        status: NoteletInterface.Order.Status? = nil,
        behind key: [UInt8]? = nil,
        countMax: Int = .max
    ) throws(SQLiteError) -> (orders: [NoteletInterface.Order], next: [UInt8]?) {
        let all = try sortedEntries(
            as: .order,
            in: SharedFeed.orders(pool),
            behind: key,
            countMax: .max
        )
        let wanted = all.filter { status == nil || $0.value.status == status }
            .prefix(countMax)
        let own = Dictionary(try ordersInHand().map { ($0.id, $0) }) { first, _ in first }
        let orders = wanted.map { entry in
            entry.value.status == .inProgress ? own[entry.value.id] ?? entry.value : entry.value
        }
        return (orders, wanted.count == countMax ? wanted.last?.sortKey : nil)
    }

    /// The order of an id, as far as it is known here.
    func shownOrder(_ id: [UInt8]) throws(SQLiteError) -> NoteletInterface.Order? {
        if let own = try ordersInHand().first(where: { $0.id.bytes == id }) { return own }
        return try entry(id, as: .order)
    }

    /// Takes in how an order stands by what was done here: in hand, or no longer.
    func noteOrder(_ order: NoteletAPI.Order) throws(SQLiteError) {
        let isInHand = order.isOwn && order.status == .inProgress
        let name = OrderQuestions.inHandName
        try changeAnswer(name, orElse: ListOwnOrdersResponse()) { response in
            response.orders.removeAll { $0.id == order.id }
            if isInHand { response.orders.insert(order, at: 0) }
        }
    }

    /// Notes that what is known of the orders in hand is old, where the feed of a pool tells of one
    /// of them.
    func noteOldOrders(after step: SharedStep, of feed: CopiedFeed) throws(SQLiteError) {
        guard feed.name.hasPrefix(SharedFeed.orders("")) else { return }
        let id =
            switch step {
            case .put(let entry): entry.id
            case .delete(let id): id
            }
        guard try ordersInHand().contains(where: { $0.id.bytes == id }) else { return }
        let sql = "UPDATE answers SET is_old = 1 WHERE question = ?"
        _ = try connection.run(sql, .text(OrderQuestions.inHandName))
        changed.insert(.answers)
    }

    private func ordersInHand() throws(SQLiteError) -> [NoteletInterface.Order] {
        try answer(to: OrderQuestions.inHand)?.value ?? []
    }
}

extension NoteletAPI.Order {
    /// The order as the feed of its pool tells it to all.
    var toldToAll: NoteletAPI.Order {
        var told = self
        told.isOwn = false
        told.detail = nil
        told.agentName = ""
        return told
    }
}
