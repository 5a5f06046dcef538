import CommandLineInterface
import Domain

/// `notelet-crash ledger`: holds the ledger against a plain model, with kills in between.
enum LedgerCommand {
    static let command = Command(
        "ledger",
        summary: "Holds the ledger against a plain model, and kills it in between",
        discussion: """
            Operations of all kinds, of which many are to be refused, are done on a store by a \
            clock that steps back and is ahead at times. After each kill the model follows to \
            where the store is, and all balances, lots, pending amounts and statements are \
            compared, and balances of the past; what was acknowledged has to be there, and what \
            was made is asked for again, of which nothing may come.
            """,
        options: ModelOptions.all
    ) { invocation in try ModelExperiment<LedgerModel>.run(invocation) }

    /// The part that is killed.
    static let work = Command(
        "ledger-work",
        summary: "Does the operations of the ledger's model on a store",
        options: ModelOptions.ofWork,
        arguments: [CrashOptions.directory, CrashOptions.journal]
    ) { invocation in
        try ModelOptions.work(invocation) { seed, numbers, store, journal throws(DomainError) in
            try LedgerWork.begin(seed, on: store).run(numbers, on: store, journal)
        }
    }
}
