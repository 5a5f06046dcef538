import CommandLineInterface
import Domain

/// `notelet-crash rewards`: holds rewards against a plain model, with kills in between.
enum RewardCommand {
    static let command = Command(
        "rewards",
        summary: "Holds rewards against a plain model, and kills them in between",
        discussion: """
            Surveys are made, answered and closed, people of several time zones check in, travel, \
            claim and spend, by a clock that is wrong at times; many operations are to be refused. \
            After each kill the model follows to where the store is, and all that is kept of \
            everybody is compared; what was acknowledged has to be there, and what was given is \
            asked for again, of which nothing may come.
            """,
        options: ModelOptions.all
    ) { invocation in try ModelExperiment<RewardModel>.run(invocation) }

    /// The part that is killed.
    static let work = Command(
        "reward-work",
        summary: "Does the operations of the model of rewards on a store",
        options: ModelOptions.ofWork,
        arguments: [CrashOptions.directory, CrashOptions.journal]
    ) { invocation in
        try ModelOptions.work(invocation) { seed, numbers, store, journal throws(DomainError) in
            try RewardWork.begin(seed, on: store).run(numbers, on: store, journal)
        }
    }
}
