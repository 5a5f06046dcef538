/// Writes records in a form for programs, as they come, so that any number of them takes no room.
package struct RowWriter {
    private let kind: RowKind
    private let format: RowFormat
    private let head: [JSON.Member]
    private let output: TextOutput
    private var isEmpty = true

    /// Begins rows in any form but a table.
    ///
    /// - Parameters:
    ///   - kind: What the records are called.
    ///   - format: The form.
    ///   - head: Members before the records in a document; CSV has none.
    ///   - output: Where they go.
    /// - Throws: What keeps the beginning from being written.
    package init(
        _ kind: RowKind,
        as format: RowFormat,
        head: [JSON.Member],
        to output: TextOutput
    ) throws(TextOutput.Failure) {
        precondition(format != .table, "A table is drawn by who knows its columns.")
        self.kind = kind
        self.format = format
        self.head = head
        self.output = output
        switch format {
        case .json:
            // The document without its end, which `finish` writes.
            let members = JSON.document(head).text.dropLast()
            try output.write("\(members),\(JSON.string(kind.listName).text):[")
        case .csv: try writeCells(kind.titles.map(\.spreadsheetSafe))
        case .jsonl, .table: break
        }
    }

    /// Writes further records.
    package mutating func write(_ records: [JSON]) throws(TextOutput.Failure) {
        for record in records {
            switch format {
            case .json: try output.write((isEmpty ? "" : ",") + record.text)
            case .jsonl:
                try output.writeLine(JSON.document(head + [(kind.recordName, record)]).text)
            case .csv: try writeCells(kind.columns.map { record.member(at: $0).cellText })
            case .table: break
            }
            isEmpty = false
        }
    }

    /// Ends the rows.
    ///
    /// - Parameter tail: Members after the records in a document that has all of them.
    /// - Throws: What keeps the end from being written.
    package func finish(tail: [JSON.Member] = []) throws(TextOutput.Failure) {
        guard format == .json else { return }
        let members = tail.map { name, value in ",\(JSON.string(name).text):\(value.text)" }
        try output.writeLine("]" + members.joined() + "}")
    }

    /// Writes a line of CSV; nothing in it commands the terminal on which a person sees it, now or
    /// where the file is shown later.
    private func writeCells(_ cells: [String]) throws(TextOutput.Failure) {
        let texts = cells.map { cell in
            Self.quoted(output.isTerminal ? cell.terminalSafe : cell.fileSafe)
        }
        try output.write(texts.joined(separator: ",") + "\r\n")
    }

    /// A value as RFC 4180 writes it: in marks if it has some, a comma or the end of a line.
    private static func quoted(_ text: String) -> String {
        let needsMarks = text.unicodeScalars.contains { scalar in
            ["\"", ",", "\r", "\n"].contains(scalar)
        }
        guard needsMarks else { return text }
        var marked = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" { marked += "\"" }
            marked.unicodeScalars.append(scalar)
        }
        return marked + "\""
    }
}

extension JSON {
    /// The value that a path of names leads to; null where there is none.
    fileprivate func member(at path: String) -> JSON {
        var value = self
        for name in path.split(separator: ".") {
            guard case .object(let members) = value,
                let member = members.first(where: { $0.0 == name })
            else { return .null }
            value = member.1
        }
        return value
    }

    /// The value as a cell of CSV has it: a text as spreadsheets may read it, nothing for null, and
    /// all else as JSON.
    fileprivate var cellText: String {
        switch self {
        case .null: ""
        case .string(let text): text.spreadsheetSafe
        case .bool, .number: text
        case .array, .object: text.spreadsheetSafe
        }
    }
}
