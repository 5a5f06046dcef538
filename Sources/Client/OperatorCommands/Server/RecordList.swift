package import CommandLineInterface
import Domain
package import NoteletAPI
import ProtobufCoding

/// Shows rows as their pages come, until there are enough.
package struct RecordList<Row> {
    private let form: RowForm<Row>
    private let context: CommandContext
    /// What programs read; nil where a person does.
    private var writer: RowWriter?
    private var remaining: Int
    private var shownCount = 0

    /// Begins a list of as many rows as are wanted.
    ///
    /// With `--json` it is a document for each row, since they come page by page.
    ///
    /// - Parameters:
    ///   - source: Where they are read.
    ///   - form: How they are shown.
    ///   - context: What was typed, with `RecordLists.limit` and `--format` among it.
    /// - Throws: `CommandFailure` where two forms were asked for, `TextOutput.Failure`.
    package init(
        from source: RecordSource,
        as form: RowForm<Row>,
        _ context: CommandContext
    ) throws {
        self.form = form
        self.context = context
        remaining = context[RecordLists.limit] ?? .max
        let format = try context.rowFormat(ofJSON: .jsonl)
        guard format != .table else { return }
        let head = [("source", context.document(of: source))]
        writer = try RowWriter(form.kind, as: format, head: head, to: context.output)
    }

    /// Shows a page, as far as it is wanted; answers whether more is.
    package mutating func show(_ page: [Row]) throws -> Bool {
        let rows = Array(page.prefix(remaining))
        remaining -= rows.count
        shownCount += rows.count
        if writer != nil {
            try writer?.write(rows.map(form.json))
        } else if !rows.isEmpty {
            try context.output.write(form.text(of: rows, in: context))
        }
        return remaining > 0
    }

    /// Ends the list, and says how many there were.
    package func finish() throws {
        try writer?.finish()
        let nouns = form.nouns
        context.remark(shownCount == 1 ? "1 \(nouns.one)" : "\(shownCount) \(nouns.several)")
    }
}

/// What all lists have that are read page by page.
package enum RecordLists {
    static let limit = Option<Int?>.optional(
        "limit",
        .number(in: 1...Int.max),
        help: "Show so many at most; all by default."
    )

    /// The options of a list beside its own.
    package static let options: [any ParameterDeclaration] = [limit, PresentationOptions.format]
}

extension Command {
    /// Declares a command that shows a list of the running server, page by page.
    ///
    /// - Parameters:
    ///   - name: The word that selects the command.
    ///   - summary: What it does.
    ///   - discussion: Paragraphs that follow the summary in help.
    ///   - options: What it takes by name, beside `--limit` and `--format`.
    ///   - arguments: What it takes by place.
    ///   - form: How the rows are shown.
    ///   - method: What is called for each page.
    ///   - request: Makes the request for the first one; it may have to ask the server.
    package init<Request: PageRequest, Response: PageResponse>(
        _ name: String,
        summary: String,
        discussion: String = "",
        options: [any ParameterDeclaration] = [],
        arguments: [any ParameterDeclaration] = [],
        listing form: RowForm<Response.Listed>,
        by method: MethodDescriptor<Request, Response>,
        _ request: @escaping @Sendable (CommandContext, AdminConnection) async throws -> Request
    ) {
        self.init(
            name,
            summary: summary,
            discussion: discussion,
            options: options + RecordLists.options,
            arguments: arguments,
            asking: { context, server in
                var list = try RecordList(from: .server(server), as: form, context)
                let first = try await request(context, server)
                try await server.forEachPage(of: method, first) { try list.show($0) }
                try list.finish()
            }
        )
    }

    /// Declares a command that writes all of a list of the running server, each row a line of JSON.
    ///
    /// - Parameters:
    ///   - name: The word that selects the command.
    ///   - summary: What it does.
    ///   - discussion: Paragraphs that follow the summary in help.
    ///   - options: What it takes by name.
    ///   - arguments: What it takes by place.
    ///   - form: How the rows are written.
    ///   - method: What is called for each page.
    ///   - request: Makes the request for the first one; it may have to ask the server.
    package init<Request: PageRequest, Response: PageResponse>(
        _ name: String,
        summary: String,
        discussion: String = "",
        options: [any ParameterDeclaration] = [],
        arguments: [any ParameterDeclaration] = [],
        exporting form: RowForm<Response.Listed>,
        by method: MethodDescriptor<Request, Response>,
        _ request: @escaping @Sendable (CommandContext, AdminConnection) async throws -> Request
    ) {
        self.init(
            name,
            summary: summary,
            discussion: discussion,
            options: options,
            arguments: arguments,
            asking: { context, server in
                var writer = try RowWriter(form.kind, as: .jsonl, head: [], to: context.output)
                let first = try await request(context, server)
                try await server.forEachPage(of: method, first) { page in
                    try writer.write(page.map(form.json))
                    return true
                }
                try writer.finish()
            }
        )
    }
}

extension AdminConnection {
    /// All that a list has.
    ///
    /// - Parameters:
    ///   - method: What is called for each page.
    ///   - first: The request for the first one.
    /// - Returns: What the pages have, one after the other.
    /// - Throws: `CommandFailure` with what the server says.
    package func all<Request: PageRequest, Response: PageResponse>(
        of method: MethodDescriptor<Request, Response>,
        _ first: Request = Request()
    ) async throws -> [Response.Listed] {
        var all: [Response.Listed] = []
        try await forEachPage(of: method, first) { page in
            all += page
            return true
        }
        return all
    }

    /// Lends a list page by page, as many rows at once as a page can have.
    ///
    /// - Parameters:
    ///   - method: What is called for each page.
    ///   - first: The request for the first one.
    ///   - body: Gets each page, and answers whether it wants more.
    /// - Throws: `CommandFailure` with what the server says, or what `body` throws.
    package func forEachPage<Request: PageRequest, Response: PageResponse>(
        of method: MethodDescriptor<Request, Response>,
        _ first: Request,
        _ body: ([Response.Listed]) throws -> Bool
    ) async throws {
        var request = first
        request.pageSize = Int32(DomainLimits.pageItemsMax)
        repeat {
            let page = try await call(method, request)
            guard try body(page.listed) else { return }
            request.cursor = page.nextCursor
        } while !request.cursor.isEmpty
    }
}
