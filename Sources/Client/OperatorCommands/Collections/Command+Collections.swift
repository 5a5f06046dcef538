package import CommandLineInterface
package import NoteletAPI

/// What a feature asks its server about the collections that are of its things.
package struct CollectionMethods: Sendable {
    /// Makes one.
    package typealias Add = MethodDescriptor<AddCollectionRequest, AddCollectionResponse>
    /// Lists all.
    package typealias List = MethodDescriptor<ListCollectionsRequest, ListCollectionsResponse>
    /// Takes one away.
    package typealias Remove = MethodDescriptor<RemoveCollectionRequest, RemoveCollectionResponse>

    let add: Add
    let list: List
    let remove: Remove

    /// Gathers the three methods of a feature.
    package init(add: Add, list: List, remove: Remove) {
        (self.add, self.list, self.remove) = (add, list, remove)
    }
}

extension Argument<String> {
    /// The name of a collection.
    package static let collection = Argument.text(
        "COLLECTION",
        help: "Its name: 1 to 64 lower-case letters of English, digits and hyphens."
    )
}

extension Command {
    /// The commands that make the collections of a feature, list them and take them away.
    ///
    /// - Parameters:
    ///   - methods: What the feature asks its server.
    ///   - use: What people do with a collection beside reading it, as the end of a sentence.
    ///   - contents: What goes with a collection, as the end of a sentence.
    /// - Returns: The command `collection`, with these below it.
    package static func collections(
        _ methods: CollectionMethods,
        intoWhichPeople use: String,
        with contents: String
    ) -> Command {
        let name = Argument.collection
        let add = Command(
            "add",
            summary: "Make a collection, which all who are signed in can read and \(use)",
            arguments: [name],
            doing: { context, server in
                let name = context[name]
                let response = try await server.call(methods.add, .init(collection: name))
                let shown = ListedCollection.form.json(response.collection ?? ListedCollection())
                return Deed([("collection", shown)], "The collection \(name) is there.")
            }
        )
        let list = Command(
            "list",
            summary: "List the collections, in the order of their names",
            listing: ListedCollection.form,
            rows: { try await $0.call(methods.list, .init()).collections }
        )
        let remove = Command(
            "remove",
            summary: "Take a collection away, with \(contents)",
            arguments: [name],
            confirming: { context in
                let name = context[name]
                return (name, "The collection \(name) will be taken away with \(contents)")
            },
            doing: { context, server in
                let name = context[name]
                _ = try await server.call(methods.remove, .init(collection: name))
                return Deed([("removed", .string(name))], "The collection \(name) is taken away.")
            }
        )
        return Command(
            "collection",
            summary: "Make collections, list them and take them away",
            subcommands: [add, list, remove]
        )
    }
}

extension ListedCollection {
    /// How collections are shown.
    package static let form = RowForm<ListedCollection>(
        "collections",
        "collection",
        fields: [.text("name", \.name), .moment("created_at", \.createdAt)],
        columns: [.text("name", \.name), .moment("made", \.createdAt)]
    )
}
