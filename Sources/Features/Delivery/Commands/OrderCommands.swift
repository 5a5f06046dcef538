import CommandLineInterface
import NoteletClient
import PersonCommands

/// What a person can do with orders, and say about them.
enum OrderCommands {
    static let all = [
        list, own, show, accept, complete, release, location, messages, say, agent,
    ]

    private static let pool = Argument.text(
        Wording("풀", "POOL"),
        help: Wording("운영자가 만든 주문 풀의 이름입니다.", "The name of a pool, which operators make.")
    )
    private static let order = Argument.reference(to: Wording("주문", "the order"))
    private static let reason = Option.text(
        "reason",
        help: Wording(
            "운영자에게 알리는 이유이며 1,000자까지입니다.",
            "Why, for operators: at most 1,000 characters."
        )
    )
    private static let text = Argument.text(
        Placeholder.text,
        help: Wording(
            "1자에서 2,000자까지입니다. '-'라고 쓰면 표준 입력에서 읽습니다.",
            "1 to 2,000 characters; '-' reads standard input."
        )
    )

    /// How orders stand, as it is typed.
    private enum StatusWord: String, CaseIterable {
        case open
        case inProgress = "in_progress"
        case completed, cancelled

        var status: OrderStatus { OrderStatus(plainName: rawValue) ?? .open }
    }

    private static let status = Option<StatusWord>(
        "status",
        .choice(Wording("상태", "STATUS")),
        default: StatusWord.open.rawValue,
        help: Wording("이 상태의 주문을 봅니다.", "Show those that stand like this.")
    )
    private static let ownStatus = Option<StatusWord>(
        "status",
        .choice(Wording("상태", "STATUS")),
        default: StatusWord.inProgress.rawValue,
        help: Wording("이 상태의 주문을 봅니다.", "Show those that stand like this.")
    )
    private static let limit = Option<Int32?>.limit(of: Wording("주문", "orders"))

    private static let list = Command(
        "list",
        summary: Wording("풀의 주문을 최신순으로 봅니다", "Show the orders of a pool, newest first"),
        options: [status, limit, GlobalOptions.format],
        arguments: [pool],
        run: { context in
            let size = min(context[limit] ?? .max, ObjectReference.pageSize)
            let pages = context.notelet.listOrders(
                pool: context[pool],
                status: context[status].status,
                pageSize: size
            )
            let rows = try await pages.rows(limit: context[limit].map(Int.init))
            try context.write(rows, as: Order.form)
        }
    )

    private static let own = Command(
        "own",
        summary: Wording("내가 받은 주문을 봅니다", "Show the orders that you have or had"),
        options: [ownStatus, limit, GlobalOptions.format],
        run: { context in
            let size = min(context[limit] ?? .max, ObjectReference.pageSize)
            let pages = context.notelet.listOwnOrders(
                status: context[ownStatus].status,
                pageSize: size
            )
            let rows = try await pages.rows(limit: context[limit].map(Int.init))
            try context.write(rows, as: Order.form)
        }
    )

    private static let show = Command(
        "show",
        summary: Wording("주문 하나를 봅니다", "Show one order"),
        arguments: [order],
        run: { context in
            let order = try await context.notelet.getOrder(id: try await inHand(context))
            try context.write(order)
        }
    )

    private static let accept = Command(
        "accept",
        summary: Wording("대기 중인 주문을 받습니다", "Take an order that is open"),
        arguments: [pool, order],
        run: { context in
            let (notelet, size) = (context.notelet, ObjectReference.pageSize)
            let pages = notelet.listOrders(pool: context[pool], status: .open, pageSize: size)
            let id = try await context.id(
                context[order],
                among: pages,
                by: \.id,
                else: .orderNotFound
            )
            try context.write(try await notelet.acceptOrder(id: id))
        }
    )

