import CommandLineInterface

/// `notelet-bench local`: measures a server in the process of a test.
enum LocalServerCommand {
    static let rounds = Option<Int>(
        "rounds",
        .number(in: 1...100_000),
        default: "200",
        help: "How many servers begin and end, one after the other."
    )

    static let command = Command(
        "local",
        summary: "Measures a server in the process of a test",
        discussion: """
            Each round starts a server as tests of applications do, opens two accounts on it, \
            sends a note, reads it, and stops the server. A build for debugging is what such \
            tests run in.
            """,
        options: [rounds]
    ) { invocation in
        let result = try await LocalServerRun.run(roundCount: invocation[rounds])
        let rows = [
            ("start", result.start), ("two accounts and a link", result.signUps),
            ("send", result.send), ("read", result.read), ("stop", result.end),
            ("all", result.whole),
        ]
        for (name, histogram) in rows {
            let (median, late) = (histogram.nanoseconds(at: 0.5), histogram.nanoseconds(at: 0.95))
            try TextOutput.standard.writeLine(
                "\(name): \(ReportText.duration(nanoseconds: median)) in the middle, "
                    + "\(ReportText.duration(nanoseconds: late)) in one of twenty"
            )
        }
        return .success
    }
}
