/// A command line that does not fit the declaration, told in one line.
package struct UsageError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The names of the command in question, from the program's on.
    package let commandPath: [String]
    /// What is wrong with which word, and what would be right.
    package let message: String
    /// What the program ends with: `usage`, or `configuration` where the command line itself fits.
    package let exitCode: ExitCode
    /// The same for those who say it in another language.
    package let problem: UsageProblem

    /// Describes what is wrong with the call of a command; the message has no full stop.
    package init(
        commandPath: [String],
        message: String,
        exitCode: ExitCode = .usage,
        problem: UsageProblem = .other
    ) {
        self.commandPath = commandPath
        self.message = message
        self.exitCode = exitCode
        self.problem = problem
    }

    /// The whole line: which command, what is wrong, and where to read on.
    package var description: String {
        let command = commandPath.joined(separator: " ")
        let end = message.hasSuffix("?") ? "" : "."
        return "\(command): \(message)\(end) See '\(command) --help'.".terminalSafe
    }
}

extension UsageError {
    static func unknownOption(
        _ spelling: String,
        of path: [Command],
        among known: [String]
    ) -> UsageError {
        var message = "unknown option '\(spelling)'"
        let nearest = nearestWord(to: spelling, among: known)
        if let nearest { message += "; did you mean '\(nearest)'?" }
        return UsageError(path, message, problem: .unknownOption(spelling, nearest: nearest))
    }

    static func unknownCommand(_ name: String, of path: [Command]) -> UsageError {
        let known = path.last?.subcommands.map(\.name) ?? []
        let nearest = nearestWord(to: name, among: known)
        let hint =
            nearest.map { "did you mean '\($0)'?" }
            ?? "the commands are \(known.joined(separator: ", "))"
        return UsageError(
            path,
            "unknown command '\(name)'; \(hint)",
            problem: .unknownCommand(name, nearest: nearest, known: known)
        )
    }

    static func missingCommand(of path: [Command]) -> UsageError {
        let known = path.last?.subcommands.map(\.name) ?? []
        return UsageError(
            path,
            "a command is missing; the commands are \(known.joined(separator: ", "))",
            problem: .missingCommand(known: known)
        )
    }

    static func missingValue(of parameter: Parameter, of path: [Command]) -> UsageError {
        UsageError(
            path,
            "\(parameter.spelling) needs a value, \(parameter.expectation)",
            problem: .missingValue(
                of: parameter.spelling,
                expectation: parameter.texts.expectation,
                words: parameter.words
            )
        )
    }

    static func optionForValue(
        _ word: String,
        of parameter: Parameter,
        of path: [Command]
    ) -> UsageError {
        let spelling = parameter.spelling
        return UsageError(
            path,
            "\(spelling) needs a value, and '\(word)' is an option; "
                + "write '\(spelling)=\(word)' if it is meant",
            problem: .optionForValue(word, of: spelling)
        )
    }

    static func valueOfFlag(
        _ parameter: Parameter,
        _ text: String,
        of path: [Command]
    ) -> UsageError {
        UsageError(
            path,
            "\(parameter.spelling) takes no value, so leave out '=\(text)'",
            problem: .valueOfFlag(parameter.spelling, value: text)
        )
    }

    static func invalidValue(
        _ text: String,
        of parameter: Parameter,
        from origin: ValueOrigin,
        of path: [Command]
    ) -> UsageError {
        let (place, exitCode): (String, ExitCode) =
            switch origin {
            case .environment: ("\(parameter.spelling) (from \(origin))", .configuration)
            case .file(let place): ("\(place): \(parameter.name)", .configuration)
            case .commandLine, .declaredDefault, .absent: (parameter.spelling, .usage)
            }
        var message = "\(place): '\(text)' is not \(parameter.expectation)"
        let words = parameter.words
        let nearest = nearestWord(to: text, among: words)
        if let nearest { message += "; did you mean '\(nearest)'?" }
        return UsageError(
            path,
            message,
            exitCode,
            problem: .invalidValue(
                InvalidValue(
                    text: text,
                    name: parameter.spellingWording,
                    origin: origin,
                    expectation: parameter.texts.expectation,
                    words: words,
                    nearest: nearest
                )
            )
        )
    }

    static func missing(_ parameter: Parameter, of path: [Command]) -> UsageError {
        if parameter.kind == .argument {
            return UsageError(
                path,
                "the argument \(parameter.name) is missing, \(parameter.expectation)",
                problem: .missing(parameter.spellingWording, environmentName: nil)
            )
        }
        let problem = UsageProblem.missing(
            parameter.spellingWording,
            environmentName: parameter.environmentName
        )
        var message = "\(parameter.spelling) must be given"
        if let name = parameter.environmentName {
            message += ", here or as \(name) in the environment"
        }
        guard path.first?.settings.contains(where: { $0.name == parameter.name }) == true else {
            return UsageError(path, message, problem: problem)
        }
        message += " or as '\(parameter.name)' in the file of settings"
        return UsageError(path, message, .configuration, problem: problem)
    }

    static func surplusArgument(_ text: String, of path: [Command]) -> UsageError {
        UsageError(
            path,
            "'\(text)' is one argument too many",
            problem: .surplusArgument(text)
        )
    }

    init(
        _ path: [Command],
        _ message: String,
        _ exitCode: ExitCode = .usage,
        problem: UsageProblem = .other
    ) {
        self.init(
            commandPath: path.map(\.name),
            message: message,
            exitCode: exitCode,
            problem: problem
        )
    }
}
