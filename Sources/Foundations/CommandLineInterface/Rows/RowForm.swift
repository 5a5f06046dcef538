/// How rows of one kind are shown: to programs by their fields, to people as a table.
package struct RowForm<Row>: Sendable {
    /// What programs call the rows.
    package let kind: RowKind
    /// What people call one of them, and several.
    package let nouns: (one: String, several: String)
    /// The members of a record.
    package let fields: [RowField<Row>]
    private let none: Wording?
    private let columns: [RowColumn<Row>]

    /// Declares how rows are shown.
    ///
    /// - Parameters:
    ///   - listName: What the list of them is called in a document: `contacts`.
    ///   - recordName: What one is called in a document of its own: `contact`.
    ///   - nouns: What people call one and several, where that is not what programs call them.
    ///   - none: What a person reads where there are none; a table without rows where it is nil.
    ///   - fields: The members of a record, which are the columns in CSV as well.
    ///   - columns: The columns of the table.
    package init(
        _ listName: String,
        _ recordName: String,
        nouns: (one: String, several: String)? = nil,
        none: (any Worded)? = nil,
        fields: [RowField<Row>],
        columns: [RowColumn<Row>]
    ) {
        kind = RowKind(
            listName: listName,
            recordName: recordName,
            columns: fields.flatMap(\.columns),
            titles: fields.flatMap(\.titles)
        )
        self.nouns = nouns ?? (recordName, listName)
        self.none = none?.wording
        self.fields = fields
        self.columns = columns
    }

    /// A row for a program.
    package func json(_ row: Row) -> JSON {
        .object(fields.map { ($0.name, $0.value(row)) })
    }

    /// Rows for a person, each line ended.
    package func text(of rows: [Row], in context: some CommandSurroundings) -> String {
        if rows.isEmpty, let none { return context.text(of: none) + "\n" }
        var table = TextTable(
            columns: columns.map { column in
                TextTable.Column(
                    context.text(of: column.title),
                    alignment: column.alignment,
                    fitting: column.fitting
                )
            }
        )
        let cells = columns.map { $0.cells(rows, context) }
        for index in rows.indices { table.append(cells.map { $0[index] }) }
        return context.draw(table)
    }
}

/// What programs read of a row under one name.
package struct RowField<Row>: Sendable {
    let name: String
    /// What CSV has of it; a dot leads into a member of an object.
    let columns: [String]
    /// What CSV has above them.
    let titles: [String]
    let value: @Sendable (Row) -> JSON

    /// Declares a field.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - members: What it has in all rows, where it is an object.
    ///   - value: The value in a row.
    package init(
        _ name: String,
        members: [String] = [],
        _ value: @escaping @Sendable (Row) -> JSON
    ) {
        let columns = members.isEmpty ? [name] : members.map { "\(name).\($0)" }
        self.init(name: name, columns: columns, titles: columns, value)
    }

    private init(
        name: String,
        columns: [String],
        titles: [String],
        _ value: @escaping @Sendable (Row) -> JSON
    ) {
        (self.name, self.columns, self.titles, self.value) = (name, columns, titles, value)
    }

    /// The same field with another word above it in CSV.
    package func titled(_ title: String) -> RowField {
        RowField(name: name, columns: columns, titles: [title], value)
    }

    /// The same field in a row of another kind, which has such a one in it.
    package func within<Outer>(
        _ inner: @escaping @Sendable (Outer) -> Row
    ) -> RowField<Outer> {
        RowField<Outer>(name: name, columns: columns, titles: titles) { value(inner($0)) }
    }

    /// A text, which may be empty.
    package static func text(
        _ name: String,
        _ value: @escaping @Sendable (Row) -> String
    ) -> RowField {
        RowField(name) { .string(value($0)) }
    }

    /// A count, or a number that says which one it is.
    package static func number(
        _ name: String,
        _ value: @escaping @Sendable (Row) -> UInt64
    ) -> RowField {
        RowField(name) { .number(Int64(clamping: value($0))) }
    }
}

/// What people read of rows under one title.
package struct RowColumn<Row>: Sendable {
    let title: Wording
    let alignment: TextTable.Alignment
    let fitting: TextTable.Fitting
    let cells: @Sendable ([Row], any CommandSurroundings) -> [String]

    /// Declares a column; `cells` gives one for each row, since what a cell shows may depend on the
    /// others, and on where the table goes.
    package init(
        _ title: any Worded,
        alignment: TextTable.Alignment = .leading,
        fitting: TextTable.Fitting = .cut,
        cells: @escaping @Sendable ([Row], any CommandSurroundings) -> [String]
    ) {
        self.title = title.wording
        self.alignment = alignment
        self.fitting = fitting
        self.cells = cells
    }

    /// A column of texts.
    package static func text(
        _ title: any Worded,
        fitting: TextTable.Fitting = .cut,
        _ value: @escaping @Sendable (Row) -> String
    ) -> RowColumn {
        RowColumn(title, fitting: fitting) { rows, _ in rows.map(value) }
    }

    /// A column of texts in the language of whoever reads them.
    package static func wording(
        _ title: any Worded,
        fitting: TextTable.Fitting = .cut,
        _ value: @escaping @Sendable (Row) -> any Worded
    ) -> RowColumn {
        RowColumn(title, fitting: fitting) { rows, context in
            rows.map { context.text(of: value($0).wording) }
        }
    }

    /// A column of numbers.
    package static func number(
        _ title: any Worded,
        fitting: TextTable.Fitting = .cut,
        _ value: @escaping @Sendable (Row) -> Int
    ) -> RowColumn {
        RowColumn(title, alignment: .trailing, fitting: fitting) { rows, _ in
            rows.map { String(value($0)) }
        }
    }
}

extension CommandSurroundings {
    /// Writes rows of which all are at hand.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - form: How they are shown.
    ///   - head: Members before them in a document.
    /// - Throws: `CommandFailure` where two forms were asked for, `TextOutput.Failure`.
    package func write<Row>(
        _ rows: [Row],
        as form: RowForm<Row>,
        head: [JSON.Member] = []
    ) throws {
        try write(rows.map(form.json), of: form.kind, head: head) { form.text(of: rows, in: self) }
    }

    /// Writes one row: a document for a program, the given text for a person.
    package func write<Row>(_ row: Row, as form: RowForm<Row>, text: () -> String) throws {
        try write([(form.kind.recordName, form.json(row))], text: text)
    }
}
