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
                .collections(
                    CollectionMethods(
                        add: API.addMemberCollection,
                        list: API.listMemberCollections,
                        remove: API.removeMemberCollection
                    ),
                    intoWhichPeople: "add members to",
                    with: "all its members and what they posted"
                ),
                list, export, ImportCommand.import, status, lift, remove,
            ]
        )
    ]

    private typealias API = DirectoryAdministrationAPI

    private static let id = Argument.id("MEMBER", of: "a", "member")
    private static let email = Argument.text("EMAIL", help: "An e-mail address, in any case.")
    private static let newStatus = Argument<MemberStatus>(
        "STATUS",
        .choice("STATUS"),
        help: "What the member may do: active, inactive, or banned. Only one that is active posts."
    )

    private static let list = Command(
        "list",
        summary: "List the members of a collection by name",
        discussion: """
            Members are read page by page. With --json, or --format jsonl, each member is a line.
            """,
        arguments: [Argument.collection],
        listing: Member.form,
        by: API.exportMembers
    ) { context, _ in ExportMembersRequest(collection: context[Argument.collection]) }

    private static let export = Command(
        "export",
        summary: "Write the members of a collection by name, each a line of JSON",
        discussion: "'directory import' takes what comes.",
        arguments: [Argument.collection],
        exporting: Member.form,
        by: API.exportMembers
    ) { context, _ in ExportMembersRequest(collection: context[Argument.collection]) }

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
            let request = SetMemberStatusRequest(id: context[id].bytes, status: status)
            let response = try await server.call(API.setMemberStatus, request)
            let member = response.member ?? Member()
            return Deed(
                [("member", Member.form.json(member))],
                "\(member.name) is \(status.plainName) from now on."
            )
        }
    )

    private static let lift = Command(
        "lift",
        summary: "Lift what was said of an e-mail address",
        discussion: "A member that has it is active, and so is whoever takes it next.",
        arguments: [Argument.collection, email],
        doing: { context, server in
            let email = context[email]
            let request = LiftStatusRequest(collection: context[Argument.collection], email: email)
            let former = try await server.call(API.liftStatus, request).formerStatus.plainName
            return Deed(
                [("lifted", .string(email)), ("former_status", .string(former))],
                "\(email) was \(former), and is active from now on."
            )
        }
    )

    private static let remove = Command(
        "remove",
        summary: "Remove a member with its posts, as its keeper could",
        options: [Reason.optional],
        arguments: [id],
        confirming: { ($0[id].uuid, "The member \($0[id].uuid) will be removed with its posts") },
        doing: { context, server in
            let id = context[id]
            let request = RemoveMemberRequest(id: id.bytes, reason: context[Reason.optional])
            _ = try await server.call(API.removeMember, request)
            return Deed([("removed", .string(id.uuid))], "The member \(id.uuid) is removed.")
        }
    )
}
