import OperatingSystem

extension ProgramRun {
    /// Runs a program of this package at a terminal where somebody types a line, and waits for its
    /// end.
    ///
    /// - Parameters:
    ///   - name: The name of the product.
    ///   - arguments: What follows the name.
    ///   - environment: The environment.
    ///   - line: What is typed, without the end of the line.
    /// - Returns: The run; its output is the screen, which holds what was typed and both outputs.
    ///   It should be less than the 4096 bytes that a terminal keeps for who does not look.
    /// - Throws: `Failure` if it cannot be started or does not end, or a `SystemError` if there is
    ///   no terminal.
    package static func run(
        _ name: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        typing line: String
    ) async throws -> ProgramRun {
        let terminal = try PseudoTerminal()
        let stream = Surroundings.Stream.descriptor(terminal.device)
        terminal.type(Array((line + "\n").utf8))
        let process = try ChildProcess.product(
            "/usr/bin/setsid",
            ["--ctty", "--wait", path(ofProduct: name)] + arguments,
            Surroundings(
                environment: environment,
                input: stream,
                output: stream,
                errorOutput: stream
            )
        )
        guard let exitCode = await process.end(within: Patience.limit) else {
            throw Failure(description: "\(name) does not end. \(terminal.screen())")
        }
        return ProgramRun(exitCode: exitCode, output: terminal.screen(), errorOutput: "")
    }
}
