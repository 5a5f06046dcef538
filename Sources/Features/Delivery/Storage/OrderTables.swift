internal import Cryptography
internal import DeliveryRules
internal import Domain
package import Records
internal import StorageEngine

// Orders, what finds them, and where they go.

/// An order, under its number.
struct OrderRow: StoredRow {
    var key: UInt64 = 0
    /// The number of the feed of its pool.
    var pool: UInt64 = 0
    /// Which entry of that feed tells of it now.
    var told = Sequence.start
    var summary = ""
    var fee: UInt64 = 0
    var reference: [UInt8] = []
    var openedAt = Instant(milliseconds: 0)
    var statusNumber: UInt32 = 0
    var agent = UserNumber.nobody
    var shopper = UserNumber.nobody
    /// Milliseconds since 1970; 0 where nobody has it.
    var takenAt: Int64 = 0
    /// Milliseconds since 1970; 0 where it is not closed.
    var closedAt: Int64 = 0
    /// How much happened to it.
    var eventCount: UInt64 = 0
    /// Up to which event the reasons are forgotten; all is, with where it went, at the last number.
    var forgotten: UInt64 = 0

    enum CodingKeys: Int, CodingKey {
        case pool = 1
        case told = 2
        case summary = 3
        case fee = 4
        case reference = 5
        case openedAt = 6
        case statusNumber = 7
        case agent = 8
        case shopper = 9
        case takenAt = 10
        case closedAt = 11
        case eventCount = 12
        case forgotten = 13
    }

    static let kind = RecordKind("order")

    var isSound: Bool { OrderStatus(stored: statusNumber) != nil }
    var status: OrderStatus {
        get { OrderStatus(stored: statusNumber) ?? .cancelled }
        set { statusNumber = UInt32(newValue.rawValue) }
    }
    /// The feed of its pool.
    var feed: SharedFeed {
        get { SharedFeed(rawValue: pool) }
        set { pool = newValue.rawValue }
    }
    /// Where it is among those that stand alike.
    var statusPlace: StatusPlace { StatusPlace(UInt8(clamping: statusNumber), key) }
    /// When it was closed, and what it is, as long as there is anything to forget; nil before.
    var closing: DayEntry<UInt64>? {
        guard closedAt != 0, forgotten != .max else { return nil }
        return DayEntry(Instant(milliseconds: closedAt).dayNumber, key)
    }
    /// What the feed says that it tells of.
    var place: SharedPlace { SharedPlace(feed, Sequence(key)) }
    /// What the feed tells of it; nil for one that is over.
    var news: OrderNews? {
        switch status {
        case .open: eventCount > 1 ? .released : .opened
        case .inProgress: .taken
        case .completed, .cancelled: nil
        }
    }
}

extension OrderRow {
    /// An order that stands otherwise now.
    func changed(to order: Order) -> OrderRow {
        var row = self
        row.status = order.status
        row.agent = order.agent
        row.shopper = order.shopper
        row.takenAt = order.takenAt?.milliseconds ?? 0
        row.closedAt = order.closedAt?.milliseconds ?? 0
        return row
    }
}

/// Where an order goes and for whom, under its number.
struct OrderDetailsRow: StoredRow {
    var key: UInt64 = 0
    var customer = ""
    var phone = ""
    var note = ""
    var stops: [OrderStop] = []
    /// With whom it goes; nobody where none was named.
    var shopper = UserNumber.nobody

    enum CodingKeys: Int, CodingKey {
        case customer = 1
        case phone = 2
        case note = 3
        case stops = 4
        case shopper = 5
    }

    static let kind = RecordKind("detail of an order")

    var details: OrderDetails {
        OrderDetails(storedCustomer: customer, phone: phone, note: note, stops: stops)
    }
}

extension OrderDetailsRow {
    init(_ details: OrderDetails, of order: UInt64, for shopper: UserNumber) {
        key = order
        customer = details.customer
        phone = details.phone
        note = details.note
        stops = details.stops
        self.shopper = shopper
    }

    /// The stops alone, as a dump has them.
    fileprivate struct Stops: StoredRecord {
        var all: [OrderStop]

        enum CodingKeys: Int, CodingKey {
            case all = 1
        }

        static let kind = RecordKind("stops")
    }
}

