package import CommandLineInterface
package import NoteletClient

extension Option<Int32?> {
    /// How many of the newest rows of a list are shown, by what several of them are called.
    package static func limit(of things: Wording) -> Option {
        let (korean, english) = (things.text(in: .korean), things.english)
        return .optional(
            "limit",
            .count(in: 1...100_000),
            help: Wording(
                "가장 새로운 \(korean)부터 이 수까지만 봅니다.",
                "Show so many of the newest \(english), and no more."
            )
        )
    }
}

extension PageSequence {
    /// What is on the pages, in its order: all of it, or as much as is wanted.
    package func rows(limit: Int? = nil) async throws(NoteletError) -> [Item] {
        var rows: [Item] = []
        for try await page in self {
            rows += page.items
            if let limit, rows.count >= limit { return Array(rows.prefix(limit)) }
        }
        return rows
    }
}

extension Command {
    /// Declares a command that shows the newest rows of a list: all, unless `limit` is given.
    ///
    /// - Parameters:
    ///   - name: The word that selects the command.
    ///   - summary: What it does.
    ///   - arguments: What says which list it is.
    ///   - form: How the rows are shown.
    ///   - limit: The option that says how many are.
    ///   - pages: Asks for the list, so many rows at a time.
    package init<Row: Sendable>(
        _ name: String,
        summary: Wording,
        arguments: [any ParameterDeclaration] = [],
        listing form: RowForm<Row>,
        limit: Option<Int32?>,
        pages: @escaping @Sendable (CommandContext, Int32) -> PageSequence<Row>
    ) {
        self.init(
            name,
            summary: summary,
            options: [limit, GlobalOptions.format],
            arguments: arguments,
            run: { context in
                let size = min(context[limit] ?? .max, ObjectReference.pageSize)
                let rows = try await pages(context, size).rows(limit: context[limit].map(Int.init))
                try context.write(rows, as: form)
            }
        )
    }
}

extension CommandContext {
    /// Shows a list as it is, and anew after each change, until it is over.
    package func show<Row>(
        _ lists: LiveListSequence<Row>,
        as form: RowForm<Row>
    ) async throws {
        for try await rows in lists {
            try write(rows, as: form)
            // Tables are told apart by an empty line.
            if !isJSON { try output.writeLine("") }
            try output.flush()
        }
    }
}
