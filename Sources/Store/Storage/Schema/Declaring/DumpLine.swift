internal import Domain
internal import StorageEngine

/// How a dump shows the records of a table, one in a line, and how they are loaded from there.
struct DumpLine<Row: Sendable>: Sendable {
    /// The name of the kind, as the name of a member.
    let name: StaticString
    /// The name of the kind, in each line.
    let text: String
    /// Where lines of the kind stand in a dump; of tables that are appended, at the end.
    let place: Int
    /// Whether a dump without senders has such lines.
    ///
    /// What is left out tells of anonymous senders by when something happened, or by what belongs
    /// together: that a user's note was answered, what a reply says, or how many events there were.
    let isShownWithoutSenders: Bool
    /// Whether a dump without such lines says that there are none, as all did before there were
    /// features that may be off.
    let isListedWhenEmpty: Bool
    /// Whether a dump without senders shows this record.
    let isShown: @Sendable (Row) -> Bool
    /// When a record was made; nil if it does not say.
    let moment: @Sendable (Row) -> Instant?
    /// Where a record is shown among its owner's; nil where the order of the keys tells nothing of
    /// who sent what.
    let order: (@Sendable (Row) -> UInt64)?
    /// The members, in their order.
    let fields: [Field<Row>]
    /// Refuses what members alone do not show to be wrong.
    let finish: @Sendable (Row, StoreSecrets) throws(DumpProblem) -> Void
    /// Writes the members; made where the type of the records is known, which takes a fraction of
    /// the time.
    let write: @Sendable (Row, inout JSONWriter, DumpSelection.Senders, StoreSecrets) -> Void
    /// Reads the members into a record, as fast.
    let read: @Sendable (inout JSONReader, Row, StoreSecrets) throws(DumpProblem) -> Row

    /// Declares a kind of lines.
    @inline(__always)
    init(
        _ name: StaticString,
        place: Int,
        isShownWithoutSenders: Bool = false,
        isListedWhenEmpty: Bool = true,
        isShown: @escaping @Sendable (Row) -> Bool = { _ in true },
        moment: @escaping @Sendable (Row) -> Instant? = { _ in nil },
        order: (@Sendable (Row) -> UInt64)? = nil,
        finish: @escaping @Sendable (Row, StoreSecrets) throws(DumpProblem) -> Void = { _, _ in },
        fields: [Field<Row>]
    ) {
        self.name = name
        text = "\(name)"
        self.place = place
        self.isShownWithoutSenders = isShownWithoutSenders
        self.isListedWhenEmpty = isListedWhenEmpty
        self.isShown = isShown
        self.moment = moment
        self.order = order
        self.finish = finish
        self.fields = fields
        write = { row, line, senders, secrets in
            for field in fields { field.write(row, to: &line, senders, secrets) }
        }
        read = { line, blank, secrets throws(DumpProblem) in
            let row = try Field<Row>.read(fields, of: &line, into: blank, secrets)
            try finish(row, secrets)
            return row
        }
    }
}

/// A kind of lines of a dump: those of one table.
///
/// Entries that only find other records are not dumped; loading makes them again.
package struct DumpEntity: Hashable, Sendable {
    /// The table whose records the lines show.
    let table: TableID
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
