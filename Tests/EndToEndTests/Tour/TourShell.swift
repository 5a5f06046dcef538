import Foundation
import OperatingSystem
import TestSupport

/// A shell at a terminal of 120 columns, in which two people and an operator type.
final class TourShell {
    let folder = TemporaryDirectory()
    private let terminal: PseudoTerminal
    private let process: ChildProcess

    /// What the shell shows when it waits; nobody else writes this.
    private static let prompt = "~ready~"

    init() throws {
        terminal = try PseudoTerminal(columns: 120)
        let products = (ProgramRun.path(ofProduct: "notelet-cli") as NSString)
            .deletingLastPathComponent
        try """
        PS1='\(Self.prompt)'
        PS2=''
        stty -echo -onlcr
        set +mH
        minji() { notelet-cli --session minji.json "$@"; }
        jun() { notelet-cli --session jun.json "$@"; }

        """.write(toFile: folder.path("rc"), atomically: false, encoding: .utf8)
        let stream = Surroundings.Stream.descriptor(terminal.device)
        process = try ChildProcess(
            "/usr/bin/setsid",
            ["--ctty", "--wait", "/bin/bash", "--noprofile", "--rcfile", folder.path("rc")]
                + ["--noediting", "-i"],
            Surroundings(
                environment: [
                    "PATH": "\(products):/usr/bin:/bin", "HOME": folder.path, "TZ": "UTC",
                    "LANG": "C.UTF-8", "TERM": "xterm", "NO_COLOR": "1", "HISTFILE": "/dev/null",
                    "NOTELET_PASSWORD": password,
                ],
                folder: folder.path,
                input: stream,
                output: stream,
                errorOutput: stream
            )
        )
        _ = terminal.waitForScreen(endingWith: Self.prompt)
    }

    /// Runs a command; answers the lines that are on the screen at its end.
    @discardableResult
    func run(_ command: String) -> [String] {
        terminal.type(Array((command + "\n").utf8))
        let screen = terminal.waitForScreen(endingWith: Self.prompt).dropLast(Self.prompt.count)
        if terminal.isGivenUp { _ = process.wait(orKillAfter: .zero) }
        var lines = screen.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in
                // Of what a line showed one after the other, the last is left.
                let last = line.split(separator: "\r").last.map { String($0) } ?? ""
                return last.replacing(/\u{1B}\[[\d;]*[A-Za-z]/, with: "")
            }
        while lines.last == "" { lines.removeLast() }
        return lines
    }

    /// Ends what runs in the background, and the shell.
    func end() async {
        terminal.type(Array("kill %% 2> /dev/null; wait; exit\n".utf8))
        _ = await process.end(within: Patience.limit)
    }
}
