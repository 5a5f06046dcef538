package import CommandLineInterface
import Glibc

extension Command {
    /// Declares a command of this program, which tells its failures as the operator wishes.
    package init(
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
                guard context.isJSON else { return try await run(context) }
                do {
                    let code = try await run(context)
                    try context.output.flush()
                    return code
                } catch let failure as CommandFailure {
                    return try tell(failure)
                } catch TextOutput.Failure.system(let number) {
                    let reason = String(cString: strerror(number))
                    return try tell(CommandFailure(.inputOutput, "writing failed: \(reason)."))
                }
            }
        )
    }
}

/// Tells a failure to a program; answers what to end with.
private func tell(_ failure: CommandFailure) throws -> ExitCode {
    try TextOutput.standardError.writeLine(FailureDocument(failure).text)
    return failure.exitCode
}
