package import Domain
package import StorageEngine

/// A table of the store, declared once: all that the store and its tools do with every table
/// follows from here.
///
/// Whoever adds one answers each question, or it does not compile. What puts the features together
/// lists them all.
package final class SchemaTable<Row: Sendable>: TableDeclaration {
    /// Its number, which is never given to another table.
    package let id: TableID
    /// Its name in the file.
    package let name: String
    /// What its keys are made of.
    package let key: any KeyForm
    /// Whose a record is.
    package let owner: Owner<Row>
    /// What becomes of a record when its person is erased.
    package let erasure: ErasureRule
    /// What receivers get of it.
    package let sight: ReceiversSight
    /// What the log's archive keeps of a record of somebody who is gone.
    package let archive: ArchiveRule
    /// How a record is read and written.
    package let form: RecordForm<Row>
    /// What finds its records.
    package let indexes: [TableIndex<Row>]
    /// What its own records find; nil for what is no index.
    package let entries: EntryForm?
    /// Whether a store that lost it gets it again out of what else there is, as each index is.
    package let isMadeAgain: Bool
    /// How a dump shows its records; nil where loading makes them again.
    package let line: DumpLine<Row>?

    /// Declares a table: each parameter is what the property of its name says.
    package init(
        _ id: TableID,
        _ name: String,
        key: any KeyForm,
        owner: Owner<Row>,
        erasure: ErasureRule,
        sight: ReceiversSight,
        archive: ArchiveRule,
        form: RecordForm<Row>,
        indexes: [TableIndex<Row>] = [],
        entries: EntryForm? = nil,
        isMadeAgain: Bool = false,
        line: DumpLine<Row>?
    ) {
        self.id = id
        self.name = name
        self.key = key
        self.owner = owner
        self.erasure = erasure
        self.sight = sight
        self.archive = archive
        self.form = form
        self.indexes = indexes
        self.entries = entries
        self.isMadeAgain = isMadeAgain || entries != nil
        self.line = line
    }

    /// The table itself, whose records have a type here.
    package var declared: SchemaTable<Row> { self }
}

/// A table, whatever its records are.
package protocol TableDeclaration: Sendable {
    /// A record, as all of it is read: key and value.
    associatedtype Row: Sendable

    /// Its number: the place in the engine's list.
    var id: TableID { get }
    /// Its name in the file.
    var name: String { get }
    /// What its keys are made of.
    var key: any KeyForm { get }
    /// What becomes of it when its person is erased.
    var erasure: ErasureRule { get }
    /// What receivers get of it.
    var sight: ReceiversSight { get }
    /// What the log's archive keeps of it of somebody who is gone.
    var archive: ArchiveRule { get }
    /// What its own records find; nil for what is no index.
    var entries: EntryForm? { get }
    /// Whether a store that lost it gets it again out of what else there is.
    var isMadeAgain: Bool { get }
    /// The declaration with the type of its records.
    var declared: SchemaTable<Row> { get }
}

extension TableDeclaration {
    /// The length of every key.
    package var keyByteCount: Int { key.parts.reduce(0) { $0 + $1.byteCount } }

    /// Whether the records of one person lie side by side, for keys begin with the number.
    package var isOrderedByPerson: Bool { key.parts.first?.isPerson ?? false }

    /// To which part of the store a key belongs, as far as the key alone says.
    package func partition(of key: RawSpan) -> Partition {
        var offset = 0
        for part in self.key.parts {
            if part.isPerson || part.isShared {
                let number: UInt64? = try? key.number(at: offset, of: .account)
                return number.map { part.isPerson ? .person($0) : .shared($0) } ?? .alone
            }
            offset += part.byteCount
        }
        return .alone
    }
}

extension SchemaTable {
    /// Reads a record, or damage.
    package func row(key: RawSpan, value: RawSpan) throws(DomainError) -> Row {
        try form.read(key, value)
    }

    /// Whose a record is; nil for nobody.
    package func owner(of row: Row) -> UserNumber? {
        let user: UserNumber
        switch owner {
        case .nobody: return nil
        case .record(let person): user = person(row)
        case .account, .person:
            let found = form.key(row).withBytes { key in partition(of: key).user }
            guard let found else { return nil }
            user = found
        }
        return user == .nobody ? nil : user
    }
}

/// How a record is read and written.
package struct RecordForm<Row: Sendable>: Sendable {
    /// What a damaged one is called.
    package let kind: RecordKind
    /// One of which nothing is known yet, which loading fills.
    package let blank: Row
    /// Reads one, or damage.
    let read: @Sendable (_ key: RawSpan, _ value: RawSpan) throws(DomainError) -> Row
    /// The key to store it under.
    package let key: @Sendable (Row) -> Key
    /// The value to store.
    package let value: @Sendable (Row, StoreSecrets) -> [UInt8]
    /// Whether reading takes nothing but what writing makes.
    let isReadStrictly: Bool

    /// Says how records are read and written.
    package init(
        _ kind: RecordKind,
        blank: Row,
        read: @escaping @Sendable (RawSpan, RawSpan) throws(DomainError) -> Row,
        key: @escaping @Sendable (Row) -> Key,
        value: @escaping @Sendable (Row, StoreSecrets) -> [UInt8],
        isReadStrictly: Bool = false
    ) {
        self.kind = kind
        self.blank = blank
        self.read = read
        self.key = key
        self.value = value
        self.isReadStrictly = isReadStrictly
    }

    /// Whether a value is in the one form in which the record is written.
    package func isWritten(_ row: Row, as value: RawSpan, _ secrets: StoreSecrets) -> Bool {
        isReadStrictly || value.isEqual(to: self.value(row, secrets))
    }
}
