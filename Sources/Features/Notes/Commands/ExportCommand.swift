import AccountCommands
import CommandLineInterface
import Glibc
import NoteletClient
import OperatingSystem
import PersonCommands

/// Everything the service keeps about a person, as one JSON document.
enum ExportCommand {
    private static let file = Option<String?>.optional(
        "output",
        .path,
        help: Wording(
            "표준 출력 대신 이 파일에 씁니다. 파일은 본인만 읽을 수 있습니다.",
            "Write to this file, readable by you alone, instead of standard output."
        )
    )
    private static let force = Option<Bool>.flag(
        "force",
        help: Wording("파일이 있으면 바꿉니다.", "Replace the file if it exists.")
    )

    static let export = Command(
        "export",
        summary: Wording(
            "서비스가 나에 대해 보관하는 모든 것을 JSON 문서로 씁니다",
            "Write everything the service keeps about you as a JSON document"
        ),
        discussion: Wording(
            "내보낸 문서는 도둑이 가장 탐내는 것이므로 비밀번호를 다시 묻습니다.",
            "The password is asked again, since an export is what a thief wants most."
        ),
        options: [file, force, PasswordSource.standardInput],
        run: { context in
            let path = context[file]
            if let path, access(path, F_OK) == 0, !context[force] {
                throw CommandFailure(
                    .refused,
                    context.phrase(
                        "\(path) 파일이 이미 있습니다. 다른 파일을 지정하거나 --force로 바꾸시기 바랍니다.",
                        "\(path) exists: name another file, or give --force to replace it."
                    )
                )
            }
            let password = try PasswordSource.password(context)
            let document = try await document(context.notelet.export(password: password))
            guard let path else { return try context.output.writeLine(document.text) }
            try write(document.text + "\n", to: path, context)
            try context.write([("file", .string(path))]) {
                context.phrase("저장했습니다: ", "Saved: ") + path.terminalSafe + "\n"
            }
        }
    )

    private static func document(_ parts: ExportSequence) async throws -> JSON {
        var user = JSON.null
        var contacts: [JSON] = []
        var received: [JSON] = []
        var sent: [JSON] = []
        var blocked: [JSON] = []
        var sessions: [JSON] = []
        var words: [JSON] = []
        var records: [JSON] = []
        for try await part in parts {
            switch part {
            case .user(let value): user = value.json
            case .contact(let value): contacts.append(value.json)
            case .received(let value): received.append(value.json)
            case .sent(let value): sent.append(value.json)
            case .blockedMessageID(let value): blocked.append(identifier(value))
            case .session(let value): sessions.append(value.json)
            case .mutedWord(let value): words.append(.string(value))
            case .record(let value): records.append(value.json)
            }
        }
        return .document([
            ("user", user),
            ("contacts", .array(contacts)),
            ("received", .array(received)),
            ("sent", .array(sent)),
            ("blocked_message_ids", .array(blocked)),
            ("sessions", .array(sessions)),
            ("muted_words", .array(words)),
            ("records", .array(records)),
        ])
    }

    private static func write(
        _ text: String,
        to path: String,
        _ context: CommandContext
    ) throws {
        do throws(SystemError) {
            try FileReplacement.write(Array(text.utf8), to: path)
        } catch {
            let reason = Language.korean.reason(ofSystemError: error.number)
            throw CommandFailure(
                .inputOutput,
                context.phrase(
                    "\(path) 파일에 쓸 수 없습니다: \(reason).",
                    "\(path) cannot be written: \(error)."
                )
            )
        }
    }
}

extension ExportedRecord {
    /// What a further feature keeps: the name of the message, and its bytes as hex digits.
    fileprivate var json: JSON {
        let digits = value.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
        return .object([("type", .string(type)), ("value", .string(digits.joined()))])
    }
}
