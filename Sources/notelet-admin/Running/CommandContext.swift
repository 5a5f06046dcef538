import CommandLineInterface

/// What a command works with: the operator's wishes, and the way out for its words.
struct CommandContext: Sendable {
    let invocation: Invocation
    let isJSON: Bool
    let style: TerminalStyle
    let environment: [String: String]
    let output = TextOutput.standard
    private let isQuiet: Bool

    init(_ invocation: Invocation) {
        let environment = Terminal.environment
        self.invocation = invocation
        self.environment = environment
        isJSON = invocation[GlobalOptions.json]
        isQuiet = invocation[GlobalOptions.quiet]
        style = TerminalStyle(
            invocation[GlobalOptions.color],
            isTerminal: output.isTerminal,
            environment: environment
        )
    }

    /// The value of an option or an argument of the command.
    subscript<Declaration: ParameterDeclaration>(
        declaration: Declaration
    ) -> Declaration.Value {
        invocation[declaration]
    }

    /// Writes the result of the command: a JSON document, or text for a person.
    func write(_ document: [JSON.Member], text: () -> String) throws {
        if isJSON {
            try output.writeLine(JSON.document(document).text)
        } else {
            try output.write(text())
        }
    }

    /// Says on standard error what a person may want to know beside the result.
    func remark(_ text: String) {
        guard !isQuiet else { return }
        // A command does its work also where nobody can be told.
        try? TextOutput.standardError.writeLine("notelet-admin: " + text.terminalSafe)
    }

    /// Begins to show how far a long job is.
    func progress(_ label: String, countTotal: Int?) -> Progress {
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

    /// Draws facts with their names for where the output goes; those without a value are left out.
    func draw(facts: [(String, String)]) -> String {
        FactList.text(facts, style: style)
    }

    /// Draws a table for where the output goes.
    func draw(_ table: TextTable) -> String {
        table.text(for: output, environment: environment, style: style)
    }
}
