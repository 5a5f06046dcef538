import CommandLineInterface
import NoteletAPI
import OperatorCommands

/// The commands about words that nobody gets to read.
enum WordCommands {
    static let word = Command(
        "word",
        summary: "Keep notes with certain words from arriving, unnoticed by who sends them",
        discussion: """
            Against a wave of spam. A word or phrase, at most 50 characters, is looked for \
            anywhere in a note, also within other words; case and how much white space there is \
            make no difference. There are no patterns: all words, of which there are 500 at most, \
            are looked for in one pass over a note. A note that has one is kept as one of a \
            blocked sender is. 'stats' counts such notes by day. What arrived already stays.
            """,
        subcommands: [list, change("add", .add), change("remove", .remove)]
    )

    private enum Change { case add, remove }

    private static let text = Argument.text("WORD", help: "The word.")
    private static let kind = RowKind(listName: "words", recordName: "word", columns: ["word"])

    private static let list = Command(
        "list",
        summary: "List the words",
        options: [PresentationOptions.format],
        asking: { context, connection in
            let words = try await connection.call(
                AdministrationAPI.listWords,
                ListWordsRequest()
            ).words
            try context.write(
                words.map { JSON.object([("word", .string($0))]) },
                of: kind,
                head: [connection.source]
            ) {
                words.map { $0.terminalSafe + "\n" }.joined()
            }
        }
    )

    private static func change(_ name: String, _ change: Change) -> Command {
        Command(
            name,
            summary: change == .add
                ? "Let notes with a word arrive nowhere" : "Let notes with a word arrive again",
            arguments: [text],
            doing: { context, connection in
                let (api, word) = (AdministrationAPI.self, context[text])
                let method = change == .add ? api.addWord : api.removeWord
                _ = try await connection.call(method, ChangeWordRequest(word: word))
                let document = [("word", JSON.string(word)), ("listed", .bool(change == .add))]
                let state = change == .add ? "arrive nowhere" : "arrive"
                return Deed(document, "Notes with '\(word)' \(state) from now on.")
            }
        )
    }
}
