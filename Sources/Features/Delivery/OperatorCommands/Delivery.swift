import AccountOperatorCommands
import AccountRules
package import CommandLineInterface
import NoteletAPI
import OperatorCommands

/// What an operator can do about orders, agents and cash that is to be paid out.
package enum Delivery {
    /// The commands, as the program offers them.
    package static let commands = [
        Command(
            "delivery",
            summary: "Make orders and agents, look after both, and pay cash out",
            discussion: """
                Cash is in the ledger: 'ledger correct' puts right what was moved by mistake, and \
                'ledger verify' proves all of it. What is changed is recorded in the audit log of \
                the store.
                """,
            subcommands: [
                pool, agent, OrderCommands.order, WithdrawalCommands.withdrawal,
                GeofenceCommands.geofence, GeofenceCommands.locate, ChannelCommands.channel,
            ]
        )
    ]

    private typealias API = DeliveryAdministrationAPI

    /// Somebody with an account.
    static let user = Argument<AccountReference>(
        "USER",
        .account,
        help: "A username, an e-mail address, or the whole id of an account."
    )
    /// An order.
    static let orderID = Argument.id("ORDER", of: "an", "order")
    /// The name of a pool.
    static let poolName = Argument.text(
        "POOL",
        help: "Its name: 1 to 64 lower-case letters of English, digits and hyphens."
    )
    private static let name = Argument.text(
        "NAME",
        help: "What the agent is called: 1 to 100 characters."
    )

    private static let pool = Command(
        "pool",
        summary: "Make pools of orders, list them and take them away",
        subcommands: [
            Command(
                "add",
                summary: "Make a pool, whose orders all agents can read and take",
                arguments: [poolName],
                doing: { context, server in
                    let name = context[poolName]
                    let response = try await server.call(API.addPool, .init(collection: name))
                    let pool = response.collection ?? ListedCollection()
                    return Deed(
                        [("collection", ListedCollection.form.json(pool))],
                        "The pool \(name) is there."
                    )
                }
            ),
            Command(
                "list",
                summary: "List the pools, in the order of their names",
                listing: ListedCollection.form,
                rows: { try await $0.call(API.listPools, .init()).collections }
            ),
            Command(
                "remove",
                summary: "Take a pool away of which no order is open or in hand",
                discussion: "Orders that are over stay as they are, with what they paid.",
                arguments: [poolName],
                doing: { context, server in
                    let name = context[poolName]
                    _ = try await server.call(API.removePool, .init(collection: name))
                    return Deed([("removed", .string(name))], "The pool \(name) is taken away.")
                }
            ),
        ]
    )

    private static let agent = Command(
        "agent",
        summary: "Make people agents, or agents no longer, and list them",
        subcommands: [put, remove, list]
    )

    private static let put = Command(
        "put",
        summary: "Make somebody an agent, or call an agent by another name",
        arguments: [user, name],
        doing: { context, server in
            let request = PutAgentRequest(
                userID: try await server.userID(of: context[user]),
                name: context[name]
            )
            let agent = try await server.call(API.putAgent, request).agent ?? ListedAgent()
            return Deed(
                [("agent", ListedAgent.form.json(agent))],
                "\(context[name]) is an agent."
            )
        }
    )

    private static let remove = Command(
        "remove",
        summary: "Make somebody an agent no longer",
        discussion: "What that one had in hand is open again; what was earned stays.",
        arguments: [user],
        doing: { context, server in
            let id = try await server.userID(of: context[user])
            let response = try await server.call(API.removeAgent, .init(userID: id))
            return Deed(
                [
                    ("removed", .string(shownID(id))),
                    ("released", .number(Int64(response.released))),
                ],
                "\(shownID(id)) is no agent any more. Orders that are open again: "
                    + "\(response.released)."
            )
        }
    )

    private static let list = Command(
        "list",
        summary: "List all agents, in the order in which their accounts were opened",
        listing: ListedAgent.form,
        by: API.listAgents
    ) { _, _ in ListAgentsRequest() }
}
