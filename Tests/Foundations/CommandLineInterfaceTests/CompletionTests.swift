import CommandLineInterface
import Foundation
import TestSupport
import Testing

/// What real shells offer for lines of the sample program, with the scripts made for them.
@Suite("Completions", .timeLimit(.minutes(1)))
struct CompletionTests {
    /// A line, and what belongs at its end.
    private static let expectations: [(line: String, offers: [String])] = [
        ("sample ", ["contact", "send"]),
        ("sample s", ["send"]),
        ("sample contact ", ["add", "list"]),
        ("sample -q --server tcp://h:1 contact ", ["add", "list"]),
        ("sample --server=tcp://h:1 contact l", ["list"]),
        ("sample --", ["--help", "--quiet", "--server", "--verbose", "--version"]),
        ("sample contact add --l", ["--limit"]),
        ("sample contact add --v", ["--verbose", "--version"]),
        ("sample contact add -q --serv", ["--server"]),
        ("sample contact add NAME --qu", ["--quiet"]),
        ("sample contact list --format ", ["csv", "json", "table"]),
        ("sample contact list --format=", ["csv", "json", "table"]),
        ("sample contact list --format=t", ["table"]),
        ("sample contact --server list list --for", ["--format"]),
        ("sample contact -q a", ["add"]),
        ("sample send ", ["folder", "note.txt"]),
        ("sample send --to x note.txt f", ["folder"]),
        ("sample send --to ", []),
        ("sample contact add --tag ", []),
        ("sample contact add ", []),
    ]

    @Test(
        "Commands, options and known values are offered where they belong",
        arguments: Shell.allCases
    )
    func offers(shell: Shell) async throws {
        let completing = try CompletingShell(
            shell.rawValue,
            completing: ["sample": shell.completions(of: SampleProgram.root)]
        )
        try Data().write(to: URL(fileURLWithPath: completing.folder.path("note.txt")))
        try FileManager.default.createDirectory(
            atPath: completing.folder.path("folder"),
            withIntermediateDirectories: false
        )
        let offers = try await completing.offers(for: Self.expectations.map(\.line))
        for (expected, offered) in zip(Self.expectations, offers) {
            #expect(offered == expected.offers, "\(shell.rawValue): \(expected.line)")
        }
    }

    @Test("Texts that mean something to a shell stay texts", arguments: Shell.allCases)
    func quoting(shell: Shell) async throws {
        let text = "It's $(no) `code` [here]: \"\\ 100%, 쪽지. Not this."
        let root = Command(
            "sample",
            summary: text,
            subcommands: [
                Command(
                    "go",
                    summary: text,
                    options: [Option<Bool>.flag("it-s", short: "i", help: text)],
                    action: { _ in .success }
                )
            ]
        )
        let completing = try CompletingShell(
            shell.rawValue,
            completing: ["sample": shell.completions(of: root)]
        )
        #expect(
            try await completing.offers(for: ["sample g", "sample go --it", "sample go -i --v"])
                == [["go"], ["--it-s"], ["--version"]]
        )
    }
}
