import CommandLineInterface
import NoteletAPI
import OperatorCommands
import ProtobufCoding
import TextForms

/// Adds the members of a file to a collection.
enum ImportCommand {
    private static let file = Argument.text(
        "FILE",
        help: "A member a line as JSON, as 'directory export' writes them; '-' is standard input."
    )

    static let `import` = Command(
        "import",
        summary: "Add the members of a file to a collection",
        discussion: """
            A line has "name" and "email", and may have "joined_at" and "status"; nothing else of \
            it counts. A member with this e-mail address is changed, whoever keeps it; others are \
            added, and nobody keeps them. What is broken in the file is found before any of it is \
            sent. \(batchCountMax) members at a time are taken or refused together; what was taken \
            before is no harm to a second try.
            """,
        arguments: [Argument.collection, file],
        doing: { context, server in
            let members = try members(in: context[file])
            var (added, changed) = (Int32(0), Int32(0))
            for start in stride(from: 0, to: members.count, by: batchCountMax) {
                let batch = members[start...].prefix(batchCountMax)
                let request = ImportMembersRequest(
                    collection: context[Argument.collection],
                    members: Array(batch)
                )
                let api = DirectoryAdministrationAPI.self
                let response = try await server.call(api.importMembers, request)
                added += response.added
                changed += response.changed
            }
            return Deed(
                [("added", .number(Int64(added))), ("changed", .number(Int64(changed)))],
                "\(added) members are added, and \(changed) were there."
            )
        }
    )

    /// As many as may be given at once; with names of the greatest length they are a quarter of
    /// what an operator's request may have.
    static let batchCountMax = 500

    private struct Line: Decodable {
        var name: String
        var email: String
        var joinedAt: String?
        var status: String?

        private enum CodingKeys: String, CodingKey {
            case name, email, status
            case joinedAt = "joined_at"
        }

        var member: ImportedMember? {
            var member = ImportedMember(name: name, email: email)
            if let joinedAt {
                guard let moment = MomentText.milliseconds(writtenAs: joinedAt) else { return nil }
                member.joinedAt = Timestamp(seconds: moment / 1_000, nanos: 0)
            }
            if let status {
                guard let known = MemberStatus(plainName: status.lowercased()) else { return nil }
                member.status = known
            }
            return member
        }
    }

    /// Reads the members of a file.
    ///
    /// - Throws: `CommandFailure` that says what is wrong, and in which line.
    static func members(in path: String) throws -> [ImportedMember] {
        let example = #"{"name": "Alice", "email": "alice@example.com"}"#
        return try InputFile(path: path).records(like: example) { (line: Line) in line.member }
    }
}
