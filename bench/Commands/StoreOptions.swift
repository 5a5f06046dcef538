import CommandLineInterface

/// The options that say what a store is filled with.
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
        help: "Notes that a new store is filled with, dealt out to the users in turn."
    )
    static let contentBytes = Option<Int>(
        "content-bytes",
        .number(in: 1...2000),
        default: "120",
        help: "Length of a note."
    )
    static let seed = Option<UInt64>(
        "seed",
        .number,
        default: "1",
        help: "Decides who writes to whom and which calls are made; the same seed, the same calls."
    )

    static let all: [any ParameterDeclaration] = [users, messages, contentBytes, seed]

    /// What a store is to be filled with.
    static func plan(_ invocation: Invocation) -> PreloadPlan {
        PreloadPlan(
            userCount: invocation[users],
            messageCount: invocation[messages],
            contentByteCount: invocation[contentBytes],
            seed: invocation[seed]
        )
    }

    /// How a preload shows how far it is.
    static var progress: ProgressLine.Appearance {
        ProgressLine.appearance(on: .standardError, environment: Terminal.environment)
    }
}
