import CommandLineInterface

/// The options that say what a store is filled with, and what notes are made of.
enum StoreOptions {
    static let users = Option<Int>(
        "users",
        .number(in: 2...10_000_000),
        default: "10000",
        help: "Accounts that a new store is filled with."
    )
    static let messages = Option<Int>(
        "messages",
        .number(in: 0...1_000_000_000),
        default: "100000",
        help: "Notes that a new store is filled with, as many for each user."
    )
    static let contentBytes = Option<Int>(
        "content-bytes",
        .number(in: 1...2000),
        default: "120",
        help: "Length of a note, where no corpus is given."
    )
    static let corpus = Option<String?>.optional(
        "corpus",
        .file,
        help: "A text file whose parts become the notes: those between lines of a single % as in "
            + "the files of fortune, or else between empty lines, or else its lines."
    )
    static let seed = Option<UInt64>(
        "seed",
        .number,
        default: "1",
        help: "Decides who writes to whom and which calls are made; the same seed, the same calls."
    )

    static let all: [any ParameterDeclaration] = [users, messages, contentBytes, corpus, seed]

    /// What a store is to be filled with.
    static func plan(_ invocation: Invocation) throws -> PreloadPlan {
        PreloadPlan(
            userCount: invocation[users],
            messageCount: invocation[messages],
            corpus: try textCorpus(invocation)
                ?? Corpus(generatedByteCount: invocation[contentBytes]),
            seed: invocation[seed]
        )
    }

    /// The texts of the corpus that is named; nil if none is.
    static func textCorpus(_ invocation: Invocation) throws -> Corpus? {
        try invocation[corpus].map { path in
            try Corpus(path: path, spareByteCount: Stamp.byteCount)
        }
    }
}
