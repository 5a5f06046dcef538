public import Domain
public import StorageEngine

/// A record of a table, as all of it is read: key and value.
@usableFromInline
package protocol TableRow: Sendable {
    /// What its keys are made of.
    static var keyParts: [any KeyValue.Type] { get }
    /// What a damaged one is called.
    static var kind: RecordKind { get }
    /// One of which nothing is known yet, which loading fills.
    static var blank: Self { get }
    /// Whether reading takes nothing but what writing makes.
    static var isReadStrictly: Bool { get }

    /// Reads one, or damage.
    init(key: RawSpan, value: RawSpan) throws(DomainError)

    /// The key to store it under.
    var storedKey: Key { get }
    /// The value to store.
    func storedValue(_ secrets: StoreSecrets) -> [UInt8]
}

extension TableRow {
    /// What reading takes is compared with what writing makes, unless it is said.
    @usableFromInline
    package static var isReadStrictly: Bool { false }

    /// Whether a value is in the one form in which the record is written.
    package func isWritten(as value: RawSpan, _ secrets: StoreSecrets) -> Bool {
        Self.isReadStrictly || value.isEqual(to: storedValue(secrets))
    }
}

/// A record whose key is one value, which it has beside what is stored under it.
@usableFromInline
package protocol KeyedRow: TableRow {
    /// What its keys are.
    associatedtype Form: KeyValue

    /// What it is stored under.
    var key: Form { get set }
    /// Whether it is one that the server writes; damage where it is not.
    var isSound: Bool { get }

    /// Reads what is stored under a key, and leaves the key open.
    init(value: RawSpan) throws(DomainError)
}

extension KeyedRow {
    /// Those of the one value.
    @usableFromInline
    package static var keyParts: [any KeyValue.Type] { Form.parts }

    /// What can be read is sound, unless it says more.
    @inlinable
    package var isSound: Bool { true }

    /// The key to store it under.
    @inlinable
    package var storedKey: Key { key.storedKey }

    /// Reads what is stored under a key, or damage.
    @inlinable
    package init(at key: Form, value: RawSpan) throws(DomainError) {
        try self.init(value: value)
        self.key = key
        guard isSound else { throw Self.kind.damaged }
    }

    /// Reads one, or damage.
    @inlinable
    package init(key: RawSpan, value: RawSpan) throws(DomainError) {
        try self.init(at: try Form(key: key, of: Self.kind), value: value)
    }
}

/// A stored record with its key among its properties, which its coding keys leave out.
package protocol StoredRow: StoredRecord, KeyedRow {}

extension StoredRow {
    /// One of which nothing is known.
    package static var blank: Self { .empty }

    /// What can be read is sound, unless it says more.
    package var isSound: Bool { true }

    /// Reads the fields.
    package init(value: RawSpan) throws(DomainError) {
        try self.init(value)
    }

    /// The fields.
    package func storedValue(_ secrets: StoreSecrets) -> [UInt8] { encoded() }
}

/// A stored record and the key that it is under.
package struct Keyed<Form: KeyValue, Record: StoredRecord>: KeyedRow {
    /// What it is stored under.
    package var key: Form
    /// What is stored there.
    package var record: Record

    /// What a damaged record is called.
    package static var kind: RecordKind { Record.kind }
    /// One of which nothing is known.
    package static var blank: Self { Self(key: .blank, record: .empty) }
    /// Whether the record is one that the server writes.
    package var isSound: Bool { record.isSound }

    /// Joins both.
    package init(key: Form, record: Record) {
        self.key = key
        self.record = record
    }

    /// Reads the record.
    package init(value: RawSpan) throws(DomainError) {
        self.init(key: .blank, record: try Record(value))
    }

    /// The record, as it is stored.
    package func storedValue(_ secrets: StoreSecrets) -> [UInt8] { record.encoded() }
}

/// An entry that says all that it has to say by its key.
package struct KeyRow<Form: KeyValue>: KeyedRow {
    /// What it is stored under.
    package var key: Form

    /// What a damaged entry is called.
    package static var kind: RecordKind { .uniqueEntry }
    /// One of which nothing is known.
    package static var blank: Self { Self(.blank) }
    /// All of its value: that of the form.
    package static var version: UInt8 { 1 }

    /// Stands under a key.
    package init(_ key: Form) {
        self.key = key
    }

    /// Refuses another version.
    package init(value: RawSpan) throws(DomainError) {
        try value.requireVersion(Self.version, of: Self.kind)
        self.init(.blank)
    }

    /// The version.
    package func storedValue(_ secrets: StoreSecrets) -> [UInt8] { [Self.version] }
}

/// An entry of an index: what leads from one value to another.
@usableFromInline
package struct EntryRow<Form: KeyValue, Value: KeyValue>: KeyedRow {
    /// What it is stored under.
    @usableFromInline
    package var key: Form
    /// What it leads to.
    @usableFromInline
    package var value: Value

    /// What a damaged entry is called.
    @usableFromInline
    package static var kind: RecordKind { .uniqueEntry }
    /// One of which nothing is known.
    @usableFromInline
    package static var blank: Self { Self(.blank, .blank) }

    /// Leads from a value to another.
    @inlinable
    package init(_ key: Form, _ value: Value) {
        self.key = key
        self.value = value
    }

    /// Reads what an entry leads to.
    @usableFromInline
    package init(value: RawSpan) throws(DomainError) {
        self.init(.blank, try Value(key: value, of: Self.kind))
    }

    /// The bytes of what it leads to.
    @inlinable
    package func storedValue(_ secrets: StoreSecrets) -> [UInt8] { value.storedBytes }
}
