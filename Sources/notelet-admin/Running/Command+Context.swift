import CommandLineInterface

extension Command {
    /// Declares a command of this program, which tells its failures as the operator wishes.
    init(
        _ name: String,
        summary: String,
        discussion: String = "",
        options: [any ParameterDeclaration] = [],
        arguments: [any ParameterDeclaration] = [],
        run: @escaping @Sendable (CommandContext) throws -> ExitCode
    ) {
        self.init(
            name,
            summary: summary,
            discussion: discussion,
            options: options,
            arguments: arguments,
            action: { invocation in
                let context = CommandContext(invocation)
                BrokenFile.watch(endingWith: .badData)
                do {
                    return try run(context)
                } catch let failure as CommandFailure where context.isJSON {
                    try TextOutput.standardError.writeLine(failure.json.text)
                    return failure.exitCode
                }
            }
        )
    }
}

extension CommandFailure {
    /// The failure as a document.
    fileprivate var json: JSON {
        .object([
            (
                "error",
                .object([
                    ("code", .string(exitCode.name)),
                    ("message", .string(message)),
                    ("fields", .object([])),
                ])
            )
        ])
    }
}

extension ExitCode {
    /// `badData` as `bad_data`.
    fileprivate var name: String {
        "\(self)".reduce(into: "") { text, letter in
            if letter.isUppercase { text += "_" }
            text += letter.lowercased()
        }
    }
}
