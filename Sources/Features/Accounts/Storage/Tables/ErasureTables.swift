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
    package static func erasure(_ number: UserNumber) -> Key { ErasureRow.Form.key(number) }

    /// A key of `erased`.
    package static func erased(_ digest: OpaqueID) -> Key { MarkRow.Form.key(digest) }
}

/// An order to erase.
package struct ErasureRow {
    typealias Form = OnePart<UserNumber>

    var user = UserNumber.nobody
    /// How far it has come; a dump does not tell: a loaded store begins anew.
    var order = ErasureOrder()
}

/// That somebody was deleted, whom no backup may bring back.
package struct MarkRow {
    typealias Form = OnePart<OpaqueID>

    var digest = OpaqueID(high: 0, low: 0)
    var day: UInt32 = 0

    fileprivate var mark: ErasureMark { ErasureMark(digest: digest, day: day) }
}

extension Schema {
    /// Who is being erased, and how far that has come.
    package static let erasures = SchemaTable<ErasureRow>(
        .erasures,
        "erasures",
        key: ErasureRow.Form("user"),
        owner: .person,
        erasure: .order,
        sight: .nothing,
        archive: .kept,
        form: RecordForm(.erasure, blank: ErasureRow()) { key, value throws(DomainError) in
            ErasureRow(
                user: try ErasureRow.Form.value(of: key, .erasure),
                order: try ErasureOrder(value)
            )
        } key: { row in
            .erasure(row.user)
        } value: { row, _ in
            row.order.value
        },
        line: DumpLine("erasure", place: 9, fields: [.person("user", \.user)])
    )

    /// Who was deleted, for as long as a backup could bring them back.
    package static let erased = SchemaTable<MarkRow>(
        .erased,
        "erased",
        key: MarkRow.Form("half a hash of the user's number"),
        owner: .nobody,
        erasure: .stays(because: "no backup may bring the person back"),
        sight: .nothing,
        archive: .kept,
        form: RecordForm(.erasure, blank: MarkRow()) { key, value throws(DomainError) in
            let mark = try ErasureMark(key: key, value: value)
            return MarkRow(digest: mark.digest, day: mark.day)
        } key: { row in
            .erased(row.digest)
        } value: { row, _ in
            row.mark.value
        },
        line: DumpLine(
            "erased",
            place: 15,
            fields: [Field("digest", .id(Access(\.digest))), .day(\.day)]
        )
    )
}
