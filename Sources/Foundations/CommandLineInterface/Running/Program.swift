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
    private let language: LanguageChoice

    /// Finds the language for whoever gave a command line, which may be wrong.
    package typealias LanguageChoice =
        @Sendable (_ arguments: [String], _ environment: [String: String]) -> ProgramLanguage

    /// Makes a program of its root command.
    ///
    /// - Parameters:
    ///   - root: The root of the commands.
    ///   - version: What `--version` shows.
    ///   - manualSection: 1 for a program of people, 8 for one of those who operate machines.
    ///   - output: Where data goes.
    ///   - errorOutput: Where all else goes.
    ///   - language: Finds the language to speak; English unless given.
    package init(
        _ root: Command,
        version: String,
        manualSection: Int = 1,
        output: TextOutput = .standard,
        errorOutput: TextOutput = .standardError,
        language: @escaping LanguageChoice = { _, _ in .english }
    ) {
        self.root = root
        self.version = version
        self.manualSection = manualSection
        self.output = output
        self.errorOutput = errorOutput
        self.language = language
    }

    /// Runs the command that the process was started with, and ends the process.
    ///
    /// A reader that goes away is an error of the write call from here on, not a signal.
    package func main() async -> Never {
        StandardStreams.reserveClosed()
        signal(SIGPIPE, SIG_IGN)
        let code: ExitCode
        do throws(UsageError) {
            let arguments = try ProcessArguments.texts(of: root.name)
            code = await run(arguments, environment: Terminal.environment)
        } catch {
            code = report(error, in: [], Terminal.environment)
        }
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
            return report(error, in: arguments, environment)
        }
    }

    private func perform(
        _ arguments: [String],
        environment: [String: String]
    ) async throws -> ExitCode {
        switch try CommandLineParser(root, environment: environment).parse(arguments) {
        case .help(let path):
            let width = Terminal.width(of: output.descriptor, environment: environment)
            let language = language(arguments, environment)
            try output.write(HelpText(path: path, width: width, in: language).text)
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
    private func asksForDocument(_ arguments: [String], _ error: any Error) -> Bool {
        let json = PresentationOptions.json.parameter.spelling
        guard root.options.contains(where: { $0.spelling == json }) else { return false }
        let words = Array(arguments.prefix { $0 != "--" })
        if words.contains(json) { return true }
        guard let usage = error as? UsageError,
            command(at: usage.commandPath)?.takesRowFormat == true
        else { return false }
        let format = PresentationOptions.format.parameter.spelling
        return [RowFormat.json, .jsonl].map(\.rawValue).contains { form in
            words.contains("\(format)=\(form)")
                || zip(words, words.dropFirst()).contains { $0 == format && $1 == form }
        }
    }

    /// The command that names lead to, of which the first is the program's.
    private func command(at names: [String]) -> Command? {
        names.dropFirst().reduce(root) { command, name in
            command?.subcommands.first { $0.name == name }
        }
    }

    private func report(
        _ error: any Error,
        in arguments: [String],
        _ environment: [String: String]
    ) -> ExitCode {
        let language = language(arguments, environment)
        switch error {
        case let usage as UsageError:
            let text = language.usageError(usage)
            let isDocument = asksForDocument(arguments, error)
            let failure = CommandFailure(usage.exitCode, text)
            say(isDocument ? FailureDocument(failure).text : text)
            return usage.exitCode
        case let failure as CommandFailure:
            say("\(root.name): \(failure)")
            return failure.exitCode
        case let code as ExitCode:
            return code
        case TextOutput.Failure.closed:
            return .success
        case TextOutput.Failure.system(let number):
            say("\(root.name): \(language.writingFailure(number))")
            return .inputOutput
        default:
            let text = String(describing: error).terminalSafe
            say("\(root.name): \(language.internalError(text))")
            return .bug
        }
    }

    private func say(_ line: String) {
        // Nobody is left to tell when standard error cannot be written.
        try? errorOutput.writeLine(line)
        try? errorOutput.flush()
    }
}
