import CommandLineInterface
import NoteletClient
import PersonCommands

extension Placeholder {
    fileprivate static let word = Wording("단어", "WORD")
}

/// The words that somebody does not want to read.
enum WordCommands {
    private static let word = Argument.text(
        Placeholder.word,
        help: Wording("1자에서 50자까지의 단어나 구절입니다.", "A word or phrase, 1 to 50 characters.")
    )

    static let words = Command(
        "words",
        summary: Wording(
            "읽고 싶지 않은 단어를 보거나 바꿉니다",
            "Show and change the words that you do not want to read"
        ),
        discussion: Wording(
            """
            등록한 단어가 있는 쪽지는 도착하지 않으며, 보낸 사람은 아무것도 알 수 없습니다. 단어는 50개까지 등록할 수 \
            있습니다. 단어는 쪽지의 어디에서나, 다른 단어 안에서도 찾으며, 대소문자와 공백의 수는 구별하지 않습니다. 이미 도착한 \
            쪽지는 그대로 남습니다.
            """,
            """
            A note that has one of your words, of which there are 50 at most, does not arrive, and \
            whoever sent it notices nothing. A word is looked for anywhere in a note, also within \
            other words; case and how much white space there is make no difference. What arrived \
            already stays.
            """
        ),
        subcommands: [
            Command(
                "list",
                summary: Wording("단어를 봅니다", "Show the words"),
                options: [GlobalOptions.format],
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
                summary: Wording("이 단어가 있는 쪽지를 더는 받지 않습니다", "Let notes with a word arrive no more"),
                arguments: [word],
                run: { context in
                    try await context.notelet.mute(word: context[word])
                    try context.write(
                        [("word", .string(context[word]))],
                        "등록했습니다.",
                        "Notes with it arrive no more."
                    )
                }
            ),
            Command(
                "remove",
                summary: Wording("이 단어가 있는 쪽지를 다시 받습니다", "Let notes with a word arrive again"),
                arguments: [word],
                run: { context in
                    try await context.notelet.unmute(word: context[word])
                    try context.write(
                        [("word", .string(context[word]))],
                        "이제 이 단어가 있는 쪽지도 도착합니다.",
                        "Notes with it arrive from now on."
                    )
                }
            ),
        ]
    )
}