    private static let complete = Command(
        "complete",
        summary: Wording("주문을 완료하고 배달비를 받습니다", "Say that an order is carried out, for its fee"),
        arguments: [order],
        run: { context in
            let id = try await inHand(context)
            let response = try await context.notelet.completeOrder(id: id)
            let done = response.order ?? Order()
            let balance = response.balance ?? CashBalance()
            try context.write(
                [
                    ("order", Order.form.json(done)), ("settled", .number(response.settled)),
                    ("balance", balance.json),
                ],
                "완료했습니다. \(response.settled)을 받아 캐시는 \(balance.total)입니다.",
                "Completed: you got \(response.settled), and have \(balance.total)."
            )
        }
    )

    private static let release = Command(
        "release",
        summary: Wording("받은 지 얼마 안 된 주문을 돌려줍니다", "Give an order back shortly after taking it"),
        options: [reason],
        arguments: [order],
        run: { context in
            let id = try await inHand(context)
            let reason = context[reason]
            let given = try await context.notelet.releaseOrder(id: id, reason: reason)
            try context.write(
                [("order", Order.form.json(given))],
                "주문을 돌려줬습니다.",
                "The order is given back."
            )
        }
    )

    private static let location = Command(
        "location",
        summary: Wording("기사가 마지막으로 있던 곳을 봅니다", "Show where the agent of an order was seen last"),
        arguments: [order],
        run: { context in
            let id = try await inHand(context)
            let response = try await context.notelet.getLastLocation(orderID: id)
            let place = response.location.map { "\($0.latitude),\($0.longitude)" }
            let moment = response.location?.recordedAt
            let document: [JSON.Member] = [
                ("point", place.map(JSON.string) ?? .null),
                ("tracked", .bool(response.isTracked)),
            ]
            try context.write(
                document,
                place.map { "\($0)  \(moment.localText)" } ?? "아직 위치가 없습니다.",
                place.map { "\($0)  \(moment.localText)" } ?? "Nobody was seen yet."
            )
        }
    )

    private static let messages = Command(
        "messages",
        summary: Wording("주문에 대한 대화를 최신순으로 봅니다", "Show what was said about an order"),
        options: [limit, GlobalOptions.format],
        arguments: [order],
        run: { context in
            let size = min(context[limit] ?? .max, ObjectReference.pageSize)
            let id = try await inHand(context)
            let pages = context.notelet.listMessages(orderID: id, pageSize: size)
            let rows = try await pages.rows(limit: context[limit].map(Int.init))
            try context.write(rows, as: ChatMessage.form)
        }
    )

    private static let say = Command(
        "say",
        summary: Wording("주문에 대해 말합니다", "Say something about an order"),
        arguments: [order, text],
        run: { context in
            let said = try await context.notelet.sendText(
                orderID: try await inHand(context),
                clientID: (0..<16).map { _ in UInt8.random(in: 0...255) },
                text: try TextSource.text(context[text], context)
            )
            try context.write(
                [("message", ChatMessage.form.json(said))],
                "보냈습니다: \(said.number)번",
                "Said: number \(said.number)"
            )
        }
    )

    private static let agent = Command(
        "agent",
        summary: Wording("기사로서의 나를 봅니다", "Show what you are as an agent"),
        run: { context in
            let agent = try await context.notelet.getAgent()
            let document: [JSON.Member] = [
                ("name", .string(agent.name)),
                ("orders_in_hand", .number(Int64(agent.ordersInHand))),
            ]
            try context.write(
                document,
                "\(agent.name.terminalSafe), 진행 중인 주문 \(agent.ordersInHand)건",
                "\(agent.name.terminalSafe), orders in hand: \(agent.ordersInHand)"
            )
        }
    )

    /// The id of the order that was named; of its beginning, where the caller has it in hand.
    private static func inHand(_ context: CommandContext) async throws -> [UInt8] {
        let pages = context.notelet.listOwnOrders(
            status: .inProgress,
            pageSize: ObjectReference.pageSize
        )
        return try await context.id(context[order], among: pages, by: \.id, else: .orderNotFound)
    }
}
