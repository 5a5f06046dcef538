package import Domain
public import StorageEngine

/// A table of the store, declared once: all that the store and its tools do with every table
/// follows from here.
///
/// What a declaration leaves out is what holds of something that people have, and that has nothing
/// to do with notes: its keys begin with a person, and it goes with that one. What puts features
/// together lists all tables, and tests ask of each what its keys do not bear out.
@usableFromInline
package final class SchemaTable<Row: TableRow>: TableDeclaration {
    /// Its number, which is never given to another table.
    @usableFromInline
    package let id: TableID
    /// Its name in the file.
    package let name: String
    /// What its keys are made of.
    package let keyParts: [KeyPart]
    /// Whose a record is.
    package let owner: Owner<Row>
    /// What becomes of a record when its person is erased.
    package let erasure: ErasureRule
    /// What receivers get of it.
    package let sight: ReceiversSight
    /// What the log's archive keeps of a record of somebody who is gone.
    package let archive: ArchiveRule
    /// What finds its records.
    @usableFromInline
    package let indexes: [TableIndex<Row>]
    /// What its own records find; nil for what is no index.
    package let entries: EntryForm?
    /// Whether a store that lost it gets it again out of what else there is, as each index is.
    package let isMadeAgain: Bool
    /// What is wrong with a record that can be read; nil where nothing can be.
    package let flaw: RecordFlaw<Row>?
    /// In what a record disagrees with others that are sound by themselves; nil where none can.
    ///
    /// It is told where a store is checked, and nothing for which a salvage drops a record.
    package let disagreement: RecordDisagreement<Row>?
    /// What a feed that people share tells of a record, as long as that is there; nil where none
    /// does.
    package let telling: SharedTelling<Row>?
    /// How a dump shows its records; nil where loading makes them again.
    package let line: DumpLine<Row>?

    /// Declares a table: each parameter is what the property of its name says, `key` the names of
    /// the parts.
    package init(
        _ id: TableID,
        _ name: String,
        key partNames: [String],
        owner: Owner<Row> = .person,
        erasure: ErasureRule = .withPerson,
        sight: ReceiversSight = .nothing,
        archive: ArchiveRule = .goesWithPerson,
        indexes: [TableIndex<Row>] = [],
        entries: EntryForm? = nil,
        isMadeAgain: Bool = false,
        flaw: RecordFlaw<Row>? = nil,
        disagreement: RecordDisagreement<Row>? = nil,
        telling: SharedTelling<Row>? = nil,
        line: DumpLine<Row>? = nil
    ) {
        let parts = Row.keyParts
        precondition(parts.count == partNames.count, "Each part of a key has a name.")
        self.id = id
        self.name = name
        keyParts = zip(partNames, parts).map(KeyPart.init)
        self.owner = owner
        self.erasure = erasure
        self.sight = sight
        self.archive = archive
        self.indexes = indexes
        self.entries = entries
        self.isMadeAgain = isMadeAgain || entries != nil
        self.flaw = flaw
        self.disagreement = disagreement
        self.telling = telling
        self.line = line
    }

    /// The table itself, whose records have a type here.
    package var declared: SchemaTable<Row> { self }
}

/// A table, whatever its records are.
package protocol TableDeclaration: Sendable {
    /// A record, as all of it is read: key and value.
    associatedtype Row: TableRow

    /// Its number: the place in the engine's list.
    var id: TableID { get }
    /// Its name in the file.
    var name: String { get }
    /// What its keys are made of.
    var keyParts: [KeyPart] { get }
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
    package var keyByteCount: Int { keyParts.reduce(0) { $0 + $1.byteCount } }

    /// Whether the records of one person lie side by side, for keys begin with the number.
    package var isOrderedByPerson: Bool { keyParts.first?.isPerson ?? false }

    /// To which part of the store a key belongs, as far as the key alone says.
    package func partition(of key: RawSpan) -> Partition {
        var offset = 0
        for part in keyParts {
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
        try Row(key: key, value: value)
    }

    /// Whose a record is; nil for nobody.
    package func owner(of row: Row) -> UserNumber? {
        let user: UserNumber
        switch owner {
        case .nobody: return nil
        case .record(let person): user = person(row)
        case .account, .person:
            let found = row.storedKey.withBytes { key in partition(of: key).user }
            guard let found else { return nil }
            user = found
        }
        return user == .nobody ? nil : user
    }
}

/// Says what is wrong with a record that can be read, also for what it needs is not there; nil
/// where nothing is.
package typealias RecordFlaw<Row> =
    @Sendable (Row, _ exists: (Key, TableID) -> Bool) -> String?

/// Says in what a record disagrees with what else a store has; nil where it does not.
package typealias RecordDisagreement<Row> =
    @Sendable (Row, StoreView) throws(DomainError) -> String?

/// Tells what of others a feature disagrees with, each with the table and the key of the record
/// that is missing or another one.
package typealias FeatureAgreement =
    @Sendable (StoreView, _ report: (TableID, Key, String) -> Void) throws(DomainError) -> Void

/// The entry of a feed that people share which tells of a record; nil for one that the feed may
/// have forgotten.
package typealias SharedTelling<Row> = @Sendable (Row) -> SharedChangeRow?
