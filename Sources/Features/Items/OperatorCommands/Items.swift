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

    private typealias API = ItemsAdministrationAPI

    private static let name = Argument.text(
        "COLLECTION",
        help: "Its name: 1 to 64 lower-case letters of English, digits and hyphens."
    )
    private static let id = Argument.id("ITEM", of: "an", "item")

    private static let add = Command(
        "add",
        summary: "Make a collection, which all who are signed in can read and put items into",
        arguments: [name],
        doing: { context, server in
            let name = context[name]
            let response = try await server.call(API.addCollection, .init(collection: name))
            let shown = ItemCollection.form.json(response.collection ?? ItemCollection())
            return Deed([("collection", shown)], "The collection \(name) is there.")
        }
    )

    private static let list = Command(
        "list",
        summary: "List the collections, in the order of their names",
        listing: ItemCollection.form,
        rows: { try await $0.call(API.listCollections, .init()).collections }
    )

    private static let removeCollection = Command(
        "remove",
        summary: "Take a collection away, with all items in it",
        arguments: [name],
        confirming: { ($0[name], "The collection \($0[name]) is taken away with all items in it") },
        doing: { context, server in
            let name = context[name]
            _ = try await server.call(API.removeCollection, .init(collection: name))
            return Deed([("removed", .string(name))], "The collection \(name) is taken away.")
        }
    )

    private static let remove = Command(
        "remove",
        summary: "Remove an item, as its creator could",
        options: [Reason.optional],
        arguments: [id],
        confirming: { ($0[id].uuid, "The item \($0[id].uuid) is removed") },
        doing: { context, server in
            let id = context[id]
            let request = RemoveItemRequest(id: id.bytes, reason: context[Reason.optional])
            _ = try await server.call(API.removeItem, request)
            return Deed([("removed", .string(id.uuid))], "The item \(id.uuid) is removed.")
        }
    )
}

extension ItemCollection {
    /// How collections are shown.
    static let form = RowForm<ItemCollection>(
        "collections",
        "collection",
        fields: [.text("name", \.name), .moment("created_at", \.createdAt)],
        columns: [.text("name", \.name), .moment("made", \.createdAt)]
    )
}
