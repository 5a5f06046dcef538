import CommandLineInterface
import NoteletClient

/// What a receiver can do about unwelcome notes.
enum SafetyCommands {
    private enum Reason: String, CaseIterable {
        case harassment
        case sexualContent = "sexual-content"
        case threat
        case spam
        case selfHarm = "self-harm"
        case other

        var reason: ReportReason {
            switch self {
            case .harassment: .harassment
            case .sexualContent: .sexualContent
            case .threat: .threat
            case .spam: .spam
            case .selfHarm: .selfHarm
            case .other: .other
            }
        }
    }

    private static let id = Argument<Identifier>(
        "ID",
        .identifier,
        help: "The id of a note you received."
    )
    private static let reason = Option<Reason>.required(
        "reason",
        .choice("REASON"),
        help: "What is wrong with the note."
    )
    private static let detail = Option<String>(
        "detail",
        .text,
        default: "",
        help: "What the operator should know, at most 1,000 characters."
    )

    static let block = Command(
        "block",
        summary: "Let no more notes of a note's sender arrive, without learning who it is",
        arguments: [id],
        run: { context in
            try await context.notelet.block(senderOf: context[id].bytes)
            try write(context, "보낸 사람을 차단했습니다.\n", "The sender is blocked.\n")
        }
    )

    static let unblock = Command(
        "unblock",
        summary: "Take back the block by a note",
        arguments: [id],
        run: { context in
            try await context.notelet.unblock(senderOf: context[id].bytes)
            try write(context, "차단을 해제했습니다.\n", "The block is taken back.\n")
        }
    )

    static let blocks = Command(
        "blocks",
        summary: "Show the notes by which senders are blocked",
        run: { context in
            let blocks = try await context.notelet.blocks()
            let documents = blocks.map { block in
                JSON.object([
                    ("message_id", identifier(block.messageID)),
                    ("blocked_at", block.blockedAt.json),
                ])
            }
            try context.write([("blocks", .array(documents))]) {
                guard !blocks.isEmpty else {
                    return context.phrase("차단한 사람이 없습니다.\n", "Nobody is blocked.\n")
                }
                var table = TextTable(columns: [
                    TextTable.Column("ID", fitting: .whole),
                    TextTable.Column(context.phrase("차단한 시각", "BLOCKED")),
                ])
                for block in blocks {
                    table.append([identifierText(block.messageID), block.blockedAt.localText])
                }
                return context.draw(table)
            }
        }
    )

    static let report = Command(
        "report",
        summary: "Tell the operator about a note",
        options: [reason, detail],
        arguments: [id],
        run: { context in
            try await context.notelet.report(
                context[id].bytes,
                reason: context[reason].reason,
                detail: context[detail]
            )
            try write(context, "신고했습니다.\n", "The note is reported.\n")
        }
    )

    private static func write(
        _ context: CommandContext,
        _ korean: String,
        _ english: String
    ) throws {
        try context.write([("message_id", identifier(context[id].bytes))]) {
            context.phrase(korean, english)
        }
    }
}
