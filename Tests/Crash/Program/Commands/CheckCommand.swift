import CommandLineInterface

/// `notelet-crash check`: opens a store, and compares it with a journal.
enum CheckCommand {
    static let command = Command(
        "check",
        summary: "Compares a store with the journal of the work on it",
        discussion: "Opening recovers the store. Ends with 1 if a promise was broken.",
        options: [CrashOptions.workSeed, CrashOptions.lanes],
        arguments: [CrashOptions.directory, CrashOptions.journal]
    ) { invocation in
        let check = StoreCheck.run(
            directory: invocation[CrashOptions.directory],
            facts: try Facts(path: invocation[CrashOptions.journal]),
            seed: invocation[CrashOptions.workSeed],
            laneCount: invocation[CrashOptions.lanes]
        )
        for violation in check.violations { try TextOutput.standard.writeLine(violation) }
        try TextOutput.standard.writeLine(check.summary)
        return check.violations.isEmpty ? .success : .refused
    }
}

extension StoreCheck {
    /// The counts, on one line that `CheckSummary` reads.
    var summary: String {
        "invoked \(invokedCount) acknowledged \(acknowledgedCount) stored \(storedCount) "
            + "unknown \(unknownStoredCount)"
    }
}
