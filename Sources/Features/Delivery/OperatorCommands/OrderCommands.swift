import AccountOperatorCommands
import CommandLineInterface
import Domain
import NoteletAPI
import OperatorCommands

/// The commands about orders.
enum OrderCommands {
    static let order = Command(
        "order",
        summary: "Make orders, call them off, give them to others, and see what became of them",
        subcommands: [create, list, show, events, cancel, assign, release]
    )

    private typealias API = DeliveryAdministrationAPI

    private static let id = Delivery.orderID
    private static let file = Argument(
        "FILE",
        .file,
        help: "An order a line as JSON; '-' reads standard input."
    )
    private static let status = Option<OrderStatus>(
        "status",
        .choice("STATUS"),
        default: "open",
        help: "How they stand: open, in_progress, completed or cancelled."
    )

    private static let create = Command(
        "create",
        summary: "Make the orders of a file, each of which can be taken at once",
        discussion: """
            A line is such as \(OrderFile.example)

            A stop is of the kind pickup or dropoff, and its point has degrees north and east. \
            "customer", "phone", "note", points, and "shopper", the whole id of whom the order is \
            for, may be left out. What is broken in the file is found before any of it is sent. \
            Each order is made once for its reference, so a second try makes none twice.
            """,
        arguments: [file],
        doing: { context, server in
            let requests = try OrderFile.orders(in: context[file])
            var orders: [ListedOrder] = []
            for request in requests {
                let response = try await server.call(API.createOrder, request)
                orders.append(response.order ?? ListedOrder())
            }
            return Deed(
                [("orders", .array(orders.map(ListedOrder.form.json)))],
                orders.count == 1
                    ? "The order \(shownID(orders[0].shown.id)) is there."
                    : "\(orders.count) orders are there."
            )
        }
    )

    private static let list = Command(
        "list",
        summary: "List the orders of a pool that have a status, newest first",
        options: [status],
        arguments: [Delivery.poolName],
        listing: ListedOrder.form,
        by: API.listPoolOrders
    ) { context, _ in
        ListPoolOrdersRequest(pool: context[Delivery.poolName], status: context[status])
    }

    private static let show = Command(
        "show",
        summary: "Show an order with all that is kept of it",
        arguments: [id],
        asking: { context, server in
            let request = InspectOrderRequest(id: context[id].bytes)
            let order = try await server.call(API.inspectOrder, request).order ?? ListedOrder()
            try context.write([server.source, ("order", ListedOrder.form.json(order))]) {
                context.draw(facts: order.facts)
            }
        }
    )

    private static let events = Command(
        "events",
        summary: "Show what happened to an order, in the order in which it did",
        discussion: "What an agent did goes with the account of that one.",
        arguments: [id],
        listing: OrderEvent.form,
        by: API.listOrderEvents
    ) { context, _ in ListOrderEventsRequest(id: context[id].bytes) }

    private static let cancel = Command(
        "cancel",
        summary: "Call an order off that is not completed",
        options: [Reason.optional],
        arguments: [id],
        confirming: { ($0[id].uuid, "The order \($0[id].uuid) will be called off") },
        doing: { context, server in
            let reason = context[Reason.optional]
            let request = CancelOrderRequest(id: context[id].bytes, reason: reason)
            let order = try await server.call(API.cancelOrder, request).order ?? ListedOrder()
            return Deed(
                [("order", ListedOrder.form.json(order))],
                "The order \(context[id].uuid) is called off."
            )
        }
    )

    private static let assign = Command(
        "assign",
        summary: "Give an order that is not closed to an agent, whoever has it",
        options: [Reason.optional],
        arguments: [id, Delivery.user],
        doing: { context, server in
            let agent = try await server.userID(of: context[Delivery.user])
            return try await reassign(to: agent, context, server)
        }
    )

    private static let release = Command(
        "release",
        summary: "Take an order from its agent, so that it is open again",
        options: [Reason.optional],
        arguments: [id],
        doing: { context, server in try await reassign(to: [], context, server) }
    )

    private static func reassign(
        to agent: [UInt8],
        _ context: CommandContext,
        _ server: AdminConnection
    ) async throws -> Deed {
        let request = ReassignOrderRequest(
            id: context[id].bytes,
            agentID: agent,
            reason: context[Reason.optional]
        )
        let order = try await server.call(API.reassignOrder, request).order ?? ListedOrder()
        let now = agent.isEmpty ? "is open again" : "is in the hands of \(shownID(agent))"
        return Deed(
            [("order", ListedOrder.form.json(order))],
            "The order \(context[id].uuid) \(now)."
        )
    }
}
