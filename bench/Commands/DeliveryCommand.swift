import CommandLineInterface
import Foundation

/// `notelet-bench delivery`: orders, positions and ways beside durable sends and PostgreSQL.
enum DeliveryCommand {
    static let command = Command(
        "delivery",
        summary: "Measures orders, positions and ways, beside durable sends and PostgreSQL",
        discussion: """
            Riders take orders, each its own, which are there before the clock starts, and tell of \
            50 positions at once, 32 connections with 16 calls each. Durable sends of the same \
            server take turns with them, so that the machine is the same to all. Then orders are \
            opened while 1,000 riders watch their pool, and each rider's time counts from the \
            moment at which an opening was due. At last ways of a day, 8,640 positions, are read \
            one at a time and 8 at a time; PostgreSQL, where it is installed, reads as many rows. \
            Every order has to be got, every position kept, and every way whole.
            """,
        options: [
            riders, SuiteCommand.seconds, SuiteCommand.repetitions, SuiteCommand.peers,
            TargetOptions.serverProgram, StoreOptions.contentBytes, StoreOptions.seed, store,
            OutputOptions.json,
        ]
    ) { invocation in
        let interruption = Interruption()
        let folder = SuiteCommand.absolute(invocation[store])
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        let settings = DeliveryTrials.Settings(
            plan: PreloadPlan(
                userCount: invocation[riders],
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
        let trials = DeliveryTrials(settings, interruption)
        let figures = try await trials.notelet()
        var peers: [TrialRow] = []
        do {
            if !interruption.hasHappened { peers = try trials.postgres(folder) }
        } catch let absence as PeerAbsence {
            try TextOutput.standardError.writeLine("PostgreSQL: \(absence)")
        }
        guard !interruption.hasHappened else { return .interrupted }
        let isJSON = invocation[OutputOptions.json]
        let text = isJSON ? json(figures, peers) : tables(figures, peers)
        try TextOutput.standard.write(text)
        return .success
    }

    static let riders = Option<Int>(
        "riders",
        .number(in: 64...1_000_000),
        default: "20000",
        help: """
            Accounts, all of them riders. For each there are 18 orders to take in all repetitions; \
            where a load of accepts has had its share of them, it is over before its time.
            """
    )

    private static let store = Option<String>(
        "store",
        .folder,
        default: "/var/tmp/notelet-delivery",
        help: "Folder in which a store is made, in place of an earlier one, on the disk to measure."
    )

    private static func tables(_ figures: DeliveryTrials.Figures, _ peers: [TrialRow]) -> String {
        var tables = [
            TrialRow.table(figures.loads, comparedTo: "sends"),
            TrialRow.table([figures.openings], comparedTo: nil),
        ]
        for (index, row) in figures.routes.enumerated() {
            let isCompared = peers.indices.contains(index)
            tables.append(
                TrialRow.table(
                    isCompared ? [peers[index], row] : [row],
                    comparedTo: isCompared ? "PostgreSQL" : nil
                )
            )
        }
        return tables.joined(separator: "\n")
    }

    private static func json(_ figures: DeliveryTrials.Figures, _ peers: [TrialRow]) -> String {
        JSON.object([
            ("loads", TrialRow.list(figures.loads)),
            ("openings", TrialRow.list([figures.openings])),
            ("routes", TrialRow.list(figures.routes + peers)),
        ]).text + "\n"
    }
}
