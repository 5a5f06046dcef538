import CommandLineInterface
import NoteletClient
import PersonCommands

extension Order {
    /// How orders are shown.
    static let form = RowForm<Order>(
        "orders",
        "order",
        none: Wording("주문이 없습니다.", "There are no orders."),
        fields: [
            .id("id", \.id), .text("pool", \.pool), .text("status", \.status.plainName),
            .text("summary", \.summary), RowField("fee") { .number($0.fee) },
            .moment("opened_at", \.openedAt), .moment("taken_at", \.takenAt),
            .moment("closed_at", \.closedAt), RowField("is_own") { .bool($0.isOwn) },
        ],
        columns: [
            .id(\.id), .text(Wording("내용", "SUMMARY"), \.summary),
            .number(Wording("배달비", "FEE")) { Int($0.fee) },
            .wording(Wording("상태", "STATUS"), \.status.wording),
            .moment(Wording("시각", "OPENED"), \.openedAt),
        ]
    )

    /// The detail for a program; nothing where that is not for the person to see.
    fileprivate var detailJSON: JSON {
        guard let detail else { return .null }
        return .object([
            ("customer", .string(detail.customer)), ("phone", .string(detail.phone)),
            ("note", .string(detail.note)),
            (
                "stops",
                .array(
                    detail.stops.map { stop in
                        .object([
                            ("kind", .string(stop.kind.plainName)),
                            ("address", .string(stop.address)),
                        ])
                    }
                )
            ),
        ])
    }

    /// The order for a person, with where it goes where that is to be seen.
    fileprivate func text(in context: CommandContext) -> String {
        var facts = [
            (context.phrase("상태", "status"), context.text(of: status.wording)),
            (context.phrase("배달비", "fee"), "\(fee)"),
        ]
        if !agentName.isEmpty { facts.append((context.phrase("기사", "agent"), agentName)) }
        if let detail {
            facts += [
                (context.phrase("고객", "customer"), detail.customer),
                (context.phrase("전화", "phone"), detail.phone),
                (context.phrase("메모", "note"), detail.note),
            ].filter { !$0.1.isEmpty }
            facts += detail.stops.map { (context.text(of: $0.kind.wording), $0.address) }
        }
        return context.heading(summary, id: id, at: openedAt) + context.draw(facts: facts)
    }
}

extension CommandContext {
    /// Writes one order with all that the person may see of it.
    func write(_ order: Order) throws {
        try write([("order", Order.form.json(order)), ("detail", order.detailJSON)]) {
            order.text(in: self)
        }
    }
}

extension OrderStatus {
    /// What a person reads of it.
    var wording: Wording {
        switch self {
        case .open: Wording("대기", "open")
        case .inProgress: Wording("진행 중", "in progress")
        case .completed: Wording("완료", "completed")
        case .cancelled: Wording("취소", "cancelled")
        default: Wording(plainName, plainName)
        }
    }
}

extension StopKind {
    /// What a person reads of it.
    var wording: Wording {
        switch self {
        case .pickup: Wording("픽업", "pickup")
        case .dropoff: Wording("배달", "dropoff")
        default: Wording(plainName, plainName)
        }
    }
}

extension ChatMessage {
    /// How messages are shown.
    static let form = RowForm<ChatMessage>(
        "messages",
        "message",
        none: Wording("대화가 없습니다.", "Nothing was said yet."),
        fields: [
            .number("number", \.number), .text("role", \.role.plainName), .text("text", \.text),
            .moment("sent_at", \.sentAt), RowField("is_own") { .bool($0.isOwn) },
        ],
        columns: [
            .number(Wording("번호", "NUMBER")) { Int(clamping: $0.number) },
            .moment(Wording("시각", "TIME"), \.sentAt),
            .wording(Wording("누가", "WHO"), \.role.wording),
            .text(Wording("내용", "TEXT"), \.text),
        ]
    )
}

extension ChatRole {
    /// What a person reads of it.
    var wording: Wording {
        switch self {
        case .agent: Wording("기사", "agent")
        case .shopper: Wording("주문자", "shopper")
        case .invited: Wording("참여자", "invited")
        case .dispatcher: Wording("관제", "dispatcher")
        default: Wording(plainName, plainName)
        }
    }
}

extension CashBalance {
    /// The balance for a program.
    var json: JSON {
        .object([
            ("total", .number(total)), ("pending", .number(pending)),
            ("available", .number(available)),
        ])
    }

    /// The balance for a person.
    func facts(in context: CommandContext) -> [(String, String)] {
        [
            (context.phrase("전체", "total"), "\(total)"),
            (context.phrase("보류", "pending"), "\(pending)"),
            (context.phrase("출금 가능", "available"), "\(available)"),
        ]
    }
}

extension Withdrawal {
    /// What is held, for a program.
    var json: JSON {
        .object([
            ("transfer", .number(Int64(clamping: transfer))), ("amount", .number(amount)),
            ("status", .string(status.plainName)), ("paid", .number(paid)),
        ])
    }
}

extension LedgerEntry {
    /// How entries of the statement are shown.
    static let form = RowForm<LedgerEntry>(
        "transactions",
        "transaction",
        none: Wording("캐시 내역이 없습니다.", "There is no cash yet."),
        fields: [
            .number("sequence", \.sequence), .text("kind", \.kind.plainName),
            RowField("amount") { .number($0.amount) }, RowField("change") { .number($0.change) },
            RowField("balance") { .number($0.balance) }, .moment("occurred_at", \.occurredAt),
        ],
        columns: [
            .moment(Wording("시각", "TIME"), \.occurredAt),
            .text(Wording("종류", "KIND"), \.kind.plainName),
            .number(Wording("금액", "AMOUNT")) { Int($0.amount) },
            .number(Wording("증감", "CHANGE")) { Int($0.change) },
            .number(Wording("잔액", "BALANCE")) { Int($0.balance) },
        ]
    )
}
