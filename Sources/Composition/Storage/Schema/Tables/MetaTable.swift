internal import AccountStorage
package import Domain
internal import NoteStorage
package import Records
package import StorageEngine

// What a store says of itself.

extension TableID {
    /// The table with what a store says of itself.
    package static let meta = TableID(rawValue: 0)
}

extension Key {
    /// The only key of `meta`.
    package static var store: Key { OnePart<UInt8>.key(1) }
}

extension MetaRecord: TableRow {
    /// A byte that is always the same.
    package static var keyParts: [any KeyValue.Type] { UInt8.parts }
    /// One of which nothing is known.
    package static var blank: MetaRecord { MetaRecord() }

    /// Reads it, or damage.
    package init(key: RawSpan, value: RawSpan) throws(DomainError) {
        guard try UInt8(key: key, of: .meta) == 1 else { throw RecordKind.meta.damaged }
        try self.init(value)
    }

    /// The only key.
    package var storedKey: Key { .store }

    /// The fields.
    package func storedValue(_ secrets: StoreSecrets) -> [UInt8] { encoded() }
}

extension Schema {
    static let meta = SchemaTable<MetaRecord>(
        .meta,
        "meta",
        key: ["`01`"],
        owner: .nobody,
        erasure: .stays(because: "it is about the store"),
        archive: .kept(because: "it is about the store"),
        isMadeAgain: true
            // The first line of a dump says it.
    )
}
