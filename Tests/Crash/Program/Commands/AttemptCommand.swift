import CommandLineInterface
import OperatingSystem
import LogEngine
import Storage

/// `notelet-crash attempt`: serves a store whose pages may be damaged, as far as it goes.
enum AttemptCommand {
    static let page = Option<Int?>.optional(
        "page",
        .number(in: 0...1_000_000_000),
        help: "A page to damage once the store is open."
    )
    static let damage = Option<PageDamage>(
        "damage",
        .choice("KIND"),
        default: "zeros",
        help: "What becomes of that page."
    )

    static let command = Command(
        "attempt",
        summary: "Opens a store, reads and changes it as everybody, and closes it",
        discussion: """
            Ends with 65 if the store is refused as damaged, or a damaged page is met, and with 1 \
            if what it holds is not what the journal has.
            """,
        options: [CrashOptions.workSeed, CrashOptions.lanes, page, damage],
        arguments: [CrashOptions.directory, CrashOptions.journal]
    ) { invocation in
        watchForDamage()
        let directory = invocation[CrashOptions.directory]
        let facts = try Facts(path: invocation[CrashOptions.journal])
        let store: RecordStore
        do throws(StoreOpenError) {
            store = try TestedStore.open(directory: directory)
        } catch {
            throw CommandFailure(.badData, "The store cannot be opened: \(error).")
        }
        if let page = invocation[page] {
            try invocation[damage].apply(
                toPage: page,
                ofFileAt: directory + "/data/data.mdb",
                seed: invocation[CrashOptions.workSeed]
            )
        }
        var check = StoreCheck(
            facts: facts,
            seed: invocation[CrashOptions.workSeed],
            laneCount: invocation[CrashOptions.lanes]
        )
        check.run(on: store)
        store.close()
        for violation in check.violations { try TextOutput.standard.writeLine(violation) }
        return check.violations.isEmpty ? .success : .refused
    }

    /// Ends as the server does when it meets a damaged page.
    private static func watchForDamage() {
        LastWords.say(
            LastLine(
                head: Array("1970-01-01T00:00:00.000Z A damaged page was met".utf8),
                timeOffset: 0,
                label: Array(": ".utf8),
                tail: Array(".\n".utf8),
                markPath: nil
            ),
            on: StoreFault.signals,
            endingWith: ExitCode.badData.rawValue,
            judge: StoreFault.judge
        )
    }
}
