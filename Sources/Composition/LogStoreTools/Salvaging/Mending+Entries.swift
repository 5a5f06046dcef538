internal import AccountStorage
internal import Domain
internal import NoteStorage
internal import Records
internal import Storage
internal import StorageEngine
internal import StoreTools

// What only finds other records, and what waits for something to be done.
extension Mending {
    /// Makes again what finds records, and drops what finds none.
    func mendEntries(in view: SalvageView) throws(StoreToolError) {
        for table in Schema.tables { try remakeEntries(of: table, in: view) }
        for table in Schema.tables where table.entries != nil {
            try dropEntries(of: table, in: view)
        }
        try dropOrders(in: view)
    }

    /// Drops records that their tables declare to be wrong, such as those of what is lost.
    func dropFlawed(in view: SalvageView) throws(StoreToolError) {
        for table in Schema.tables { try dropFlawed(of: table, in: view) }
    }

    private func dropFlawed(
        of declaration: some TableDeclaration,
        in view: SalvageView
    ) throws(StoreToolError) {
        let table = declaration.declared
        guard let flaw = table.flaw else { return }
        try view.forEach(of: table.id) { key, value throws(DomainError) in
            try table.row(key: key, value: value)
        } _: { key, row throws(StoreToolError) in
            try step()
            let found = flaw(row) { key, table in (try? view.exists(key, in: table)) ?? true }
            if let found { try drop(key, in: table.id, found) }
        }
    }

    private func dropEntry(_ key: Key, in table: TableID) throws(StoreToolError) {
        try drop(key, in: table, "what it finds is not there")
    }

    /// Makes all entries that find the records of a table, unless they are there.
    private func remakeEntries(
        of declaration: some TableDeclaration,
        in view: SalvageView
    ) throws(StoreToolError) {
        let table = declaration.declared
        guard !table.indexes.isEmpty else { return }
        try view.forEach(of: table.id) { key, value throws(DomainError) in
            try table.row(key: key, value: value)
        } _: { _, row throws(StoreToolError) in
            try step()
            let owner = table.owner(of: row)
            let isErasing = try owner.map { user throws(StoreToolError) in
                try view.isBeingErased(user)
            }
            for index in table.indexes where index.isRequired(whileErasing: isErasing ?? false) {
                guard let entry = index.entry(row, secrets),
                    let form = Schema.table(index.table)?.entries
                else { continue }
                let isThere = try view.value(of: entry.key, in: index.table) { value in
                    form.isValue(value, entry.value)
                }
                if isThere == true { continue }
                let problem = "it was lost, and finds a record again"
                try put(entry.value, for: entry.key, in: index.table, as: .remade, problem)
            }
        }
    }

    /// Drops entries that find nothing, or a record that is not theirs.
    private func dropEntries(
        of index: some TableDeclaration,
        in view: SalvageView
    ) throws(StoreToolError) {
        guard let form = index.entries else { return }
        // What goes by itself may be left over when that which it led to has gone.
        let mayBeLeftOver = if case .withPerson = index.erasure { true } else { false }
        try view.forEach(of: index.id) { key, value throws(DomainError) in
            let found = try form.record(key, value, secrets)
            return (found, value.copy(0..<value.byteCount), index.partition(of: key).user)
        } _: { key, entry throws(StoreToolError) in
            let (reference, value, user) = entry
            if mayBeLeftOver, let user, try view.isBeingErased(user) { return }
            guard let table = Schema.table(reference.table) else { return }
            let isFound = try view.value(of: reference.key, in: reference.table) {
                record throws(DomainError) in
                try reference.key.withBytes { bytes throws(DomainError) in
                    try table.isFound(
                        (bytes, record),
                        by: (key, value.span.bytes),
                        of: index,
                        secrets
                    )
                }
            }
            if isFound != true { try dropEntry(key, in: index.id) }
        }
    }

    /// Drops orders that nobody can carry out any more.
    private func dropOrders(in view: SalvageView) throws(StoreToolError) {
        try view.forEach(of: .held) { key, _ throws(DomainError) in
            try key.id(at: 0, of: .uniqueEntry)
        } _: { key, way throws(StoreToolError) in
            let place = secrets.identifiers.openSenderRoute(way)
            let mayWait = try view.value(of: .place(place), in: .sent) {
                value throws(DomainError) in try SentNote(value).mayBeHeld
            }
            if mayWait != true { try dropEntry(key, in: .held) }
        }
        try view.forEach(of: .untoldChanges) { key, _ throws(DomainError) in
            try UntoldChange(key: key, of: .uniqueEntry).user
        } _: { key, user throws(StoreToolError) in
            if try !view.isBeingErased(user) { try dropEntry(key, in: .untoldChanges) }
        }
        try view.forEach(of: .erasures) { key, _ throws(DomainError) in
        } _: { key, _ throws(StoreToolError) in
            guard try view.exists(key, in: .users) else { return }
            try drop(key, in: .erasures, "the account is there")
        }
        try view.forEach(of: .resetCodes) { _, value throws(DomainError) in
            UserNumber(try ResetRecord(value).user)
        } _: { key, user throws(StoreToolError) in
            guard try !view.exists(.user(user), in: .users) else { return }
            try dropEntry(key, in: .resetCodes)
        }
    }
}
