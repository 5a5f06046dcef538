import CommandLineInterface
import Foundation

/// `notelet-bench suite`: the standard benchmark, beside peers such as Redis and the floors.
enum SuiteCommand {
    static let users = Option<Int>(
        "users",
        .number(in: 2...10_000_000),
        default: "10000",
        help: "Accounts of the stores."
    )
    static let messages = Option<Int>(
        "messages",
        .number(in: 0...1_000_000_000),
        default: "1000000",
        help: "Notes of the stores."
    )
    static let seconds = Option<Int>(
        "seconds",
        .number(in: 1...300),
        default: "1",
        help: "How long each measurement takes."
    )
    static let repetitions = Option<Int>(
        "repetitions",
        .number(in: 1...100),
        default: "3",
        help: "How often each is repeated; medians are shown."
    )
    static let sustainedSeconds = Option<Int>(
        "sustained-seconds",
        .number(in: 1...600),
        default: "5",
        help: "How long sends last at full rate and in the open loop, at the end."
    )
    static let quick = Option<Bool>.flag(
        "quick",
        help: "Each measurement once and for a second: to see that all works."
    )
    static let store = Option<String>(
        "store",
        .folder,
        default: "/var/tmp/notelet-suite",
        help: "Folder in which the filled stores are kept for later runs, on the disk to measure."
    )
    static let serverProgram = TargetOptions.serverProgram
    static let peers = Option<String>(
        "peers",
        .folder,
        default: "bench/peers",
        help: "Folder of the scripts that run the peers."
    )
    static let serverArguments = Option<[String]>.repeated(
        "server-argument",
        .text,
        help: "A further argument of the server, as it stands."
    )
    static let compare = Option<String?>.optional(
        "compare",
        .file,
        help: "An earlier result of --json: shows what has changed since, and ends with 1 if "
            + "Notelet is worse by more than 10 % beyond the ranges of the repetitions."
    )
    static let command = Command(
        "suite",
        summary: "Runs the standard benchmark beside Redis, PostgreSQL, others and the floors",
        discussion: """
            Sends and pages of history, many at a time and one at a time, and both together. \
            Redis, PostgreSQL and a server in C on LMDB, where they are installed, do the same \
            work on the same promise, NATS the sends, as private instances that go at the end. \
            The contestants take turns. Notelet alone is measured among 100,000 and 1,000,000 \
            users as well, and with live watchers. The filled stores, about 7 GB, stay in the \
            folder --store; each run works on copies.
            """,
        options: [
            seconds, repetitions, sustainedSeconds, quick, users, messages,
            StoreOptions.contentBytes, StoreOptions.seed, store, serverProgram,
            serverArguments, peers, compare,
        ] + OutputOptions.all
    ) { invocation in
        let settings = settings(invocation)
        let baseline = try baseline(invocation, settings)
        let interruption = Interruption()
        let progress = OutputOptions.progress(invocation)
        let suite = Suite(settings, interruption) { show($0, progress) }
        var report = try await suite.run(progress)
        report.comparison = baseline.map { baseline, path in
            SuiteComparison(report, with: baseline, path: path)
        }
        if case .bar = progress { show("", progress) }
        try TextOutput.standard.write(
            invocation[OutputOptions.json]
                ? SuiteJSON(report).text() + "\n" : SuiteText.text(of: report)
        )
        if report.wasInterrupted { return .interrupted }
        return report.hasFailed || report.comparison?.hasLost == true ? .refused : .success
    }

    /// The result to compare with and its file, looked at before anything is measured.
    private static func baseline(
        _ invocation: Invocation,
        _ settings: SuiteSettings
    ) throws -> (SuiteBaseline, path: String)? {
        guard let path = invocation[compare] else { return nil }
        let baseline = try SuiteBaseline.read(path: path)
        try baseline.check(settings)
        return (baseline, path)
    }

    /// What the options ask for.
    static func settings(_ invocation: Invocation) -> SuiteSettings {
        SuiteSettings(
            plan: PreloadPlan(
                userCount: invocation[users],
                messageCount: invocation[messages],
                corpus: Corpus(generatedByteCount: invocation[StoreOptions.contentBytes]),
                seed: invocation[StoreOptions.seed]
            ),
            seconds: invocation[quick] ? 1 : invocation[seconds],
            repetitionCount: invocation[quick] ? 1 : invocation[repetitions],
            sustainedSeconds: invocation[quick] ? 1 : invocation[sustainedSeconds],
            folder: absolute(invocation[store]),
            serverProgram: invocation[serverProgram] ?? ServerChild.standardProgram,
            peers: absolute(invocation[peers]),
            serverArguments: invocation[serverArguments],
            largeStores: LargeStore.all.filter { store in
                store.userCount > invocation[users] && (store.isQuick || !invocation[quick])
            }
        )
    }

    /// Says what the benchmark is at.
    private static func show(_ text: String, _ appearance: ProgressLine.Appearance) {
        let output = TextOutput.standardError
        // A measurement does not fail because nobody watches it.
        switch appearance {
        case .hidden: return
        case .bar: try? output.write("\r\(text)\u{1B}[K")
        case .lines: try? output.write(text + "\n")
        }
    }

    /// The path as it is from any folder: programs of peers run in folders of their own.
    static func absolute(_ path: String) -> String {
        URL(fileURLWithPath: path).path
    }
}
