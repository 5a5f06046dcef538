package import CommandLineInterface
import Domain
import NoteletAPI
import OperatorCommands

/// What an operator can do about members and the collections that they are in.
package enum Directory {
    /// The commands, as the program offers them.
    package static let commands = [
        Command(
            "directory",
            summary: "Look after members and the collections that they are in",
            discussion: "What is changed is recorded in the audit log of the store.",
            subcommands: [
                Command(
                    "collection",
                    summary: "Make collections, list them and take them away",
                    subcommands: [add, collections, removeCollection]
                ),
                MemberListCommands.list, MemberListCommands.export, ImportCommand.import, status,
                remove,
            ]
        )
    ]

    private typealias API = DirectoryAdministrationAPI

    /// What a member may do, as it is written.
    enum Status: String, CaseIterable {
        case active, inactive, banned

        var status: MemberStatus {
            switch self {
            case .active: .active
            case .inactive: .inactive
            case .banned: .banned
            }
        }
    }

    static let collection = Argument.text(
        "COLLECTION",
        help: "Its name: 1 to 64 lower-case letters of English, digits and hyphens."
    )
    private static let id = Argument.id("MEMBER", of: "a", "member")
    private static let newStatus = Argument<Status>(
        "STATUS",
        .choice("STATUS"),
        help: "What the member may do: active, inactive, or banned. Only one that is active posts."
    )

    private static let add = Command(
        "add",
        summary: "Make a collection, which all who are signed in can read and add members to",
        arguments: [collection],
        doing: { context, server in
            let name = context[collection]
            let request = AddMemberCollectionRequest(collection: name)
            let response = try await server.call(API.addMemberCollection, request)
            let shown = MemberCollection.form.json(response.collection ?? MemberCollection())
            return Deed([("collection", shown)], "The collection \(name) is there.")
        }
    )

    private static let collections = Command(
        "list",
        summary: "List the collections, in the order of their names",
        listing: MemberCollection.form,
        rows: { try await $0.call(API.listMemberCollections, .init()).collections }
    )

    private static let removeCollection = Command(
        "remove",
        summary: "Take a collection away, with all its members and what they posted",
        arguments: [collection],
        confirming: { context in
            let name = context[collection]
            return (name, "The collection \(name) is taken away with all its members")
        },
        doing: { context, server in
            let name = context[collection]
            let request = RemoveMemberCollectionRequest(collection: name)
            _ = try await server.call(API.removeMemberCollection, request)
            return Deed([("removed", .string(name))], "The collection \(name) is taken away.")
        }
    )

    private static let status = Command(
        "status",
        summary: "Say what a member may do",
        discussion: """
            What is said stays with the e-mail address: a member that is not active cannot be \
            freed by deleting it and adding it anew.
            """,
        arguments: [id, newStatus],
        doing: { context, server in
            let status = context[newStatus]
            let request = SetMemberStatusRequest(id: context[id].bytes, status: status.status)
            let response = try await server.call(API.setMemberStatus, request)
            let member = response.member ?? Member()
            return Deed(
                [("member", member.listed)],
                "\(member.name) is \(status.rawValue) from now on."
            )
        }
    )

    private static let remove = Command(
        "remove",
        summary: "Remove a member with its posts, as its keeper could",
        options: [Reason.optional],
        arguments: [id],
        confirming: { ($0[id].uuid, "The member \($0[id].uuid) is removed with its posts") },
        doing: { context, server in
            let id = context[id]
            let request = RemoveMemberRequest(id: id.bytes, reason: context[Reason.optional])
            _ = try await server.call(API.removeMember, request)
            return Deed([("removed", .string(id.uuid))], "The member \(id.uuid) is removed.")
        }
    )
}

extension MemberCollection {
    /// How collections are shown.
    static let form = RowForm<MemberCollection>(
        "collections",
        "collection",
        fields: [.text("name", \.name), .moment("created_at", \.createdAt)],
        columns: [.text("name", \.name), .moment("made", \.createdAt)]
    )
}
