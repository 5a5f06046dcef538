public import Domain
public import StorageEngine

// Records as their tables declare them, with what finds them.
extension StoreTransaction {
    /// Stores a record with what finds it, instead of what was under its key.
    ///
    /// Entries that may be there or not are not made: they are the feature's to make.
    @inlinable
    package func put<Row>(
        _ row: Row,
        insteadOf old: Row? = nil,
        in table: SchemaTable<Row>
    ) throws(DomainError) {
        try put(row.storedValue(secrets), for: row.storedKey, in: table.id)
        for index in table.indexes where index.isRequired(whileErasing: false) {
            let former = old.flatMap { index.entry($0, secrets) }
            let entry = index.entry(row, secrets)
            if let former, former.key != entry?.key { try delete(former.key, in: index.table) }
            if let entry, entry != former {
                try put(entry.value, for: entry.key, in: index.table)
            }
        }
    }

    /// Deletes the record under a key with what finds it, if there is one; of a damaged one nobody
    /// can tell what does.
    package func delete<Row: KeyedRow>(
        at key: Row.Form,
        in table: SchemaTable<Row>
    ) throws(DomainError) {
        if !table.indexes.isEmpty,
            let row = try readable({ () throws(DomainError) in try row(at: key, in: table) })
        {
            for index in table.indexes {
                guard let entry = index.entry(row, secrets) else { continue }
                try delete(entry.key, in: index.table)
            }
        }
        try delete(key.storedKey, in: table.id)
    }

    /// Deletes records of a range with what finds them, in the order of their keys; answers how
    /// many.
    package func deleteRows<Row: KeyedRow>(
        of table: SchemaTable<Row>,
        _ range: KeyRange,
        countMax: Int
    ) throws(DomainError) -> Int {
        let keys = try firstKeys(of: table, range, countMax: countMax)
        for key in keys { try delete(at: key, in: table) }
        return keys.count
    }

    /// Deletes part of what the entries of somebody lead to who goes, of an index whose keys begin
    /// with the person; answers whether nothing is left.
    ///
    /// `remaining` says how many records may be touched still, and `recordCount` how many one
    /// deletion touches. An entry that is damaged leads to nothing, and goes later.
    package func erase<Entry: TableRow>(
        by index: SchemaTable<Entry>,
        of person: UserNumber,
        _ remaining: inout Int,
        recordCount: Int,
        _ delete: (Entry) throws(DomainError) -> Void
    ) throws(DomainError) -> Bool {
        guard remaining > 0 else { return false }
        let countMax = max(remaining / recordCount, 1)
        let entries = try firstRows(of: index, .all(of: person), countMax: countMax)
        for entry in entries {
            try delete(entry)
            // Also where what it led to is damaged or gone, and does not lead back: or it would be
            // deleted and told of once more by the next step.
            try self.delete(entry.storedKey, in: index.id)
        }
        remaining -= entries.count * recordCount
        return entries.count < countMax
    }

    /// Takes the next number of the keys of a table, or of those of them that begin with an owner.
    package func takeNumber<Row>(
        of table: SchemaTable<Row>,
        for owner: UserNumber? = nil
    ) throws(DomainError) -> UInt64 {
        try takeNumber(of: NumberSeries(.keys(of: [table.id])), for: owner?.rawValue)
    }
}
