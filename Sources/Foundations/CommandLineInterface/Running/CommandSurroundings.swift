/// What a command works with: the wishes of whoever gave it, and the way out for its words.
///
/// It is for programs whose commands all take `PresentationOptions`; each adds what else its own
/// commands need.
package protocol CommandSurroundings: Sendable {
    /// The command and the values that it was called with.
    var invocation: Invocation { get }

    /// Where results go.
    var output: TextOutput { get }

    /// Says that JSON and another form of rows were asked for, in the language of whoever did.
    func conflict(withJSON format: RowFormat) -> String

    /// A text in the language of whoever reads it.
    func text(of wording: Wording) -> String
}

extension CommandSurroundings {
    /// Says it in English.
    package func conflict(withJSON format: RowFormat) -> String {
        PresentationOptions.conflict(withJSON: format)
    }

    /// A text in English.
    package func text(of wording: Wording) -> String { wording.english }

    /// The value of an option or an argument of the command.
    package subscript<Declaration: ParameterDeclaration>(
        declaration: Declaration
    ) -> Declaration.Value {
        invocation[declaration]
    }

    /// Whether results are JSON documents instead of text.
    package var isJSON: Bool { invocation.isJSON }

    /// Standard output.
    package var output: TextOutput { .standard }

    /// The environment of the process.
    package var environment: [String: String] { Terminal.environment }

    /// How text is emphasized where the output goes.
    package var style: TerminalStyle {
        TerminalStyle(
            invocation[PresentationOptions.color],
            isTerminal: output.isTerminal,
            environment: environment
        )
    }

    /// Writes the result of the command: a JSON document, or text for a person.
    ///
    /// - Parameters:
    ///   - document: The members of the document, in their order.
    ///   - text: The lines for a person, each ended; made only if they are shown.
    /// - Throws: `TextOutput.Failure`.
    package func write(_ document: [JSON.Member], text: () -> String) throws {
        if isJSON {
            try output.writeLine(JSON.document(document).text)
        } else {
            try output.write(text())
        }
    }

    /// Draws facts with their names for where the output goes; those without a value are left out.
    package func draw(facts: [(String, String)]) -> String {
        FactList.text(facts, style: style)
    }

    /// Draws a table for where the output goes.
    package func draw(_ table: TextTable) -> String {
        table.text(for: output, environment: environment, style: style)
    }
}