/// That an order is found: by how it stands, by who has it, by whom it is for, by its name.
typealias PoolOrderEntry = EntryRow<PoolPlace, UInt64>
typealias AgentOrderEntry = EntryRow<AgentOrderPlace, UInt64>
typealias ShopperOrderEntry = EntryRow<ShopperOrderPlace, UInt64>
typealias OrderReferenceEntry = EntryRow<OpaqueID, UInt64>

extension KeyPurpose {
    /// The ids of orders, which are their numbers.
    static let orderID = KeyPurpose(rawValue: 33)
    /// Hashes of what operators call orders.
    static let orderReference = KeyPurpose(rawValue: 34)
}

extension LookupDigests {
    /// Half a hash of what an operator calls an order.
    func orderReference(_ reference: [UInt8]) -> OpaqueID {
        digest(of: reference.span.bytes, for: .orderReference).firstHalf
    }
}

extension Schema {
    /// What is kept of delivery.
    package static let ofDelivery = StoredFeature(
        tablesOfOrders + tablesOfPositions + tablesOfChat,
        agreement: { store, report throws(DomainError) in
            try store.findPaymentsOfNoOrder(report)
        }
    )

    private static let tablesOfOrders: [any TableDeclaration] = [
        orders, ordersByStatus, agentOrders, shopperOrders, orderReferences, orderDetails,
        orderEvents, agentEvents, agents, ordersByClosingDay,
    ]

    private static let leaves = "a restored store takes who is gone off the orders once more"
    private static let goesAlong = "it goes with the order that it leads to"

    static let orders: SchemaTable<OrderRow> = SchemaTable(
        66,
        "orders",
        key: ["number"],
        owner: .nobody,
        erasure: .stays(because: "the steps of its agent and its shopper take them off it"),
        archive: .kept(because: leaves),
        indexes: [
            TableIndex(ordersByStatus, "it is not found by its status") { order, _ in
                PoolOrderEntry(PoolPlace(order.feed, order.statusPlace), order.key)
            },
            TableIndex(agentOrders, "its agent does not lead to it") { order, _ in
                if order.agent == .nobody { return nil }
                return AgentOrderEntry(
                    AgentOrderPlace(order.agent, order.statusPlace),
                    order.key
                )
            },
            TableIndex(shopperOrders, "whom it is for does not lead to it") { order, _ in
                if order.shopper == .nobody { return nil }
                return ShopperOrderEntry(ShopperOrderPlace(order.shopper, order.key), order.key)
            },
            TableIndex(orderReferences, "it is not found by its name") { order, secrets in
                let name = secrets.digests.orderReference(order.reference)
                return OrderReferenceEntry(name, order.key)
            },
            TableIndex(ordersByClosingDay, "its last day does not lead to it") { order, _ in
                order.closing.map { KeyRow($0) }
            },
        ],
        flaw: orderFlaw,
        disagreement: { order, store throws(DomainError) in try store.disagreement(of: order) },
        telling: { order in
            // What is told of orders that are over goes by and by.
            order.news.map { $0.entry(of: order.place, at: order.told) }
        },
        line: DumpLine(
            "order",
            place: 46,
            moment: { $0.openedAt },
            fields: [
                .number("number", \.key),
                .id { order, secrets in secrets.identifiers.seal(order.key, 0, for: .orderID) },
                .feed(\.feed),
                .number("told", \.told),
                .text("summary", \.summary),
                .number("fee", \.fee),
                .binary("reference", \.reference),
                .moment("opened_at", \.openedAt),
                .word("status", OrderStatus.self, \.statusNumber),
                .person("agent", \.agent),
                .person("shopper", \.shopper),
                Field("taken_at", .moment(momentUnlessNone(\.takenAt))),
                Field("closed_at", .moment(momentUnlessNone(\.closedAt))),
                .number("events", \.eventCount),
                .number("forgotten", \.forgotten),
            ]
        )
    )

    /// Of a count of milliseconds since 1970 that is 0 where there is no moment.
    private static func momentUnlessNone(
        _ path: FieldPath<OrderRow, Int64>
    ) -> Access<OrderRow, Instant> {
        Access { row in
            row[keyPath: path] == 0 ? nil : Instant(milliseconds: row[keyPath: path])
        } set: { row, moment in
            row[keyPath: path] = moment.milliseconds
        }
    }

