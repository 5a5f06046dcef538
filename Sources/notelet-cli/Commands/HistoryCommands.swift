import CommandLineInterface
import NoteletClient

/// Lists of notes, newest first.
enum HistoryCommands {
    private static let pageSize = Option<Int32>(
        "page-size",
        .number(in: 1...500),
        default: "50",
        help: "How many notes to ask for at a time."
    )
    private static let all = Option<Bool>.flag(
        "all",
        help: "Go on to the last page instead of showing the newest."
    )
    private static let contact = Argument<ContactReference>(
        "CONTACT",
        .contact,
        help: "The name or the id of a contact."
    )

    static let inbox = Command(
        "inbox",
        summary: "Show the notes you received",
        options: [pageSize, all],
        run: { context in
            try await write(
                context.notelet.inbox(pageSize: context[pageSize]),
                context,
                side: { .received($0) }
            )
        }
    )

    static let sent = Command(
        "sent",
        summary: "Show the notes you sent",
        options: [pageSize, all],
        run: { context in
            try await write(
                context.notelet.sent(pageSize: context[pageSize]),
                context,
                side: { .sent($0) }
            )
        }
    )

    static let history = Command(
        "history",
        summary: "Show the notes that went through a contact",
        options: [pageSize, all],
        arguments: [contact],
        run: { context in
            let id = try await context[contact].id(in: context)
            try await write(
                context.notelet.history(ofContact: id, pageSize: context[pageSize]),
                context,
                side: \.side
            )
        }
    )

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
            if !context[all] { break }
        }
        let document: [JSON.Member] = [
            ("messages", .array(notes.map(\.json))),
            ("is_complete", .bool(isComplete)),
        ]
        try context.write(document) {
            guard !notes.isEmpty else {
                return context.phrase("쪽지가 없습니다.\n", "There are no notes.\n")
            }
            var table = context.noteTable()
            for note in notes { context.append(note, to: &table) }
            return context.draw(table)
        }
        if !isComplete, !context.isJSON {
            try context.output.flush()
            try TextOutput.standardError.writeLine(
                context.phrase("더 보려면 --all을 사용하시기 바랍니다.", "There are more; --all shows them.")
            )
        }
    }
}
