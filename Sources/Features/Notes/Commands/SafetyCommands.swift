import CommandLineInterface
import NoteletClient
import PersonCommands

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

    private static let id = Argument.reference(to: Wording("받은 쪽지", "a note you received"))
    private static let reason = Option<Reason>.required(
        "reason",
        .choice(Wording("사유", "REASON")),
        help: Wording("쪽지의 어떤 점이 문제인지 지정합니다.", "What is wrong with the note.")
    )
    private static let detail = Option.text(
        "detail",
        help: Wording(
            "운영자가 알아야 할 내용을 1,000자까지 적습니다.",
            "What the operator should know, at most 1,000 characters."
        )
    )

    static let block = Command(
        "block",
        summary: Wording(
            "쪽지를 보낸 사람의 쪽지를 더는 받지 않습니다. 누구인지는 알 수 없습니다",
            "Let no more notes of a note's sender arrive, without learning who it is"
        ),
        arguments: [id],
        run: { context in
            let note = try await context[id].id(.received, in: context)
            try await context.notelet.block(senderOf: note)
            try context.write(
                [("message_id", identifier(note))],
                "보낸 사람을 차단했습니다.",
                "The sender is blocked."
            )
        }
    )

    static let unblock = Command(
        "unblock",
        summary: Wording("쪽지로 한 차단을 해제합니다", "Take back the block by a note"),
        arguments: [id],
        run: { context in
            let note = try await context[id].id(.received, in: context)
            try await context.notelet.unblock(senderOf: note)
            try context.write(
                [("message_id", identifier(note))],
                "차단을 해제했습니다.",
                "The block is taken back."
            )
        }
    )

    private static let form = RowForm<Block>(
        "blocks",
        "block",
        none: Wording("차단한 사람이 없습니다.", "Nobody is blocked."),
        fields: [.id("message_id", \.messageID), .moment("blocked_at", \.blockedAt)],
        columns: [
            .id(\.messageID), .moment(Wording("차단한 시각", "BLOCKED"), fitting: .cut, \.blockedAt),
        ]
    )

    static let blocks = Command(
        "blocks",
        summary: Wording("보낸 사람을 차단한 쪽지를 봅니다", "Show the notes by which senders are blocked"),
        options: [GlobalOptions.format],
        run: { context in
            try context.write(try await context.notelet.blocks(), as: form)
        }
    )

    static let report = Command(
        "report",
        summary: Wording("쪽지를 운영자에게 신고합니다", "Tell the operator about a note"),
        options: [reason, detail],
        arguments: [id],
        run: { context in
            let note = try await context[id].id(.received, in: context)
            try await context.notelet.report(
                note,
                reason: context[reason].reason,
                detail: context[detail]
            )
            try context.write(
                [("message_id", identifier(note))],
                "신고했습니다.",
                "The note is reported."
            )
        }
    )
}
