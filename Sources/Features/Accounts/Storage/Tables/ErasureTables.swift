package import Domain
package import Records
package import StorageEngine

// Who is being erased, and who was.

extension TableID {
    /// Orders to erase somebody, by the number.
    package static let erasures = TableID(rawValue: 16)
    /// Marks of who was deleted, by the digest.
    package static let erased = TableID(rawValue: 20)
}

extension Key {
    /// A key of `erasures`.
    package static func erasure(_ number: UserNumber) -> Key { .user(number) }

    /// A key of `erased`.
    package static func erased(_ digest: OpaqueID) -> Key { digest.storedKey }
}

/// An order to erase, under whom.
package struct ErasureRow: KeyedRow {
    /// Who is to be erased.
    package var key = UserNumber.nobody
    /// How far it has come; a dump does not tell: a loaded store begins anew.
    var order = ErasureOrder()

    /// What a damaged one is called.
    package static let kind = RecordKind.erasure
    /// One of which nothing is known.
    package static let blank = ErasureRow()

    private init() {}

    /// Reads an order.
    package init(value: RawSpan) throws(DomainError) {
        order = try ErasureOrder(value)
    }

    /// The order, as it is stored.
    package func storedValue(_ secrets: StoreSecrets) -> [UInt8] { order.value }
}

/// That somebody was deleted, whom no backup may bring back: by half a hash of the number the day.
package struct MarkRow: KeyedRow {
    /// Half a hash of the user's number.
    package var key = OpaqueID(high: 0, low: 0)
    var day: UInt32 = 0

    /// What a damaged one is called.
    package static let kind = RecordKind.erasure
    /// One of which nothing is known.
    package static let blank = MarkRow()

    private init() {}

    /// Reads the day.
    package init(value: RawSpan) throws(DomainError) {
        day = try UInt32(key: value, of: .erasure)
    }

    /// The day.
    package func storedValue(_ secrets: StoreSecrets) -> [UInt8] { day.storedBytes }
}

extension Schema {
    /// Who is being erased, and how far that has come.
    package static let erasures = SchemaTable<ErasureRow>(
        .erasures,
        "erasures",
        key: ["user"],
        erasure: .order,
        archive: .kept(because: "a restored store erases once more"),
        line: DumpLine("erasure", place: 9, fields: [.person("user", \.key)])
    )

    /// Who was deleted, for as long as a backup could bring them back.
    package static let erased = SchemaTable<MarkRow>(
        .erased,
        "erased",
        key: ["half a hash of the user's number"],
        owner: .nobody,
        erasure: .stays(because: "no backup may bring the person back"),
        archive: .kept(because: "no backup may bring the person back"),
        line: DumpLine("erased", place: 15, fields: [.id("digest", \.key), .day(\.day)])
    )
}
