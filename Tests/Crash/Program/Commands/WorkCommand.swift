import CommandLineInterface
import Locking
import LogEngine
import Storage

/// `notelet-crash work`: keeps a store busy.
enum WorkCommand {
    static let operations = Option<Int>(
        "operations",
        .number(in: 0...Facts.numberMax),
        default: "1000",
        help: "Operations of each lane."
    )
    static let window = Option<Int>(
        "window",
        .number(in: 1...1024),
        default: "64",
        help: "Operations under way in a lane at most."
    )

    static let uncleaned = Option<Bool>.flag(
        "uncleaned",
        help: "Clean no files: what fails on the way is told by no line, and tried again."
    )

    /// Stands before the number of times that the archive was reported as failing.
    static let archiveFailures = "archive-failures"

    static let command = Command(
        "work",
        summary: "Works on a store, and keeps a journal of it",
        discussion: """
            Goes on where the store stands. Ends with 74 if the store cannot be opened or its \
            disk fails.
            """,
        options: [
            CrashOptions.workSeed, CrashOptions.lanes, operations, window, CrashOptions.mutant,
            CrashOptions.archive, uncleaned,
        ],
        arguments: [CrashOptions.directory, CrashOptions.journal]
    ) { invocation in
        let path = invocation[CrashOptions.journal]
        let facts = try Facts(path: path)
        let journal = try Journal(path: path)
        let workload = Workload(
            seed: invocation[CrashOptions.workSeed],
            laneCount: invocation[CrashOptions.lanes],
            operationCountMax: invocation[operations],
            windowMax: invocation[window],
            keepsHouse: !invocation[uncleaned],
            mutant: invocation[CrashOptions.mutant]
        )
        let archiveFailureCount = Mutex(0)
        let store: RecordStore
        do throws(StoreOpenError) {
            store = try TestedStore.open(
                directory: invocation[CrashOptions.directory],
                archive: invocation[CrashOptions.archive],
                cleansFiles: !invocation[uncleaned]
            ) { news in
                if case .failing = news { archiveFailureCount.withLock { $0 += 1 } }
            }
        } catch {
            throw CommandFailure(.inputOutput, "The store cannot be opened: \(error).")
        }
        do throws(Workload.Failure) {
            defer { store.close() }
            try workload.run(on: store, journal, after: facts)
        } catch .unseen(let id) {
            throw CommandFailure(.refused, "\(id) was acknowledged and is not seen by a read.")
        } catch .people(let error) {
            throw CommandFailure(.inputOutput, "The store failed: \(error).")
        }
        let count = archiveFailureCount.withLock { $0 }
        try TextOutput.standard.writeLine("\(archiveFailures) \(count)")
        return .success
    }
}
