internal import AccountStorage
package import DeliveryRules
package import Domain
internal import LedgerRules
internal import LedgerStorage
package import Records
internal import StorageEngine

/// What the feed of a pool tells of an order.
package enum OrderNews: UInt8, SharedEvent {
    /// It was made.
    case opened = 1
    /// An agent has it.
    case taken = 2
    /// It was given back, and is open again.
    case released = 3
    /// It was completed or cancelled.
    case closed = 4

    /// Whether nothing becomes of it any more.
    package var isEnd: Bool { self == .closed }

    /// What is told of something that happens.
    init(_ kind: OrderEventKind) {
        self =
            switch kind {
            case .opened: .opened
            case .taken: .taken
            case .released: .released
            case .completed, .cancelled: .closed
            }
    }
}

extension StoreView: OrderReading {
    package func order(_ id: OrderID) throws(DomainError) -> Order? {
        let numbers = secrets.identifiers.open(id.opaque, for: .orderID)
        return numbers.low == 0 ? try order(numbered: numbers.high) : nil
    }

    package func order(numbered number: UInt64) throws(DomainError) -> Order? {
        guard let row = try row(at: number, in: Schema.orders),
            let pool = try collectionName(with: row.feed)
        else { return nil }
        return order(row, in: pool)
    }

    package func order(called reference: [UInt8]) throws(DomainError) -> Order? {
        let name = secrets.digests.orderReference(reference)
        guard let entry = try row(at: name, in: Schema.orderReferences) else { return nil }
        return try order(numbered: entry.value)
    }

    package func details(of order: Order) throws(DomainError) -> OrderDetails? {
        guard let row = try row(at: order.number, in: Schema.orderDetails) else { return nil }
        // They go with whom the order is for, also before the erasure comes.
        return try isRemoved(row.shopper) ? nil : row.details
    }

    package func visitOrders(
        of list: OrderList,
        before place: Sequence?,
        limit: Int,
        _ visit: (Order) throws(DomainError) -> PageStep
    ) throws(DomainError) -> Sequence? {
        switch list {
        case .pool(let pool, let status):
            let range = KeyRange.before(place, of: pool.feed, status)
            return try visitPage(of: Schema.ordersByStatus, range, limit: limit) {
                entry throws(DomainError) in
                guard let row = try row(at: entry.value, in: Schema.orders) else { return .next }
                return try visit(order(row, in: pool.name))
            }.map { Sequence($0.place.number) }
        case .agent(let agent, let status):
            let range = KeyRange.before(place, of: agent, status)
            return try visitPage(of: Schema.agentOrders, range, limit: limit) {
                entry throws(DomainError) in
                guard let order = try order(numbered: entry.value) else { return .next }
                return try visit(order)
            }.map { Sequence($0.place.number) }
        }
    }

    package func visitOrders(
        concerning person: UserNumber,
        before place: Sequence?,
        limit: Int,
        _ visit: (Order) throws(DomainError) -> PageStep
    ) throws(DomainError) -> Sequence? {
        // Those that are for somebody come in front, as if they stood higher than all others.
        let before = StatusPlace(sealed: place ?? Sequence(.max))
        if before.status == UInt8.max {
            var range = KeyRange.all(of: person)
            range.upper = ShopperOrderPlace(person, before.number).storedKey
            let next = try visitPage(of: Schema.shopperOrders, range, limit: limit) {
                entry throws(DomainError) in
                // One of their own that they carry out comes with those that they have.
                guard let order = try order(numbered: entry.value), order.agent != person else {
                    return .next
                }
                return try visit(order)
            }
            return StatusPlace(next == nil ? UInt8.max - 1 : UInt8.max, next?.number ?? 0).sealed
        }
        var range = KeyRange.all(of: person)
        range.upper = AgentOrderPlace(person, before).storedKey
        return try visitPage(of: Schema.agentOrders, range, limit: limit) {
            entry throws(DomainError) in
            guard let order = try order(numbered: entry.value) else { return .next }
            return try visit(order)
        }.map { $0.place.sealed }
    }

