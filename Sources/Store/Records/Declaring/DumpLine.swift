package import Domain
internal import StorageEngine

/// How a dump shows the records of a table, one in a line, and how they are loaded from there.
package struct DumpLine<Row: TableRow>: Sendable {
    /// The name of the kind, as the name of a member.
    package let name: StaticString
    /// The name of the kind, in each line.
    package let text: String
    /// Where lines of the kind stand in a dump; of tables that are appended, at the end.
    package let place: Int
    /// Whether a dump without senders has such lines.
    ///
    /// What is left out tells of anonymous senders by when something happened, or by what belongs
    /// together: that a user's note was answered, what a reply says, or how many events there were.
    package let isShownWithoutSenders: Bool
    /// Whether a dump without such lines says that there are none, as all did before there were
    /// features that may be off.
    package var isListedWhenEmpty: Bool { place < 18 }
    /// Whether a dump without senders shows this record.
    package let isShown: @Sendable (Row) -> Bool
    /// When a record was made; nil if it does not say.
    package let moment: @Sendable (Row) -> Instant?
    /// Where a record is shown among its owner's; nil where the order of the keys tells nothing of
    /// who sent what.
    package let order: (@Sendable (Row) -> UInt64)?
    /// The members, in their order.
    let fields: [Field<Row>]
    /// Refuses what members alone do not show to be wrong.
    let finish: @Sendable (Row, StoreSecrets) throws(DumpProblem) -> Void
    /// Writes the members; made where the type of the records is known, which takes a fraction of
    /// the time.
    let write: @Sendable (Row, inout JSONWriter, DumpSenders, StoreSecrets) -> Void
    /// Reads the members into a record, as fast.
    package let read: @Sendable (inout JSONReader, StoreSecrets) throws(DumpProblem) -> Row

    /// Declares a kind of lines.
    @inline(__always)
    package init(
        _ name: StaticString,
        place: Int,
        isShownWithoutSenders: Bool = false,
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
        self.isShown = isShown
        self.moment = moment
        self.order = order
        self.finish = finish
        self.fields = fields
        write = { row, line, senders, secrets in
            for field in fields { field.write(row, to: &line, senders, secrets) }
        }
        let blank = Row.blank
        read = { line, secrets throws(DumpProblem) in
            let row = try Field<Row>.read(fields, of: &line, into: blank, secrets)
            try finish(row, secrets)
            return row
        }
    }
}

/// Whether a dump tells who sent anonymous notes.
package enum DumpSenders: Sendable {
    /// It does not, and cannot be loaded.
    case leftOut
    /// It does, and if it shows everything, it can be loaded.
    case revealed
}
