package import CommandLineInterface

extension Command {
    /// Declares a command that asks the running server, on a connection that ends with it.
    package init(
        _ name: String,
        summary: String,
        discussion: String = "",
        options: [any ParameterDeclaration] = [],
        arguments: [any ParameterDeclaration] = [],
        asking run: @escaping @Sendable (CommandContext, AdminConnection) async throws -> Void
    ) {
        self.init(
            name,
            summary: summary,
            discussion: discussion,
            options: ServerOptions.ofServer + options,
            arguments: arguments,
            run: { context in
                let connection = try await context.openServer()
                defer { connection.close() }
                try await run(context, connection)
                return .success
            }
        )
    }
}

extension AdminConnection {
    /// How a document says which server was asked.
    package var source: JSON.Member {
        ("source", .object([("state", .string("server")), ("address", .string("\(address)"))]))
    }
}