    package func orderCount(
        of agent: UserNumber,
        _ status: OrderStatus,
        countMax: Int
    ) throws(DomainError) -> Int {
        try count(.before(nil, of: agent, status), in: Schema.agentOrders.id, countMax)
    }

    package func visitEvents(
        of order: Order,
        behind place: Sequence?,
        limit: Int,
        _ visit: (OrderEvent) -> PageStep
    ) throws(DomainError) -> Sequence? {
        var page = RecordPage<Sequence>(limit: limit)
        var range = KeyRange(prefix: order.number.storedKey)
        if let place {
            let last = EventPlace(order.number, place.rawValue).storedKey
            range.lower = KeyRange.behind(last).lower
        }
        try visitRows(of: Schema.orderEvents, range, atMost: limit.andOneMore) {
            row throws(DomainError) in
            try page.add(Sequence(row.key.number)) { () throws(DomainError) in
                // Of whoever is removed nothing is shown, also before the erasure comes.
                try isRemoved(row.agent) ? .next : visit(row.event)
            }
        }
        return page.next
    }

    package func visitEvents(
        with agent: UserNumber,
        behind place: Sequence?,
        limit: Int,
        _ visit: (OrderID, OrderEvent) -> PageStep
    ) throws(DomainError) -> Sequence? {
        var page = RecordPage<Sequence>(limit: limit)
        var range = KeyRange.all(of: agent)
        if let place {
            let last = AgentEventPlace(agent, EventPlace(sealed: place)).storedKey
            range.lower = KeyRange.behind(last).lower
        }
        try visitRows(of: Schema.agentEvents, range, atMost: limit.andOneMore) {
            entry throws(DomainError) in
            try page.add(entry.value.sealed) { () throws(DomainError) in
                guard let row = try row(at: entry.value, in: Schema.orderEvents) else {
                    return .next
                }
                return visit(orderID(of: entry.value.order), row.event)
            }
        }
        return page.next
    }

    package func agent(_ person: UserNumber) throws(DomainError) -> DeliveryAgent? {
        guard let row = try row(at: person, in: Schema.agents) else { return nil }
        // Who is removed is no agent, also before the erasure comes.
        return try isRemoved(person) ? nil : row.agent
    }

    package func visitAgents(
        behind person: UserNumber?,
        limit: Int,
        _ visit: (DeliveryAgent) throws(DomainError) -> PageStep
    ) throws(DomainError) -> UserNumber? {
        var page = RecordPage<UserNumber>(limit: limit)
        let range = KeyRange.behind(person.map { Key.user($0) })
        try visitRows(of: Schema.agents, range, atMost: limit.andOneMore) {
            row throws(DomainError) in
            try page.add(row.key) { () throws(DomainError) in
                try isRemoved(row.key) ? .next : visit(row.agent)
            }
        }
        return page.next
    }

    package func orderChange(
        _ entry: RawSpan,
        of feed: SharedFeed
    ) throws(DomainError) -> OrderChange? {
        let (told, place) = try OrderNews.read(entry, of: feed, OrderRow.kind)
        guard let order = try order(numbered: place.sequence.rawValue) else { return nil }
        return switch told {
        case .opened: .opened(order)
        case .taken: .taken(order)
        case .released: .released(order)
        case .closed: .closed(order)
        }
    }

    func orderID(of number: UInt64) -> OrderID {
        OrderID(secrets.identifiers.seal(number, 0, for: .orderID))
    }

    func order(_ row: OrderRow, in pool: CollectionName) -> Order {
        Order(
            number: row.key,
            id: orderID(of: row.key),
            pool: pool,
            summary: row.summary,
            fee: Int64(clamping: row.fee),
            reference: row.reference,
            openedAt: row.openedAt,
            status: row.status,
            agent: row.agent,
            shopper: row.shopper,
            takenAt: row.takenAt == 0 ? nil : Instant(milliseconds: row.takenAt),
            closedAt: row.closedAt == 0 ? nil : Instant(milliseconds: row.closedAt)
        )
    }
}
