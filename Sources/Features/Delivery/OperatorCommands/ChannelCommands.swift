import AccountOperatorCommands
import CommandLineInterface
import Domain
import NoteletAPI
import OperatorCommands

/// The commands about what is said about orders.
enum ChannelCommands {
    static let channel = Command(
        "channel",
        summary: "Read and say something about an order, and say who else may",
        subcommands: [list, say, add, remove]
    )

    private typealias API = DeliveryAdministrationAPI

    private static let text = Argument.text("TEXT", help: "1 to 2,000 characters.")
    private static let clientID = Option<String?>.optional(
        "name",
        .text.named("NAME"),
        help: "What the message is called, 1 to 64 bytes: the same name again says nothing more. "
            + "By default it gets a new one, so doing it again says it twice."
    )

    private static let list = Command(
        "list",
        summary: "Show what was said about an order, newest first",
        arguments: [Delivery.orderID],
        listing: ListedMessage.form,
        by: API.listChannel
    ) { context, _ in ListChannelRequest(orderID: context[Delivery.orderID].bytes) }

    private static let say = Command(
        "say",
        summary: "Say something to all in the channel of an order, as dispatcher",
        options: [clientID],
        arguments: [Delivery.orderID, text],
        doing: { context, server in
            let name = context[clientID] ?? "\(UInt64.random(in: 0...UInt64.max))"
            let request = DispatchTextRequest(
                orderID: context[Delivery.orderID].bytes,
                clientID: Array(name.utf8),
                text: context[text]
            )
            let said = try await server.call(API.dispatchText, request).message
            let listed = ListedMessage(message: said)
            return Deed(
                [("message", ListedMessage.form.json(listed)), ("name", .string(name))],
                "It is said: message \(said?.number ?? 0), called \(name)."
            )
        }
    )

    private static let add = Command(
        "add",
        summary: "Put somebody into the channel of an order",
        discussion: "Its agent and whom it is for are there anyway.",
        arguments: [Delivery.orderID, Delivery.user],
        doing: { context, server in
            let id = try await server.userID(of: context[Delivery.user])
            let request = ChangeChannelRequest(
                orderID: context[Delivery.orderID].bytes,
                change: .addedUserID(id)
            )
            _ = try await server.call(API.changeChannel, request)
            return Deed(
                [("added", .string(shownID(id)))],
                "\(shownID(id)) is in the channel of the order \(context[Delivery.orderID].uuid)."
            )
        }
    )

    private static let remove = Command(
        "remove",
        summary: "Take somebody out of the channel of an order who was put there",
        arguments: [Delivery.orderID, Delivery.user],
        doing: { context, server in
            let id = try await server.userID(of: context[Delivery.user])
            let request = ChangeChannelRequest(
                orderID: context[Delivery.orderID].bytes,
                change: .removedUserID(id)
            )
            _ = try await server.call(API.changeChannel, request)
            return Deed(
                [("removed", .string(shownID(id)))],
                "\(shownID(id)) is invited no longer to the order "
                    + "\(context[Delivery.orderID].uuid)."
            )
        }
    )
}

extension ListedMessage {
    private var shown: ChatMessage { message ?? ChatMessage() }

    /// How messages are shown.
    static let form = RowForm<ListedMessage>(
        "messages",
        "message",
        none: "Nothing was said.",
        fields: [
            .number("number", \.shown.number), .text("role") { $0.shown.role.plainName },
            .text("text", \.shown.text), .moment("sent_at", \.shown.sentAt),
            .text("user_id") { shownID($0.userID) },
        ],
        columns: [
            .number("number") { Int(clamping: $0.shown.number) },
            .text("role") { $0.shown.role.plainName }, .moment("time", \.shown.sentAt),
            .text("text", \.shown.text), .text("who", fitting: .whole) { shownID($0.userID) },
        ]
    )
}
