internal import Glibc

/// A program made of commands: reads its command line, runs one command, ends with an exit code.
package struct Program: Sendable {
    /// The root of the commands; its name is the program's.
    package let root: Command
    /// What `--version` shows after the program's name.
    package let version: String
    /// The section that its manual page belongs to.
    package let manualSection: Int

    private let output: TextOutput
    private let errorOutput: TextOutput

    /// Makes a program of its root command.
    ///
    /// - Parameters:
    ///   - root: The root of the commands.
    ///   - version: What `--version` shows.
    ///   - manualSection: 1 for a program of people, 8 for one of those who operate machines.
    ///   - output: Where data goes.
    ///   - errorOutput: Where all else goes.
    package init(
        _ root: Command,
        version: String,
        manualSection: Int = 1,
        output: TextOutput = .standard,
        errorOutput: TextOutput = .standardError
    ) {
        self.root = root
        self.version = version
        self.manualSection = manualSection
        self.output = output
        self.errorOutput = errorOutput
    }

    /// Runs the command that the process was started with, and ends the process.
    ///
    /// A reader that goes away is an error of the write call from here on, not a signal.
    package func main() async -> Never {
        StandardStreams.reserveClosed()
        signal(SIGPIPE, SIG_IGN)
        let code = await run(
            Array(CommandLine.arguments.dropFirst()),
            environment: Terminal.environment
        )
        exit(code.rawValue)
    }

    /// Runs the command that the arguments ask for, and returns what to end with.
    ///
    /// Failures become one line on standard error. A closed standard output ends the program
    /// quietly and well: whoever closed it has read enough.
    package func run(_ arguments: [String], environment: [String: String]) async -> ExitCode {
        do {
            let code = try await perform(arguments, environment: environment)
            try output.flush()
            return code
        } catch {
            try? output.flush()
            return report(error, asDocument: asksForDocument(arguments))
        }
    }

    private func perform(
        _ arguments: [String],
        environment: [String: String]
    ) async throws -> ExitCode {
        switch try CommandLineParser(root, environment: environment).parse(arguments) {
        case .help(let path):
            let width = Terminal.width(of: output.descriptor, environment: environment)
            try output.write(HelpText(path: path, width: width).text)
            return .success
        case .version:
            try output.writeLine("\(root.name) \(version)")
            return .success
        case .completions(let shell):
            try output.write(shell.completions(of: root))
            return .success
        case .manualPage:
            try output.write(ManualPage(of: root, version: version, section: manualSection).text)
            return .success
        case .run(let invocation):
            guard let action = invocation.command.action else { return .bug }
            return try await action(invocation)
        }
    }

    /// Whether somebody who reads documents wrote a command line, be it otherwise wrong.
    private func asksForDocument(_ arguments: [String]) -> Bool {
        let json = PresentationOptions.json.parameter.spelling
        return arguments.prefix { $0 != "--" }.contains(json)
            && root.options.contains { $0.spelling == json }
    }

    private func report(_ error: any Error, asDocument isDocument: Bool) -> ExitCode {
        switch error {
        case let usage as UsageError:
            let failure = CommandFailure(usage.exitCode, usage.description)
            say(isDocument ? FailureDocument(failure).text : usage.description)
            return usage.exitCode
        case let failure as CommandFailure:
            say("\(root.name): \(failure)")
            return failure.exitCode
        case let code as ExitCode:
            return code
        case TextOutput.Failure.closed:
            return .success
        case TextOutput.Failure.system(let number):
            say("\(root.name): writing failed: \(String(cString: strerror(number))).")
            return .inputOutput
        default:
            say("\(root.name): internal error: \(String(describing: error).terminalSafe)")
            return .bug
        }
    }

    private func say(_ line: String) {
        // Nobody is left to tell when standard error cannot be written.
        try? errorOutput.writeLine(line)
        try? errorOutput.flush()
    }
}
