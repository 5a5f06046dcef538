import CommandLineInterface
import Domain
import NoteletAPI
import OperatorCommands

/// All members of a collection, for people and for files.
enum MemberListCommands {
    private static let limit = Option<Int?>.optional(
        "limit",
        .number(in: 1...Int.max),
        help: "Show so many members at most; all by default."
    )

    static let list = Command(
        "list",
        summary: "List the members of a collection by name",
        discussion: """
            Members are read page by page. With --json, or --format jsonl, each member is a line.
            """,
        options: [limit, PresentationOptions.format],
        arguments: [Argument.collection],
        asking: { context, server in
            var members = try RecordList<Member>(
                from: .server(server),
                countMax: context[limit],
                context
            )
            try await forEachPage(of: context[Argument.collection], at: server) {
                try members.show($0)
            }
            try members.finish()
        }
    )

    static let export = Command(
        "export",
        summary: "Write the members of a collection by name, each a line of JSON",
        discussion: "'directory import' takes what comes.",
        arguments: [Argument.collection],
        asking: { context, server in
            try await forEachPage(of: context[Argument.collection], at: server) { members in
                for member in members { try context.output.writeLine(member.listed.text) }
                return true
            }
        }
    )

    /// Lends the members page by page, until `body` answers that it has enough.
    private static func forEachPage(
        of collection: String,
        at server: AdminConnection,
        _ body: ([Member]) throws -> Bool
    ) async throws {
        let api = DirectoryAdministrationAPI.self
        var request = ExportMembersRequest(
            collection: collection,
            pageSize: Int32(DomainLimits.pageItemsMax)
        )
        repeat {
            let response = try await server.call(api.exportMembers, request)
            guard try body(response.members) else { return }
            request.cursor = response.nextCursor
        } while !request.cursor.isEmpty
    }
}

extension Member: ListedRecord {
    static let kind = RowKind(
        listName: "members",
        recordName: "member",
        columns: ["id", "name", "email", "joined_at", "status"]
    )
    static let nouns = (one: "member", several: "members")

    private var joined: Moment? { joinedAt.map { Moment($0) } }

    /// An empty table of members.
    static var table: TextTable {
        TextTable(columns: [
            .init("name"), .init("e-mail"), .init("joined", fitting: .wholeOrOmitted),
            .init("status"), .init("id", fitting: .whole),
        ])
    }

    /// The member as a row of that table.
    var row: [String] {
        [name, email, joined?.shortText ?? "", status.plainName, shownID(id)]
    }

    /// The member for a program.
    var listed: JSON {
        .object([
            ("id", .string(shownID(id))), ("name", .string(name)), ("email", .string(email)),
            ("joined_at", joined.json), ("status", .string(status.plainName)),
        ])
    }
}
