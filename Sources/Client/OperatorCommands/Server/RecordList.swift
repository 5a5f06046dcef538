package import CommandLineInterface

/// A record of which there are many, as lists show it.
package protocol ListedRecord {
    /// What programs call it.
    static var kind: RowKind { get }
    /// What people call one of them, and several.
    static var nouns: (one: String, several: String) { get }
    /// An empty table of them.
    static var table: TextTable { get }
    /// The record as a row of that table.
    var row: [String] { get }
    /// The record for a program.
    var listed: JSON { get }
}

/// Shows records as their pages come, until there are enough.
package struct RecordList<Record: ListedRecord> {
    private let context: CommandContext
    /// What programs read; nil where a person does.
    private var writer: RowWriter?
    private var remaining: Int
    private var shownCount = 0

    /// Begins a list of as many records as are wanted; nil for all.
    ///
    /// With `--json` it is a document for each record, since they come page by page.
    package init(from source: RecordSource, countMax: Int?, _ context: CommandContext) throws {
        self.context = context
        remaining = countMax ?? .max
        let format = try context.rowFormat(ofJSON: .jsonl)
        guard format != .table else { return }
        let head = [("source", context.document(of: source))]
        writer = try RowWriter(Record.kind, as: format, head: head, to: context.output)
    }

    /// Shows a page, as far as it is wanted; answers whether more is.
    package mutating func show(_ page: [Record]) throws -> Bool {
        let records = page.prefix(remaining)
        remaining -= records.count
        shownCount += records.count
        if writer != nil {
            try writer?.write(records.map(\.listed))
        } else if !records.isEmpty {
            var table = Record.table
            for record in records { table.append(record.row) }
            try context.output.write(context.draw(table))
        }
        return remaining > 0
    }

    /// Ends the list, and says how many there were.
    package func finish() throws {
        try writer?.finish()
        let nouns = Record.nouns
        context.remark(shownCount == 1 ? "1 \(nouns.one)" : "\(shownCount) \(nouns.several)")
    }
}
