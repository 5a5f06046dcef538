package import CommandLineInterface

/// What a command has had the server do.
package struct Deed {
    let document: [JSON.Member]
    let sentence: String

    /// Says what was done.
    ///
    /// - Parameters:
    ///   - document: What a program reads of it, behind which server it was.
    ///   - sentence: What a person reads; what could command the terminal is taken out of it.
    package init(_ document: [JSON.Member], _ sentence: String) {
        self.document = document
        self.sentence = sentence
    }
}

extension Command {
    /// What an operator types before something that cannot be taken back, and what that is, as a
    /// sentence without its end that says what will be done: it is asked first.
    package typealias Caution = (word: String, deed: String)

    /// Declares a command that has the running server do something, and says what was done.
    ///
    /// - Parameters:
    ///   - name: The word that selects the command.
    ///   - summary: What it does.
    ///   - discussion: Paragraphs that follow the summary in help.
    ///   - options: What it takes by name; `--yes` comes behind where it asks something.
    ///   - arguments: What it takes by place.
    ///   - confirming: What is asked before, unless `--yes` is given; nil for nothing.
    ///   - run: Has it done.
    package init(
        _ name: String,
        summary: String,
        discussion: String = "",
        options: [any ParameterDeclaration] = [],
        arguments: [any ParameterDeclaration] = [],
        confirming: (@Sendable (CommandContext) -> Caution)? = nil,
        doing run: @escaping @Sendable (CommandContext, AdminConnection) async throws -> Deed
    ) {
        self.init(
            name,
            summary: summary,
            discussion: discussion,
            options: options + (confirming == nil ? [] : [Confirmation.yes]),
            arguments: arguments,
            asking: { context, server in
                if let (word, deed) = confirming?(context) {
                    let warning = deed + ", which cannot be taken back."
                    let isGiven = context[Confirmation.yes]
                    try Confirmation.require(word, warning, isGiven: isGiven)
                }
                let deed = try await run(context, server)
                try context.write([server.source] + deed.document) {
                    deed.sentence.terminalSafe + "\n"
                }
            }
        )
    }

    /// Declares a command that shows all rows of a list that the running server has.
    ///
    /// - Parameters:
    ///   - name: The word that selects the command.
    ///   - summary: What it does.
    ///   - form: How the rows are shown.
    ///   - rows: Asks for them.
    package init<Row>(
        _ name: String,
        summary: String,
        listing form: RowForm<Row>,
        rows: @escaping @Sendable (AdminConnection) async throws -> [Row]
    ) {
        self.init(
            name,
            summary: summary,
            options: [PresentationOptions.format],
            asking: { context, server in
                try context.write(try await rows(server), as: form, head: [server.source])
            }
        )
    }
}
