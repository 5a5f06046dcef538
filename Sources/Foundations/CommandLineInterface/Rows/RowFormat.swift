/// In which form records are written of which there may be several.
package enum RowFormat: String, CaseIterable, Sendable {
    /// A table, for people.
    case table
    /// One document of JSON with all records.
    case json
    /// A document of JSON for each record, on a line of its own.
    case jsonl
    /// Values with commas between them as RFC 4180 has it, under a header; what a spreadsheet would
    /// take for a formula has an apostrophe before it, and what would command a terminal is made
    /// visible.
    case csv
}

extension Invocation {
    /// The form of rows that was asked for by `--format`; nil if it was not, or cannot be.
    package var rowFormat: RowFormat? {
        guard command.takesRowFormat else { return nil }
        return self[PresentationOptions.format]
    }

    /// Whether a program reads the results, and is told of failures, as JSON.
    package var isJSON: Bool {
        self[PresentationOptions.json] || [.json, .jsonl].contains(rowFormat)
    }
}

extension Command {
    /// Whether the command shows rows; others may have a `--format` with words of their own.
    var takesRowFormat: Bool {
        let format = PresentationOptions.format.parameter
        return options.contains { $0.name == format.name && $0.completion == format.completion }
    }
}

extension CommandSurroundings {
    /// The form in which the rows of this command are written.
    ///
    /// - Parameter document: What `--json` stands for here: one document where all rows are at
    ///   hand, lines where they come page by page.
    /// - Returns: The form; a table where none was asked for.
    /// - Throws: `CommandFailure` where two forms were asked for.
    package func rowFormat(ofJSON document: RowFormat) throws(CommandFailure) -> RowFormat {
        guard invocation[PresentationOptions.json] else { return invocation.rowFormat ?? .table }
        let format = invocation.rowFormat ?? document
        guard [.json, .jsonl].contains(format) else {
            throw CommandFailure(.usage, conflict(withJSON: format))
        }
        return format
    }

    /// Writes records of which all are at hand: what a person reads, or rows for a program.
    ///
    /// - Parameters:
    ///   - records: The records as JSON has them.
    ///   - kind: What they are called.
    ///   - head: Members before them in a document.
    ///   - tail: Members after them in a document that has all of them.
    ///   - text: The lines for a person, each ended; made only if they are shown.
    /// - Throws: `CommandFailure` where two forms were asked for, `TextOutput.Failure`.
    package func write(
        _ records: [JSON],
        of kind: RowKind,
        head: [JSON.Member] = [],
        tail: [JSON.Member] = [],
        text: () -> String
    ) throws {
        let format = try rowFormat(ofJSON: .json)
        guard format != .table else { return try output.write(text()) }
        var writer = try RowWriter(kind, as: format, head: head, to: output)
        try writer.write(records)
        try writer.finish(tail: tail)
    }
}

/// Records of one kind, as the forms for programs name them.
package struct RowKind: Sendable {
    /// What the list of them is called in a document: `contacts`.
    package let listName: String
    /// What one is called in a document of its own: `contact`.
    package let recordName: String
    /// The columns in CSV, which are members of a record; a dot leads into one of a member.
    package let columns: [String]
    /// What CSV has above them.
    let titles: [String]

    /// Names records and their columns, which are titled by themselves unless told otherwise.
    package init(
        listName: String,
        recordName: String,
        columns: [String],
        titles: [String]? = nil
    ) {
        self.listName = listName
        self.recordName = recordName
        self.columns = columns
        self.titles = titles ?? columns
    }

    /// Names records that all have the members of one.
    package init(listName: String, recordName: String, like record: JSON) {
        self.init(listName: listName, recordName: recordName, columns: record.columnPaths)
    }
}

extension JSON {
    /// The members of a record as columns name them: with a dot before one of a member.
    package var columnPaths: [String] {
        guard case .object(let members) = self else { return [] }
        return members.flatMap { name, value in
            let inner = value.columnPaths
            return inner.isEmpty ? [name] : inner.map { "\(name).\($0)" }
        }
    }
}
