import CommandLineInterface
import NoteletAPI
import OperatorCommands

extension ListedAgent {
    /// What the agent is.
    private var shown: Agent { agent ?? Agent() }

    /// How agents are shown.
    static let form = RowForm<ListedAgent>(
        "agents",
        "agent",
        none: "There is no agent.",
        fields: [
            .text("user_id") { shownID($0.userID) }, .text("name", \.shown.name),
            .moment("since", \.shown.since),
            RowField("orders_in_hand") { .number(Int64($0.shown.ordersInHand)) },
        ],
        columns: [
            .text("name", \.shown.name), .number("in hand") { Int($0.shown.ordersInHand) },
            .moment("since", \.shown.since),
            .text("id", fitting: .whole) { shownID($0.userID) },
        ]
    )
}

extension ListedOrder {
    /// The order itself.
    var shown: Order { order ?? Order() }

    private var detail: OrderDetail { shown.detail ?? OrderDetail() }

    /// What it was called when it was made; empty for bytes that are no text.
    private var name: String { String(validating: reference, as: UTF8.self) ?? "" }

    /// How orders are shown; what a file may say of one is under the same names.
    static let form = RowForm<ListedOrder>(
        "orders",
        "order",
        none: "There is no such order.",
        fields: [
            .text("id") { shownID($0.shown.id) }, .text("reference", \.name),
            .text("pool", \.shown.pool), .text("status") { $0.shown.status.plainName },
            .text("summary", \.shown.summary), RowField("fee") { .number($0.shown.fee) },
            .moment("opened_at", \.shown.openedAt), .moment("taken_at", \.shown.takenAt),
            .moment("closed_at", \.shown.closedAt),
            .text("agent_id") { shownID($0.agentID) }, .text("agent", \.shown.agentName),
            .text("shopper") { shownID($0.shopperID) }, .text("customer", \.detail.customer),
            .text("phone", \.detail.phone), .text("note", \.detail.note),
            RowField("stops") { .array($0.detail.stops.map(\.json)) },
        ],
        columns: [
            .text("summary", \.shown.summary), .text("status") { $0.shown.status.plainName },
            .number("fee") { Int($0.shown.fee) },
            .moment("opened", fitting: .wholeOrOmitted, \.shown.openedAt),
            .text("agent", \.shown.agentName),
            .text("id", fitting: .whole) { shownID($0.shown.id) },
        ]
    )

    /// What a person reads of one.
    var facts: [(String, String)] {
        let order = shown
        var facts = [
            ("id", shownID(order.id)), ("reference", name), ("pool", order.pool),
            ("status", order.status.plainName), ("summary", order.summary),
            ("fee", "\(order.fee)"), ("opened", order.openedAt.map { Moment($0).text } ?? ""),
        ]
        if let taken = order.takenAt { facts.append(("taken", Moment(taken).text)) }
        if let closed = order.closedAt { facts.append(("closed", Moment(closed).text)) }
        if !agentID.isEmpty {
            facts.append(("agent", "\(order.agentName) (\(shownID(agentID)))"))
        }
        if !shopperID.isEmpty { facts.append(("shopper", shownID(shopperID))) }
        facts += [("customer", detail.customer), ("phone", detail.phone), ("note", detail.note)]
            .filter { !$0.1.isEmpty }
        facts += detail.stops.map { ($0.kind.plainName, $0.address) }
        return facts
    }
}

extension OrderStop {
    /// The stop as a file may have it.
    fileprivate var json: JSON {
        var members: [JSON.Member] = [
            ("kind", .string(kind.plainName)), ("address", .string(address)),
        ]
        if let point { members.append(("point", .string(point.text))) }
        return .object(members)
    }
}

extension OrderEvent {
    /// How events of an order are shown.
    static let form = RowForm<OrderEvent>(
        "events",
        "event",
        fields: [
            .text("kind") { $0.kind.plainName }, .moment("occurred_at", \.occurredAt),
            .text("agent_id") { shownID($0.agentID) }, .text("operator", \.operatorName),
            .text("reason", \.reason),
        ],
        columns: [
            .moment("time", \.occurredAt), .text("event") { $0.kind.plainName },
            .text("operator", \.operatorName), .text("reason", \.reason),
            .text("agent", fitting: .whole) { shownID($0.agentID) },
        ]
    )
}

extension ListedWithdrawal {
    /// What was asked for.
    var shown: Withdrawal { withdrawal ?? Withdrawal() }

    /// How withdrawals are shown.
    static let form = RowForm<ListedWithdrawal>(
        "withdrawals",
        "withdrawal",
        none: "Nobody asked for cash.",
        fields: [
            .number("transfer", \.shown.transfer), .text("user_id") { shownID($0.userID) },
            RowField("amount") { .number($0.shown.amount) },
            .text("status") { $0.shown.status.plainName },
            RowField("paid") { .number($0.shown.paid) },
            .moment("requested_at", \.shown.requestedAt),
            .moment("pending_until", \.shown.pendingUntil),
        ],
        columns: [
            .number("transfer") { Int(clamping: $0.shown.transfer) },
            .number("amount") { Int($0.shown.amount) },
            .text("status") { $0.shown.status.plainName }, .number("paid") { Int($0.shown.paid) },
            .moment("asked", \.shown.requestedAt), .moment("held until", \.shown.pendingUntil),
            .text("who", fitting: .whole) { shownID($0.userID) },
        ]
    )
}
