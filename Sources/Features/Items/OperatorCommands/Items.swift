package import CommandLineInterface
import Domain
import NoteletAPI
import OperatorCommands

/// What an operator can do about items and the collections that they are in.
package enum Items {
    /// The commands, as the program offers them.
    package static let commands = [
        Command(
            "item",
            summary: "Look after items and the collections that they are in",
            discussion: "What is changed is recorded in the audit log of the store.",
            subcommands: [
                Command(
                    "collection",
                    summary: "Make collections, list them and take them away",
                    subcommands: [add, list, removeCollection]
                ),
                remove,
            ]
        )
    ]

    private static let name = Argument<String>(
        "COLLECTION",
        .text.named("COLLECTION"),
        help: "Its name: 1 to 64 lower-case letters of English, digits and hyphens."
    )
    private static let id = Argument<OpaqueID>(
        "ITEM",
        ValueSyntax(
            placeholder: "ITEM",
            expectation: "the whole id of an item",
            parse: { OpaqueID(uuid: $0) }
        ),
        help: "The whole id of the item."
    )
    private static let reason = Option<String>(
        "reason",
        .text,
        default: "",
        help: "Why, for the audit log: at most 1,000 characters."
    )

    private static let add = Command(
        "add",
        summary: "Make a collection, which all who are signed in can read and put items into",
        arguments: [name],
        asking: { context, server in
            let request = AddCollectionRequest(collection: context[name])
            let method = ItemsAdministrationAPI.addCollection
            let collection = try await server.call(method, request).collection
            let shown = (collection ?? ItemCollection()).json
            try context.write([server.source, ("collection", shown)]) {
                "The collection \(context[name].terminalSafe) is there.\n"
            }
        }
    )

    private static let list = Command(
        "list",
        summary: "List the collections, in the order of their names",
        options: [PresentationOptions.format],
        asking: { context, server in
            let method = ItemsAdministrationAPI.listCollections
            let collections = try await server.call(method, ListCollectionsRequest()).collections
            try context.write(
                collections.map(\.json),
                of: ItemCollection.kind,
                head: [server.source]
            ) {
                var table = TextTable(columns: [.init("name"), .init("made")])
                for collection in collections {
                    let moment = collection.createdAt.map { Moment($0) }
                    table.append([collection.name, moment?.shortText ?? ""])
                }
                return context.draw(table)
            }
        }
    )

    private static let removeCollection = Command(
        "remove",
        summary: "Take a collection away, with all items in it",
        options: [Confirmation.yes],
        arguments: [name],
        asking: { context, server in
            try Confirmation.require(
                context[name],
                "The collection \(context[name]) is taken away with all items in it, which cannot "
                    + "be taken back.",
                isGiven: context[Confirmation.yes]
            )
            let request = RemoveCollectionRequest(collection: context[name])
            _ = try await server.call(ItemsAdministrationAPI.removeCollection, request)
            try context.write([server.source, ("removed", .string(context[name]))]) {
                "The collection \(context[name].terminalSafe) is taken away.\n"
            }
        }
    )

    private static let remove = Command(
        "remove",
        summary: "Remove an item, as its creator could",
        options: [reason, Confirmation.yes],
        arguments: [id],
        asking: { context, server in
            let id = context[id]
            try Confirmation.require(
                id.uuid,
                "The item \(id.uuid) is removed, which cannot be taken back.",
                isGiven: context[Confirmation.yes]
            )
            let request = RemoveItemRequest(id: id.bytes, reason: context[reason])
            _ = try await server.call(ItemsAdministrationAPI.removeItem, request)
            try context.write([server.source, ("removed", .string(id.uuid))]) {
                "The item \(id.uuid) is removed.\n"
            }
        }
    )
}

extension ItemCollection {
    /// What programs call collections.
    static let kind = RowKind(
        listName: "collections",
        recordName: "collection",
        like: ItemCollection().json
    )

    var json: JSON {
        .object([("name", .string(name)), ("created_at", createdAt.map { Moment($0) }.json)])
    }
}
