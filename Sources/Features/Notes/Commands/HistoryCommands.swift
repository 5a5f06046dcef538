import CommandLineInterface
import NoteletClient
import PersonCommands

/// Lists of notes, newest first.
enum HistoryCommands {
    private static let pageSize = Option<Int32>(
        "page-size",
        .count(in: 1...500),
        default: "50",
        help: Wording("한 번에 가져올 쪽지 수입니다.", "How many notes to ask for at a time.")
    )
    private static let limit = Option.limit(of: Wording("쪽지", "notes"))
    private static let all = Option<Bool>.flag(
        "all",
        help: Wording(
            "최근 것만 보지 않고 가장 오래된 것까지 모두 봅니다.",
            "Go on to the last page instead of showing the newest."
        )
    )
    private static let contact = Argument<ContactReference>(
        Placeholder.contact,
        .contact,
        help: Wording(
            "연락처의 이름이나 ID, 또는 ID의 앞부분입니다.",
            "The name of a contact, its id, or the beginning of the id."
        )
    )

    static let inbox = Command(
        "inbox",
        summary: Wording("받은 쪽지를 봅니다", "Show the notes you received"),
        options: [limit, pageSize, all, GlobalOptions.format],
        run: { context in
            try await write(
                context.notelet.inbox(pageSize: pageSize(context)),
                context,
                side: { .received($0) }
            )
        }
    )

    static let sent = Command(
        "sent",
        summary: Wording("보낸 쪽지를 봅니다", "Show the notes you sent"),
        options: [limit, pageSize, all, GlobalOptions.format],
        run: { context in
            try await write(
                context.notelet.sent(pageSize: pageSize(context)),
                context,
                side: { .sent($0) }
            )
        }
    )

    static let history = Command(
        "history",
        summary: Wording("한 연락처와 주고받은 쪽지를 봅니다", "Show the notes that went through a contact"),
        options: [limit, pageSize, all, GlobalOptions.format],
        arguments: [contact],
        run: { context in
            let id = try await context[contact].id(in: context)
            try await write(
                context.notelet.history(ofContact: id, pageSize: pageSize(context)),
                context,
                side: \.side
            )
        }
    )

    /// How many notes to ask for at a time; no more than will be shown.
    private static func pageSize(_ context: CommandContext) -> Int32 {
        min(context[pageSize], context[limit] ?? .max)
    }

    private static func write<Note>(
        _ pages: PageSequence<Note>,
        _ context: CommandContext,
        side: (Note) -> Message.Side?
    ) async throws {
        var notes: [Message.Side] = []
        var isComplete = true
        for try await page in pages {
            notes += page.items.compactMap(side)
            isComplete = page.nextCursor.isEmpty
            if let limit = context[limit] {
                guard notes.count >= limit else { continue }
                isComplete = isComplete && notes.count == limit
                notes = Array(notes.prefix(Int(limit)))
                break
            }
            if !context[all] { break }
        }
        try context.write(
            notes.map(\.json),
            of: Message.Side.kind,
            tail: [("is_complete", .bool(isComplete))]
        ) {
            guard !notes.isEmpty else {
                return context.phrase("쪽지가 없습니다.\n", "There are no notes.\n")
            }
            return context.draw(context.table(of: notes))
        }
        if !isComplete, context[limit] == nil, try context.rowFormat(ofJSON: .json) != .json {
            try context.output.flush()
            try TextOutput.standardError.writeLine(
                context.phrase("더 보려면 --all을 사용하시기 바랍니다.", "There are more; --all shows them.")
            )
        }
    }
}
