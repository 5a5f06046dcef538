internal import AccountStorage
internal import Domain
internal import NoteStorage
internal import Records
internal import Storage
package import StorageEngine

/// A kind of lines of a dump: those of one table.
///
/// Entries that only find other records are not dumped; loading makes them again.
package struct DumpEntity: Hashable, Sendable {
    /// The table whose records the lines show.
    package let table: TableID
    /// The name as a constant, for member names.
    let name: StaticString
    /// The name of the kind, in each line.
    package let rawValue: String
    /// Whether a dump without senders has such lines.
    package let isShownWithoutSenders: Bool
    /// Whether a dump without such lines says that there are none.
    let isListedWhenEmpty: Bool

    fileprivate init<Row>(_ table: TableID, _ line: DumpLine<Row>) {
        self.table = table
        name = line.name
        rawValue = line.text
        isShownWithoutSenders = line.isShownWithoutSenders
        isListedWhenEmpty = line.isListedWhenEmpty
    }

    /// Whether both are lines of one table.
    package static func == (left: DumpEntity, right: DumpEntity) -> Bool {
        left.table == right.table
    }

    /// Feeds the table.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(table)
    }
}

extension DumpEntity: RawRepresentable, CaseIterable {
    /// The kinds, in the order in which they come.
    package static let allCases: [DumpEntity] = Schema.tables
        .compactMap { table in table.dumpEntity }
        .sorted { $0.place < $1.place }
        .map(\.entity)

    /// The kind of a name; nil if there is none.
    package init?(rawValue: String) {
        guard let entity = Self.named[rawValue] else { return nil }
        self = entity
    }

    private static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
}

extension TableDeclaration {
    fileprivate var dumpEntity: (place: Int, entity: DumpEntity)? {
        declared.line.map { ($0.place, DumpEntity(id, $0)) }
    }
}
