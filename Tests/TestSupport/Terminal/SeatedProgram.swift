import Glibc
import OperatingSystem

/// A program of this package at a terminal, with somebody who reads its questions and answers them.
package final class SeatedProgram: Sendable {
    private let terminal: PseudoTerminal
    private let process: ChildProcess

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - name: The name of the product.
    ///   - arguments: What follows the name.
    ///   - environment: The environment.
    ///   - columns: The width of the terminal.
    /// - Throws: `ProgramRun.Failure` if it cannot be started, or a `SystemError` if there is no
    ///   terminal.
    package init(
        _ name: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        columns: UInt16 = 80
    ) throws {
        terminal = try PseudoTerminal(columns: columns)
        let stream = Surroundings.Stream.descriptor(terminal.device)
        process = try ChildProcess.product(
            "/usr/bin/setsid",
            ["--ctty", "--wait", ProgramRun.path(ofProduct: name)] + arguments,
            Surroundings(
                environment: environment,
                input: stream,
                output: stream,
                errorOutput: stream
            )
        )
    }

    /// Waits for a question and types a line; a program that does not ask is killed.
    ///
    /// - Parameters:
    ///   - question: What the screen ends with.
    ///   - line: What is typed, without the end of the line.
    /// - Returns: What was on the screen up to the question, since the last one.
    @discardableResult
    package func answer(_ question: String, with line: String) -> String {
        let screen = terminal.waitForScreen(endingWith: question)
        if terminal.isGivenUp { _ = process.wait(orKillAfter: .zero) }
        terminal.type(Array((line + "\n").utf8))
        return screen
    }

    /// Waits for the end of the program.
    ///
    /// - Returns: The run; its output is the screen since the last question.
    package func end() async -> ProgramRun {
        let exitCode = await process.end(within: Patience.limit) ?? 128 + SIGKILL
        return ProgramRun(exitCode: exitCode, output: terminal.screen(), errorOutput: "")
    }
}
