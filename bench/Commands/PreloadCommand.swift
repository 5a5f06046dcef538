import CommandLineInterface

/// `notelet-bench preload`: fills a store without a server.
enum PreloadCommand {
    static let store = Option<String>.required(
        "store",
        .folder,
        help: "Folder of the store; made if it does not exist."
    )

    static let command = Command(
        "preload",
        summary: "Fills a store with users and notes",
        discussion: """
            Writes through the rules of the service, straight into the files. The key goes to \
            STORE.key, and what it takes to act as the users to STORE.population, for the owner \
            of the files alone. Access tokens end after 15 minutes: a preload of a store that is \
            filled already opens new sessions and does nothing else.
            """,
        options: [store] + StoreOptions.all + [OutputOptions.quiet]
    ) { invocation in
        let start = ContinuousClock.now
        let path = invocation[store]
        let population = try BenchStore(path: path).prepare(
            try StoreOptions.plan(invocation),
            progress(invocation)
        )
        let seconds = start.duration(to: .now) / .seconds(1)
        let noteCount = population.users.reduce(0) { $0 + $1.receivedCount }
        try TextOutput.standard.writeLine(
            "\(path): \(population.users.count) users, \(noteCount) notes, "
                + ReportText.duration(nanoseconds: UInt64(seconds * 1e9))
        )
        return .success
    }

    private static func progress(_ invocation: Invocation) -> ProgressLine.Appearance {
        invocation[OutputOptions.quiet]
            ? .hidden
            : ProgressLine.appearance(on: .standardError, environment: Terminal.environment)
    }
}
