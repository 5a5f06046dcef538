import CommandLineInterface

extension Command {
    /// Declares a command of this program, which tells its failures as the operator wishes.
    init(
        _ name: String,
        summary: String,
        discussion: String = "",
        options: [any ParameterDeclaration] = [],
        arguments: [any ParameterDeclaration] = [],
        run: @escaping @Sendable (CommandContext) async throws -> ExitCode
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
                    return try await run(context)
                } catch let failure as CommandFailure where context.isJSON {
                    try TextOutput.standardError.writeLine(FailureDocument(failure).text)
                    return failure.exitCode
                }
            }
        )
    }
}
