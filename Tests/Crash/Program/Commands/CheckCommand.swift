import CommandLineInterface
import Foundation

/// `notelet-crash check`: opens a store, and compares it with a journal.
enum CheckCommand {
    static let backup = Option<String?>.optional(
        "backup",
        .folder,
        help: "An earlier backup to restore by the archive; made at a good end if it is not there."
    )

    static let command = Command(
        "check",
        summary: "Compares a store with the journal of the work on it",
        discussion: "Opening recovers the store. Ends with 1 if a promise was broken.",
        options: [CrashOptions.workSeed, CrashOptions.lanes, CrashOptions.archive, backup],
        arguments: [CrashOptions.directory, CrashOptions.journal]
    ) { invocation in
        let directory = invocation[CrashOptions.directory]
        let facts = try Facts(path: invocation[CrashOptions.journal])
        let (seed, laneCount) = (invocation[CrashOptions.workSeed], invocation[CrashOptions.lanes])
        let archive = invocation[CrashOptions.archive]
        let backup = invocation[backup]
        var violations: [String] = []
        var restoredCount = 0
        if let archive, let backup, FileManager.default.fileExists(atPath: backup) {
            violations += ArchiveCheck(
                backup: backup,
                archive: archive,
                store: directory,
                target: backup + ".restored"
            ).run(facts: facts, seed: seed, laneCount: laneCount)
            restoredCount = 1
        }
        let check = StoreCheck.run(
            directory: directory,
            archive: archive,
            facts: facts,
            seed: seed,
            laneCount: laneCount
        )
        violations += check.violations
        if let backup, restoredCount == 0, violations.isEmpty {
            try ArchiveCheck.backUp(directory, to: backup)
        }
        for violation in violations { try TextOutput.standard.writeLine(violation) }
        try TextOutput.standard.writeLine("\(check.summary) restored \(restoredCount)")
        return violations.isEmpty ? .success : .refused
    }
}

extension StoreCheck {
    /// The counts, on one line that `CheckSummary` reads.
    var summary: String {
        "invoked \(invokedCount) acknowledged \(acknowledgedCount) stored \(storedCount) "
            + "unknown \(unknownStoredCount)"
    }
}
