import CommandLineInterface
import Domain

/// `notelet-crash delivery`: holds delivery against a plain model, with kills in between.
enum DeliveryCommand {
    static let command = Command(
        "delivery",
        summary: "Holds delivery against a plain model, and kills it in between",
        discussion: """
            Many ask for each order at once, and a while later some carry it out as others call it \
            off or give it to somebody else; agents come and go, are tracked, talk and have their \
            cash paid out, by a clock that is wrong at times. After each kill the model follows to \
            where the store is: each order has one winner and is paid once, who was told to have \
            it has it, and orders, cash, ways, channels and what the feeds of the pools tell are \
            compared. What was done is asked for again, of which nothing may come.
            """,
        options: ModelOptions.all
    ) { invocation in try ModelExperiment<DeliveryModel>.run(invocation) }

    /// The part that is killed.
    static let work = Command(
        "delivery-work",
        summary: "Does the operations of the model of delivery on a store",
        options: ModelOptions.ofWork,
        arguments: [CrashOptions.directory, CrashOptions.journal]
    ) { invocation in
        try ModelOptions.work(invocation) { seed, numbers, store, journal throws(DomainError) in
            try DeliveryWork.begin(seed, on: store).run(numbers, on: store, journal)
        }
    }
}
