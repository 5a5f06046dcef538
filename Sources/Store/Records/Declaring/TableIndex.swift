package import Domain
public import StorageEngine

/// A record of an index: it finds another record.
@usableFromInline
package struct IndexEntry: Sendable, Equatable {
    /// What the entry lies under, in the table of the index.
    @usableFromInline
    package let key: Key
    /// What leads to the record, as far as the key does not.
    @usableFromInline
    package let value: [UInt8]

    /// The entry that a row of the index is.
    @inlinable
    init(_ row: some TableRow, _ secrets: StoreSecrets) {
        key = row.storedKey
        value = row.storedValue(secrets)
    }
}

/// What finds the records of a table: for each at most one entry in another table.
@usableFromInline
package struct TableIndex<Row: TableRow>: Sendable {
    /// The table of the entries.
    @usableFromInline
    package let table: TableID
    /// What is wrong with a record that has none.
    @usableFromInline
    package let problem: String
    /// How the entries stand to their records.
    @usableFromInline
    let binding: Binding
    /// The entry of a record; nil for a record that has none.
    @usableFromInline
    package let entry: @Sendable (Row, StoreSecrets) -> IndexEntry?

    /// How entries stand to their records.
    @usableFromInline
    package enum Binding: Sendable {
        /// The entry is there as long as the record is.
        case always
        /// The entry may go first while the record's owner is being erased.
        case untilErasure
        /// The entry may be there, and nobody looks for it.
        case optional
    }

    /// Declares an index.
    @inlinable
    package init<Entry>(
        _ table: SchemaTable<Entry>,
        _ problem: String,
        _ binding: Binding = .always,
        entry: @escaping @Sendable (Row, StoreSecrets) -> Entry?
    ) {
        self.table = table.id
        self.problem = problem
        self.binding = binding
        self.entry = { row, secrets in
            entry(row, secrets).map { IndexEntry($0, secrets) }
        }
    }

    /// Whether a record without its entry is wrong.
    @inlinable
    package func isRequired(whileErasing isBeingErased: Bool) -> Bool {
        switch binding {
        case .always: true
        case .untilErasure: !isBeingErased
        case .optional: false
        }
    }
}

/// What the records of a table find, that is an index.
package struct EntryForm: Sendable {
    /// What is wrong with an entry that finds nothing.
    package let problem: String
    /// Whether a value is as good as the one that was made; the same bytes, unless it is said.
    package let isValue: @Sendable (RawSpan, _ made: [UInt8]) -> Bool
    /// Where the record lies that an entry finds.
    package let record:
        @Sendable (_ key: RawSpan, _ value: RawSpan, StoreSecrets) throws(DomainError) ->
            Reference

    /// The place of a record.
    package struct Reference: Sendable {
        /// The table that the record is in.
        package let table: TableID
        /// What it lies under.
        package let key: Key

        /// Names a record.
        package init(_ table: TableID, _ key: Key) {
            self.table = table
            self.key = key
        }
    }

    /// Says what entries find.
    package init(
        _ problem: String,
        isValue: @escaping @Sendable (RawSpan, [UInt8]) -> Bool = { $0.isEqual(to: $1) },
        record:
            @escaping @Sendable (RawSpan, RawSpan, StoreSecrets) throws(DomainError) ->
            Reference
    ) {
        self.problem = problem
        self.isValue = isValue
        self.record = record
    }

    /// Says that entries lead to the keys of a table, which is asked for no earlier than it has to
    /// be: its own declaration names the table of the entries.
    package static func leading<From, To>(
        _ entry: EntryRow<From, To>.Type,
        to table: @autoclosure @escaping @Sendable () -> TableID,
        _ problem: String
    ) -> EntryForm {
        EntryForm(problem) { _, value, _ throws(DomainError) in
            Reference(table(), try To(in: value, at: 0, of: .uniqueEntry).storedKey)
        }
    }
}

extension SchemaTable {
    /// The entries that a record has, and those that it may have, in one table.
    func entries(of row: Row, in table: TableID, _ secrets: StoreSecrets) -> [IndexEntry] {
        indexes.compactMap { $0.table == table ? $0.entry(row, secrets) : nil }
    }
}

extension TableDeclaration {
    /// Whether an entry of an index is that of a record of this table.
    ///
    /// - Throws: `dataLoss` if the record cannot be read.
    package func isFound(
        _ record: (key: RawSpan, value: RawSpan),
        by entry: (key: Key, value: RawSpan),
        of index: any TableDeclaration,
        _ secrets: StoreSecrets
    ) throws(DomainError) -> Bool {
        guard let form = index.entries else { return false }
        let row = try declared.row(key: record.key, value: record.value)
        return declared.entries(of: row, in: index.id, secrets).contains { made in
            made.key == entry.key && form.isValue(entry.value, made.value)
        }
    }
}
