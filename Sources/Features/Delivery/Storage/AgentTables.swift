internal import DeliveryRules
internal import Domain
internal import Records
internal import StorageEngine

// Who is an agent, and what happened to orders.

/// What somebody is as an agent.
struct AgentRow: StoredRow {
    var key = UserNumber.nobody
    var name = ""
    var since = Instant(milliseconds: 0)

    enum CodingKeys: Int, CodingKey {
        case name = 1
        case since = 2
    }

    static let kind = RecordKind("agent")

    var agent: DeliveryAgent { DeliveryAgent(key, storedName: name, since: since) }
}

/// Something that happened to an order.
struct OrderEventRow: StoredRow {
    var key = EventPlace.blank
    var kindNumber: UInt32 = 0
    var moment = Instant(milliseconds: 0)
    /// With whom it goes; nobody where none had to do with it.
    var agent = UserNumber.nobody
    var operatorName = ""
    var reason = ""

    enum CodingKeys: Int, CodingKey {
        case kindNumber = 1
        case moment = 2
        case agent = 3
        case operatorName = 4
        case reason = 5
    }

    static let kind = RecordKind("event of an order")

    var isSound: Bool { OrderEventKind(stored: kindNumber) != nil }
    var event: OrderEvent {
        OrderEvent(
            OrderEventKind(stored: kindNumber) ?? .opened,
            at: moment,
            agent: agent,
            operatorName: operatorName,
            reason: reason
        )
    }
}

extension OrderEventRow {
    init(_ event: OrderEvent, at place: EventPlace) {
        key = place
        kindNumber = UInt32(event.kind.rawValue)
        moment = event.moment
        agent = event.agent
        operatorName = event.operatorName
        reason = event.reason
    }
}

/// That somebody had a part in what happened to an order.
typealias AgentEventEntry = EntryRow<AgentEventPlace, EventPlace>

extension Schema {
    static let orderEvents: SchemaTable<OrderEventRow> = SchemaTable(
        72,
        "order_events",
        key: ["order", "number"],
        owner: .record(\.agent),
        erasure: .ownStep { agent, remaining, store throws(DomainError) in
            try store.erase(by: agentEvents, of: agent, &remaining, recordCount: 2) {
                entry throws(DomainError) in
                try store.delete(at: entry.value, in: orderEvents)
            }
        },
        archive: .goes { _, value, _ throws(DomainError) in try OrderEventRow(value).agent },
        indexes: [
            TableIndex(agentEvents, "its agent does not lead to it") { event, _ in
                if event.agent == .nobody { return nil }
                return AgentEventEntry(AgentEventPlace(event.agent, event.key), event.key)
            }
        ],
        flaw: { event, exists in
            guard exists(event.key.order.storedKey, orders.id) else {
                return "its order is not there"
            }
            let isLegal = ShortText.fits(event.reason, 0...DomainLimits.orderReasonCharactersMax)
            return isLegal ? nil : "a field is beyond its limits"
        },
        line: DumpLine(
            "order_event",
            place: 48,
            moment: { $0.moment },
            fields: [
                .number("order", \.key.order),
                .number("number", \.key.number),
                .word("kind", OrderEventKind.self, \.kindNumber),
                .moment("moment", \.moment),
                .person("agent", \.agent),
                .text("operator", \.operatorName),
                .written("reason", \.reason),
            ]
        )
    )

    static let agentEvents = SchemaTable<AgentEventEntry>(
        73,
        "agent_events",
        key: ["agent", "order", "number"],
        owner: .account,
        entries: .leading(
            AgentEventEntry.self,
            to: orderEvents.id,
            "it leads to no event of theirs"
        )
    )

    static let agents = SchemaTable<AgentRow>(
        85,
        "agents",
        key: ["person"],
        owner: .account,
        flaw: { agent, _ in
            ShortText.fits(agent.name, DomainLimits.agentNameCharacters)
                ? nil : "a field is beyond its limits"
        },
        line: DumpLine(
            "agent",
            place: 49,
            moment: { $0.since },
            fields: [
                .person("person", \.key),
                .written("name", \.name),
                .moment("since", \.since),
            ]
        )
    )
}
