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

    private static let id = Argument<NoteReference>(
        "ID",
        .note,
        help: "The id of a note you received, or the beginning of it that lists show."
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
            let note = try await context[id].id(.received, in: context)
            try await context.notelet.block(senderOf: note)
            try write(note, context, "보낸 사람을 차단했습니다.\n", "The sender is blocked.\n")
        }
    )

    static let unblock = Command(
        "unblock",
        summary: "Take back the block by a note",
        arguments: [id],
        run: { context in
            let note = try await context[id].id(.received, in: context)
            try await context.notelet.unblock(senderOf: note)
            try write(note, context, "차단을 해제했습니다.\n", "The block is taken back.\n")
        }
    )

    static let blocks = Command(
        "blocks",
        summary: "Show the notes by which senders are blocked",
        options: [PresentationOptions.format],
        run: { context in
            let blocks = try await context.notelet.blocks()
            let documents = blocks.map { block in
                JSON.object([
                    ("message_id", identifier(block.messageID)),
                    ("blocked_at", block.blockedAt.json),
                ])
            }
            let kind = RowKind(
                listName: "blocks",
                recordName: "block",
                columns: ["message_id", "blocked_at"]
            )
            try context.write(documents, of: kind) {
                guard !blocks.isEmpty else {
                    return context.phrase("차단한 사람이 없습니다.\n", "Nobody is blocked.\n")
                }
                var table = TextTable(columns: [
                    TextTable.Column("ID", fitting: .whole),
                    TextTable.Column(context.phrase("차단한 시각", "BLOCKED")),
                ])
                let ids = context.shown(blocks.map(\.messageID))
                for block in blocks {
                    table.append([ids.text(block.messageID), block.blockedAt.localText])
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
            let note = try await context[id].id(.received, in: context)
            try await context.notelet.report(
                note,
                reason: context[reason].reason,
                detail: context[detail]
            )
            try write(note, context, "신고했습니다.\n", "The note is reported.\n")
        }
    )

    private static func write(
        _ note: [UInt8],
        _ context: CommandContext,
        _ korean: String,
        _ english: String
    ) throws {
        try context.write([("message_id", identifier(note))]) {
            context.phrase(korean, english)
        }
    }
}