    @Sendable
    private static func orderFlaw(
        _ order: OrderRow,
        _ exists: (Key, TableID) -> Bool
    ) -> String? {
        guard exists(order.feed.number.storedKey, collections.id) else {
            return "its pool is not there"
        }
        let isLegal =
            ShortText.fits(order.summary, DomainLimits.orderSummaryCharacters)
            && order.fee <= UInt64(DomainLimits.orderFees.upperBound)
            && DomainLimits.orderReferenceByteCounts ~= order.reference.count
            && order.eventCount <= UInt64(Int64.max)
            && (order.status != .inProgress || order.agent != .nobody)
        return isLegal ? nil : "a field is beyond its limits"
    }

    static let ordersByStatus = SchemaTable<PoolOrderEntry>(
        67,
        "orders_by_status",
        key: ["feed", "status", "number"],
        owner: .nobody,
        erasure: .stays(because: goesAlong),
        archive: .kept(because: "it names nobody"),
        entries: .leading(PoolOrderEntry.self, to: orders.id, "it leads to no order that stands so")
    )

    static let agentOrders: SchemaTable<AgentOrderEntry> = SchemaTable(
        68,
        "agent_orders",
        key: ["agent", "status", "number"],
        owner: .account,
        erasure: .ownStep { agent, remaining, store throws(DomainError) in
            try store.eraseAgent(agent, &remaining)
        },
        archive: .kept(because: leaves),
        entries: .leading(AgentOrderEntry.self, to: orders.id, "it leads to no order of theirs")
    )

    static let shopperOrders = SchemaTable<ShopperOrderEntry>(
        69,
        "shopper_orders",
        key: ["shopper", "number"],
        owner: .account,
        archive: .kept(because: leaves),
        entries: .leading(ShopperOrderEntry.self, to: orders.id, "it leads to no order for them")
    )

    static let orderReferences = SchemaTable<OrderReferenceEntry>(
        70,
        "order_references",
        key: ["half a hash"],
        owner: .nobody,
        erasure: .stays(because: goesAlong),
        archive: .kept(because: "it names nobody"),
        entries: .leading(OrderReferenceEntry.self, to: orders.id, "it leads to no order")
    )

    static let ordersByClosingDay = SchemaTable<KeyRow<DayEntry<UInt64>>>(
        87,
        "orders_by_closing_day",
        key: ["day", "number"],
        owner: .nobody,
        erasure: .stays(because: goesAlong),
        archive: .kept(because: "it names nobody"),
        entries: EntryForm("it leads to no order of that last day") {
            key,
            _,
            _ throws(DomainError) in
            let entry = try DayEntry<UInt64>(key: key, of: .uniqueEntry)
            return EntryForm.Reference(orders.id, entry.of.storedKey)
        }
    )

    static let orderDetails: SchemaTable<OrderDetailsRow> = SchemaTable(
        71,
        "order_details",
        key: ["number"],
        owner: .record(\.shopper),
        erasure: .ownStep { shopper, remaining, store throws(DomainError) in
            try store.eraseShopper(shopper, &remaining)
        },
        archive: .goes { _, value, _ throws(DomainError) in try OrderDetailsRow(value).shopper },
        flaw: { row, exists in
            guard exists(row.key.storedKey, orders.id) else { return "its order is not there" }
            return row.details.isLegal ? nil : "a field is beyond its limits"
        },
        line: DumpLine(
            "order_detail",
            place: 47,
            fields: [
                .number("order", \.key),
                .written("customer", \.customer),
                .written("phone", \.phone),
                .written("note", \.note),
                Field("stops", .written(stopsOfOrder)),
                .person("shopper", \.shopper),
            ]
        )
    )

    /// As base64: they say where somebody lives, so a dump without contents leaves them out.
    private static let stopsOfOrder = Access<OrderDetailsRow, String> { row, _ in
        Base64URL.encode(OrderDetailsRow.Stops(all: row.stops).encoded())
    } _: { row, text, _ throws(DumpProblem) in
        guard let bytes = Base64URL.decode(text),
            let stops = try? OrderDetailsRow.Stops(bytes.span.bytes)
        else { throw DumpProblem("'stops' are none") }
        row.stops = stops.all
    }
}
