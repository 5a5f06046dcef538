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
                .collections(
                    CollectionMethods(
                        add: API.addCollection,
                        list: API.listCollections,
                        remove: API.removeCollection
                    ),
                    intoWhichPeople: "put items into",
                    with: "all items in it"
                ),
                remove,
            ]
        )
    ]

    private typealias API = ItemsAdministrationAPI

    private static let id = Argument.id("ITEM", of: "an", "item")

    private static let remove = Command(
        "remove",
        summary: "Remove an item, as its creator could",
        options: [Reason.optional],
        arguments: [id],
        confirming: { ($0[id].uuid, "The item \($0[id].uuid) will be removed") },
        doing: { context, server in
            let id = context[id]
            let request = RemoveItemRequest(id: id.bytes, reason: context[Reason.optional])
            _ = try await server.call(API.removeItem, request)
            return Deed([("removed", .string(id.uuid))], "The item \(id.uuid) is removed.")
        }
    )
}
