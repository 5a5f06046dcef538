import CommandLineInterface
import NoteletClient
import PersonCommands

/// A file of members, one JSON object in a line: `{"name": "Alice", "email": "a@example.com"}`.
///
/// A line may name the member by its `id`; what else it has is passed over. The lines that `list
/// --format jsonl` writes will do as well.
enum MemberFile {
    private struct Line: Decodable {
        var id: String?
        var name: String
        var email: String

        var entry: MemberEntry? {
            guard let id else { return MemberEntry(name: name, email: email) }
            return Identifier(id).map { MemberEntry(id: $0.bytes, name: name, email: email) }
        }
    }

    /// Reads the members of a file, or of standard input where it is `-`.
    ///
    /// - Throws: `CommandFailure` that says which line is no member.
    static func members(_ path: String, _ context: CommandContext) throws -> [MemberEntry] {
        let example = #"{"name": "Alice", "email": "alice@example.com"}"#
        return try context.inputFile(path).records(like: example) { (line: Line) in line.entry }
    }
}
