import CommandLineInterface
import Foundation

/// `notelet-bench transfers`: transfers of the ledger beside durable sends and PostgreSQL.
enum TransferCommand {
    static let command = Command(
        "transfers",
        summary: "Measures transfers of the ledger, beside durable sends and PostgreSQL",
        discussion: """
            Points are moved over the server's door for operators, 32 connections with 16 calls \
            each, each transfer with a name of its own: from one user to another, or from all to \
            one account; one in a call, or many, over all connections or over one. Durable sends \
            of the same server take turns with them, so that the machine is the same to both. \
            PostgreSQL, where it is installed, moves as much in one transaction: both balances, of \
            which none may be below nothing, and a row with a name that is unique. Every posting \
            has to be made.
            """,
        options: [
            SuiteCommand.users, SuiteCommand.seconds, SuiteCommand.repetitions,
            SuiteCommand.peers, TargetOptions.serverProgram, StoreOptions.contentBytes,
            StoreOptions.seed, store, OutputOptions.json,
        ]
    ) { invocation in
        let interruption = Interruption()
        let folder = SuiteCommand.absolute(invocation[store])
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        let settings = TransferTrials.Settings(
            plan: PreloadPlan(
                userCount: invocation[SuiteCommand.users],
                messageCount: 0,
                corpus: Corpus(generatedByteCount: invocation[StoreOptions.contentBytes]),
                seed: invocation[StoreOptions.seed]
            ),
            seconds: invocation[SuiteCommand.seconds],
            repetitionCount: invocation[SuiteCommand.repetitions],
            serverProgram: invocation[TargetOptions.serverProgram] ?? ServerChild.standardProgram,
            scripts: SuiteCommand.absolute(invocation[SuiteCommand.peers]),
            storePath: folder + "/notelet"
        )
        let trials = TransferTrials(settings, interruption)
        var rows = try await trials.notelet()
        do {
            if !interruption.hasHappened { rows += try trials.postgres(folder) }
        } catch let absence as PeerAbsence {
            try TextOutput.standard.writeLine("PostgreSQL: \(absence)")
        }
        guard !interruption.hasHappened else { return .interrupted }
        let text =
            invocation[OutputOptions.json]
            ? TrialRow.json("transfers", rows) : TrialRow.table(rows, comparedTo: "sends")
        try TextOutput.standard.write(text)
        return .success
    }

    private static let store = Option<String>(
        "store",
        .folder,
        default: "/var/tmp/notelet-transfers",
        help: "Folder in which the filled stores are kept for later runs, on the disk to measure."
    )
}
