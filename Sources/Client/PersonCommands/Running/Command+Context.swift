package import CommandLineInterface
import NoteletClient

extension Command {
    /// Declares a command that talks to the server, and tells its failures as the person wishes.
    package init(
        _ name: String,
        summary: Wording,
        discussion: any Worded = "",
        options: [any ParameterDeclaration] = [],
        arguments: [any ParameterDeclaration] = [],
        run: @escaping @Sendable (CommandContext) async throws -> Void
    ) {
        self.init(
            name,
            summary: summary,
            discussion: discussion,
            options: options,
            arguments: arguments,
            action: { invocation in
                do {
                    let context = try CommandContext(invocation)
                    do {
                        try await run(context)
                    } catch {
                        await context.notelet.close()
                        throw error
                    }
                    await context.notelet.close()
                    return .success
                } catch {
                    guard let failure = FailureReport(error, invocation) else { throw error }
                    return try failure.deliver()
                }
            }
        )
    }
}
