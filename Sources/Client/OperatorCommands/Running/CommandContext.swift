package import CommandLineInterface
import Foundation

/// What a command works with: the operator's wishes, and the way out for its words.
package struct CommandContext: CommandSurroundings {
    /// What was asked for.
    package let invocation: Invocation
    private let isQuiet: Bool

    /// Prepares what a command that was asked for works with.
    package init(_ invocation: Invocation) {
        self.invocation = invocation
        isQuiet = invocation[GlobalOptions.quiet]
    }

    /// Says on standard error what a person may want to know beside the result.
    package func remark(_ text: String) {
        guard !isQuiet else { return }
        // A command does its work also where nobody can be told.
        try? TextOutput.standardError.writeLine("notelet-admin: " + text.terminalSafe)
    }

    /// Begins to show how far a long job is.
    package func progress(_ label: String, countTotal: Int?) -> Progress {
        Progress(
            ProgressLine(
                label,
                countTotal: countTotal,
                appearance: isQuiet
                    ? .hidden
                    : ProgressLine.appearance(on: .standardError, environment: environment)
            )
        )
    }
}

extension CommandContext {
    /// The user who runs this program, and whose log-in it was.
    package static var operatorName: String {
        let environment = Terminal.environment
        let name = NSUserName()
        guard let login = environment["SUDO_USER"], login != name else { return name }
        return "\(name) (\(login))"
    }
}
