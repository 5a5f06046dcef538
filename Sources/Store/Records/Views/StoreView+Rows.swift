public import Domain
package import StorageEngine

// Records as their tables declare them. What each note depends on is read by hand instead, with
// nothing made that is not asked for.
extension StoreView {
    /// The record under a key; nil if there is none.
    @inlinable
    package func row<Row: KeyedRow>(
        at key: Row.Form,
        in table: SchemaTable<Row>
    ) throws(DomainError) -> Row? {
        try value(of: key.storedKey, in: table.id) { value throws(DomainError) in
            try Row(at: key, value: value)
        }
    }

    /// Whether there is a record under a key.
    package func contains<Row: KeyedRow>(
        _ key: Row.Form,
        in table: SchemaTable<Row>
    ) throws(DomainError) -> Bool {
        try contains(key.storedKey, in: table.id)
    }

    /// Visits the sound records of a range in the order of their keys, until the visitor stops; it
    /// wants so many at most, as far as all of them are sound.
    package func visitRows<Row>(
        of table: SchemaTable<Row>,
        _ range: KeyRange = .all,
        atMost countMax: Int = .max,
        _ visit: (Row) throws(DomainError) -> ScanStep
    ) throws(DomainError) {
        try scanSound(table.id, range, .ascending, atMost: countMax) {
            key,
            value throws(DomainError) in
            try visit(try table.row(key: key, value: value))
        }
    }

    /// The first sound records of a range.
    package func firstRows<Row>(
        of table: SchemaTable<Row>,
        _ range: KeyRange = .all,
        countMax: Int = .max
    ) throws(DomainError) -> [Row] {
        var rows: [Row] = []
        try visitRows(of: table, range, atMost: countMax) { row in
            if rows.count < countMax { rows.append(row) }
            return rows.count < countMax ? .next : .stop
        }
        return rows
    }

    /// The first sound record of a table that something holds of.
    package func firstRow<Row>(
        of table: SchemaTable<Row>,
        where isWanted: (Row) -> Bool
    ) throws(DomainError) -> Row? {
        var found: Row?
        try visitRows(of: table) { row in
            if isWanted(row) { found = row }
            return found == nil ? .next : .stop
        }
        return found
    }

    /// The first keys of a range, those of damaged records among them.
    package func firstKeys<Row: KeyedRow>(
        of table: SchemaTable<Row>,
        _ range: KeyRange = .all,
        countMax: Int
    ) throws(DomainError) -> [Row.Form] {
        var keys: [Row.Form] = []
        try scanKeys(table.id, range, .ascending, atMost: countMax) { key throws(DomainError) in
            if keys.count < countMax { keys.append(try Row.Form(key: key, of: Row.kind)) }
            return keys.count < countMax ? .next : .stop
        }
        return keys
    }

    /// The last key of a table, be it that of a damaged record; nil where there is none.
    package func lastKey<Row: KeyedRow>(
        of table: SchemaTable<Row>
    ) throws(DomainError) -> Row.Form? {
        var last: Row.Form?
        try scanKeys(table.id, .all, .descending, atMost: 1) { key throws(DomainError) in
            last = try Row.Form(key: key, of: Row.kind)
            return .stop
        }
        return last
    }

    /// Visits a page of the sound records of a range, the newest first.
    ///
    /// - Returns: The key to go on before; nil at the end.
    package func visitPage<Row: KeyedRow>(
        of table: SchemaTable<Row>,
        _ range: KeyRange,
        limit: Int,
        _ visit: (Row) throws(DomainError) -> PageStep
    ) throws(DomainError) -> Row.Form? {
        var page = RecordPage<Row.Form>(limit: limit)
        try visitNewestFirst(table.id, range, limit: limit) { key, value throws(DomainError) in
            let row = try table.row(key: key, value: value)
            return try page.add(row.key) { () throws(DomainError) in try visit(row) }
        }
        return page.next
    }
}
