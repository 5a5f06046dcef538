internal import AccountStorage
internal import Domain
internal import NoteStorage
internal import Records
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

extension Schema {
    static let meta = SchemaTable<MetaRecord>(
        .meta,
        "meta",
        key: OnePart<UInt8>("`01`"),
        owner: .nobody,
        erasure: .stays(because: "it is about the store"),
        sight: .nothing,
        archive: .kept,
        form: RecordForm(.meta, blank: MetaRecord()) { key, value throws(DomainError) in
            guard try OnePart<UInt8>.value(of: key, .meta) == 1 else {
                throw RecordKind.meta.damaged
            }
            return try MetaRecord(value)
        } key: { _ in
            .store
        } value: { record, _ in
            record.encoded()
        },
        isMadeAgain: true,
        // The first line of a dump says it.
        line: nil
    )
}
