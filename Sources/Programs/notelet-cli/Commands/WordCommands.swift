import CommandLineInterface
import NoteletClient

/// The words that somebody does not want to read.
enum WordCommands {
    private static let word = Argument<String>(
        "WORD",
        .text.named("WORD"),
        help: "A word or phrase, 1 to 50 characters."
    )

    static let words = Command(
        "words",
        summary: "Show and change the words that you do not want to read",
        discussion: """
            A note that has one of your words, of which there are 50 at most, does not arrive, and \
            whoever sent it notices nothing. A word is looked for anywhere in a note, also within \
            other words; case and how much white space there is make no difference. What arrived \
            already stays.
            """,
        subcommands: [
            Command(
                "list",
                summary: "Show the words",
                options: [PresentationOptions.format],
                run: { context in
                    let words = try await context.notelet.mutedWords()
                    let kind = RowKind(listName: "words", recordName: "word", columns: ["word"])
                    let documents = words.map { JSON.object([("word", .string($0))]) }
                    try context.write(documents, of: kind) {
                        words.isEmpty
                            ? context.phrase("등록한 단어가 없습니다.\n", "There are no words.\n")
                            : words.map { $0.terminalSafe + "\n" }.joined()
                    }
                }
            ),
            Command(
                "add",
                summary: "Let notes with a word arrive no more",
                arguments: [word],
                run: { context in
                    try await context.notelet.mute(word: context[word])
                    try write(context, "등록했습니다.\n", "Notes with it arrive no more.\n")
                }
            ),
            Command(
                "remove",
                summary: "Let notes with a word arrive again",
                arguments: [word],
                run: { context in
                    try await context.notelet.unmute(word: context[word])
                    try write(
                        context,
                        "이제 이 단어가 있는 쪽지도 도착합니다.\n",
                        "Notes with it arrive from now on.\n"
                    )
                }
            ),
        ]
    )

    private static func write(
        _ context: CommandContext,
        _ korean: String,
        _ english: String
    ) throws {
        try context.write([("word", .string(context[word]))]) {
            context.phrase(korean, english)
        }
    }
}
