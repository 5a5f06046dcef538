internal import Domain
internal import Records
internal import Storage
internal import StorageEngine

// What is checked of every table, by its declaration.
extension RecordCheck {
    /// Checks the records of a range: key, value, owner, and that each one's entries lead to it.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - range: which of its records.
    ///   - person: whose they are; nil for a table that is not ordered by person.
    ///   - body: checks what is special about the table.
    /// - Throws: Why the store cannot be read, or what `body` throws.
    func forEach<Row>(
        of table: SchemaTable<Row>,
        in range: KeyRange = .all,
        of person: PersonCheck? = nil,
        _ body: (Key, Row) throws(StorageError) -> Void = { _, _ in }
    ) throws(StorageError) {
        let secrets = secrets
        try forEach(of: table.id, in: range) { key, value throws(DomainError) in
            let row = try table.row(key: key, value: value)
            guard row.isWritten(as: value, secrets) else { throw Row.kind.damaged }
            return row
        } _: { key, row throws(StorageError) in
            if table.owner.needsAccount { person?.requireOwner(table.id, key) }
            let flaw = table.flaw?(row) { key, table in (try? exists(key, in: table)) ?? true }
            if let flaw { report(table.id, key, flaw) }
            try checkEntries(of: row, key, table, whileErasing: person?.isBeingErased ?? false)
            if let told = table.telling?(row) {
                let isTold = try exists(told.storedKey, in: Schema.sharedChanges.id)
                require(isTold, table.id, key, "its feed does not tell of it")
            }
            try body(key, row)
        }
    }

    /// Checks a table of which nothing but its declaration is known.
    func checkAll(
        of declaration: some TableDeclaration,
        of person: PersonCheck? = nil
    ) throws(StorageError) {
        let table = declaration.declared
        let range = person.map { KeyRange.all(of: $0.user) } ?? .all
        guard table.entries != nil else { return try forEach(of: table, in: range, of: person) }
        try forEachEntry(of: table, in: range, of: person)
    }

    /// Checks that what finds a record is there, and finds it.
    private func checkEntries<Row>(
        of row: Row,
        _ key: Key,
        _ table: SchemaTable<Row>,
        whileErasing isBeingErased: Bool
    ) throws(StorageError) {
        for index in table.indexes where index.isRequired(whileErasing: isBeingErased) {
            guard let entry = index.entry(row, secrets),
                let form = Schema.table(index.table)?.entries
            else { continue }
            let found = try find(entry.key, in: index.table) { form.isValue($0, entry.value) }
            switch found {
            case .sound(true), .damaged: continue
            case .sound(false), .absent: report(table.id, key, index.problem)
            }
        }
    }

    /// Checks an index from its own side: each entry is that of a record.
    private func forEachEntry<Row>(
        of table: SchemaTable<Row>,
        in range: KeyRange,
        of person: PersonCheck?
    ) throws(StorageError) {
        guard let form = table.entries else { return }
        // What goes by itself may be left over when that which it led to has gone.
        let mayBeLeftOver =
            if case .withPerson = table.erasure { person?.isBeingErased ?? false } else { false }
        let secrets = secrets
        try forEach(of: table.id, in: range) { key, value throws(DomainError) in
            let row = try table.row(key: key, value: value)
            guard row.isWritten(as: value, secrets) else { throw Row.kind.damaged }
            return (try form.record(key, value, secrets), value.copy(0..<value.byteCount))
        } _: { key, entry throws(StorageError) in
            if table.owner.needsAccount { person?.requireOwner(table.id, key) }
            if mayBeLeftOver { return }
            if try !leads(key, entry.1, to: entry.0, table) { report(table.id, key, form.problem) }
        }
    }

    /// Whether an entry leads to a record that it is made of; one that is damaged is reported where
    /// it lies.
    private func leads(
        _ key: Key,
        _ value: [UInt8],
        to reference: EntryForm.Reference,
        _ index: some TableDeclaration
    ) throws(StorageError) -> Bool {
        guard let table = Schema.table(reference.table) else { return false }
        let secrets = secrets
        let found = try find(reference.key, in: reference.table) { record throws(DomainError) in
            try reference.key.withBytes { bytes throws(DomainError) in
                try table.isFound(
                    (bytes, record),
                    by: (key, value.span.bytes),
                    of: index,
                    secrets
                )
            }
        }
        switch found {
        case .absent, .sound(false): return false
        case .damaged, .sound(true): return true
        }
    }
}
