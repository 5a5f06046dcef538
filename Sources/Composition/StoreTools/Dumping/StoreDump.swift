internal import AccountRules
internal import AccountStorage
internal import Domain
package import Records
internal import Storage
package import StorageEngine

/// Writes the records of one state of a store as lines of JSON.
///
/// The first line says what the dump is, the last one how many lines of each kind there are, with
/// the BLAKE2b hash of exactly these lines. Tools.md has the form.
package struct StoreDump {
    private let view: any ReadView
    private let secrets: StoreSecrets
    private let selection: DumpSelection
    private let progress: StoreProgress

    /// Prepares to write one state of a store.
    ///
    /// - Parameters:
    ///   - view: the state.
    ///   - secrets: what makes keys and ids.
    ///   - selection: what is shown of it.
    ///   - progress: is told how many records were looked at.
    package init(
        view: any ReadView,
        secrets: StoreSecrets,
        selection: DumpSelection,
        progress: @escaping StoreProgress
    ) {
        self.view = view
        self.secrets = secrets
        self.selection = selection
        self.progress = progress
    }

    /// The version of the form of dumps.
    static let formatVersion: UInt64 = 1

    /// Writes all lines.
    package func write(to output: any DumpOutput) throws(StoreToolError) -> DumpSummary {
        let user = try selection.subject.map { subject throws(StoreToolError) in
            try number(of: subject)
        }
        let lines = DumpLines(output)
        try lines.appendOutside(header(try StoreDescription(view)))
        for entity in DumpEntity.allCases where selection.entities.contains(entity) {
            if let table = Schema.table(entity.table) { try write(table, of: user, to: lines) }
            lines.endSection(entity)
        }
        return try lines.finish()
    }

    /// Nothing in it is of this moment or this place: a store that was loaded gives the same.
    private func header(_ description: StoreDescription) -> JSONWriter {
        var line = JSONWriter()
        line.begin()
        line.write("notelet_dump", number: Self.formatVersion)
        line.write("schema", number: UInt64(description.schemaVersion))
        line.write("created_at", moment: Instant(milliseconds: description.createdAt))
        line.write("key", binary: description.keyFingerprint)
        line.write("senders", selection.senders == .revealed ? "revealed" : "left_out")
        if selection.contents == .leftOut { line.write("contents", "left_out") }
        line.write("complete", flag: selection.isComplete)
        line.end()
        return line
    }

    private func write(
        _ table: some TableDeclaration,
        of user: UserNumber?,
        to lines: DumpLines
    ) throws(StoreToolError) {
        let table = table.declared
        guard let shown = table.line else { return }
        let form = LineForm(table, shown, selection, secrets)
        let range = user.flatMap { table.isOrderedByPerson ? KeyRange.all(of: $0) : nil } ?? .all
        var reordered = Reordered(form)
        try view.forEach(of: table.id, in: range) { key, value throws(StoreToolError) in
            lines.visitedCount += 1
            if lines.visitedCount % Self.progressInterval == 0 { try progress(lines.visitedCount) }
            guard let row = try? table.row(key: key, value: value) else {
                throw StoreToolError(.dataLoss(table.id))
            }
            guard
                selection.contains(
                    madeAt: shown.moment(row),
                    of: table.owner(of: row),
                    user: user
                )
            else { return .next }
            guard selection.senders == .leftOut, let order = shown.order else {
                try form.write(row, to: lines)
                return .next
            }
            try reordered.add(row, order(row), of: table.owner(of: row), to: lines)
            return .next
        }
        try reordered.writeAll(to: lines)
    }

    /// How many records are looked at between two words about the progress.
    private static let progressInterval = 1024

    private func number(of subject: DumpSelection.Subject) throws(StoreToolError) -> UserNumber {
        switch subject {
        case .id(let id):
            guard let number = secrets.identifiers.userNumber(of: UserID(id)) else {
                throw .noSuchUser
            }
            return number
        case .username(let name):
            let key = Key.accountEntry(secrets.digests.username(Username(stored: name)))
            let bytes: [UInt8]?
            do throws(StorageError) {
                bytes = try view.get(key, in: .usernames)
            } catch {
                throw StoreToolError(error)
            }
            guard let bytes else { throw .noSuchUser }
            let number: UInt64? = try? bytes.span.bytes.number(at: 0, of: .uniqueEntry)
            guard let number else { throw StoreToolError(.dataLoss(.usernames)) }
            return UserNumber(number)
        }
    }
}

/// How the records of one table are written.
private struct LineForm<Row: TableRow> {
    private let table: TableID
    private let shown: DumpLine<Row>
    private let selection: DumpSelection
    private let secrets: StoreSecrets

    init(
        _ table: SchemaTable<Row>,
        _ shown: DumpLine<Row>,
        _ selection: DumpSelection,
        _ secrets: StoreSecrets
    ) {
        self.table = table.id
        self.shown = shown
        self.selection = selection
        self.secrets = secrets
    }

    func write(_ row: Row, to lines: DumpLines) throws(StoreToolError) {
        if selection.senders == .leftOut {
            guard shown.isShownWithoutSenders, shown.isShown(row) else { return }
        }
        let line = shown.line(
            of: row,
            selection.senders,
            secrets,
            hasContents: selection.contents == .shown
        )
        guard line.bytes.count <= DumpLines.lineByteCountMax else {
            throw StoreToolError(.dataLoss(table))
        }
        try lines.append(line)
    }
}

/// The records of one owner, in an order that does not tell what their keys do.
private struct Reordered<Row: TableRow> {
    private let form: LineForm<Row>
    private var owner: UserNumber?
    private var rows: [(order: UInt64, row: Row)] = []

    init(_ form: LineForm<Row>) {
        self.form = form
    }

    /// Adds a record; those of the owner before are written first.
    mutating func add(
        _ row: Row,
        _ order: UInt64,
        of owner: UserNumber?,
        to lines: DumpLines
    ) throws(StoreToolError) {
        if owner != self.owner { try writeAll(to: lines) }
        self.owner = owner
        rows.append((order, row))
    }

    mutating func writeAll(to lines: DumpLines) throws(StoreToolError) {
        rows.sort { $0.order < $1.order }
        for row in rows { try form.write(row.row, to: lines) }
        rows.removeAll(keepingCapacity: true)
    }
}
