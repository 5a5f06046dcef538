import CommandLineInterface
import Foundation
import NoteletClient
import PersonCommands

/// A file of members, one JSON object in a line: `{"name": "Alice", "email": "a@example.com"}`.
///
/// A line may name the member by its `id`; what else it has is passed over. The lines that `list
/// --format jsonl` writes will do as well.
enum MemberFile {
    /// A request takes 80 KiB at most; more is read so that the server can say so.
    private static let byteCountMax = 4 << 20

    private struct Line: Decodable {
        var id: String?
        var name: String
        var email: String
    }

    /// A line as lists are written.
    private struct Record: Decodable {
        var member: Line
    }

    /// Reads the members of a file, or of standard input where it is `-`.
    ///
    /// - Throws: `CommandFailure` that says which line is no member.
    static func members(_ path: String, _ context: CommandContext) throws -> [MemberEntry] {
        guard let file = LineFile(path: path, byteCountMax: byteCountMax) else {
            throw CommandFailure(
                .inputOutput,
                context.phrase(
                    "\(path.terminalSafe) 파일을 읽을 수 없습니다.",
                    "The file \(path.terminalSafe) cannot be read."
                )
            )
        }
        return try file.lines.map { number, line in
            guard let entry = entry(line) else { throw failure(inLine: number, context) }
            return entry
        }
    }

    private static func entry(_ line: Data) -> MemberEntry? {
        let decoder = JSONDecoder()
        guard
            let line = (try? decoder.decode(Line.self, from: line))
                ?? (try? decoder.decode(Record.self, from: line))?.member
        else { return nil }
        guard let id = line.id else { return MemberEntry(name: line.name, email: line.email) }
        return Identifier(id).map { id in
            MemberEntry(id: id.bytes, name: line.name, email: line.email)
        }
    }

    private static func failure(inLine line: Int, _ context: CommandContext) -> CommandFailure {
        let example = #"{"name": "Alice", "email": "alice@example.com"}"#
        return CommandFailure(
            .badData,
            context.phrase(
                "\(line)번째 줄이 \(example)와 같은 멤버가 아닙니다.",
                "Line \(line) is no member such as \(example)."
            )
        )
    }
}
