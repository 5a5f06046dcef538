package import Domain

/// A member of a line of a dump, which says once how it is written and how it is read.
///
/// It is written where there is a value. So a record of which a value is known from the beginning,
/// or from the members before, cannot be loaded without it.
package struct Field<Row: Sendable>: Sendable {
    let name: StaticString
    let sight: Sight
    let form: Form

    /// Which dumps show it.
    package enum Sight: Sendable {
        /// All of them.
        case always
        /// Those alone that show who sent anonymous notes.
        case withSenders
        /// Those alone that do not; nothing is loaded from there.
        case withoutSenders
    }

    /// What its value is.
    package enum Form: Sendable {
        /// A whole number.
        case number(Access<Row, UInt64>)
        /// A yes or a no.
        case flag(Access<Row, Bool>)
        /// A yes, which is written only where it is true.
        case yes(Access<Row, Bool>)
        /// A text that the server or an operator made.
        case text(Access<Row, String>)
        /// A text that a person wrote.
        case written(Access<Row, String>)
        /// A moment.
        case moment(Access<Row, Instant>)
        /// An id.
        case id(Access<Row, OpaqueID>)
        /// Bytes.
        case binary(Access<Row, [UInt8]>)
        /// An account or a guest: the number, or without senders the id.
        case person(Access<Row, UserNumber>)
        /// Where something stands in somebody's life.
        case place(Access<Row, Place>)
        /// A value that a feature writes and reads itself.
        case own(OwnForm<Row>)
        /// Members of a part of the record, which `begin` makes where it is to be loaded.
        case object(
            isThere: @Sendable (Row) -> Bool,
            begin: @Sendable (inout Row) -> Void,
            [Field<Row>]
        )
    }

    /// Declares a member.
    package init(_ name: StaticString, _ sight: Sight, _ form: Form) {
        self.name = name
        self.sight = sight
        self.form = form
    }

    /// Declares a member that all dumps show.
    package init(_ name: StaticString, _ form: Form) {
        self.init(name, .always, form)
    }
}

/// How a feature writes and reads a member that no other form suits.
package struct OwnForm<Row: Sendable>: Sendable {
    let isThere: @Sendable (Row, StoreSecrets) -> Bool
    let write: @Sendable (Row, inout JSONWriter, StaticString, StoreSecrets) -> Void
    let read:
        @Sendable (inout JSONReader, StaticString, inout Row, StoreSecrets) throws(DumpProblem) ->
            Bool

    /// An object with what a value says.
    package init<Value>(
        object access: Access<Row, Value>,
        write: @escaping @Sendable (Value, inout JSONWriter) -> Void,
        read: @escaping @Sendable (inout JSONReader) throws(DumpProblem) -> Value
    ) {
        isThere = { row, secrets in access.get(row, secrets) != nil }
        self.write = { row, line, name, secrets in
            guard let value = access.get(row, secrets) else { return }
            line.write(name) { line in write(value, &line) }
        }
        self.read = { line, name, row, secrets throws(DumpProblem) in
            guard let value = try line.optionalObject(name, read) else { return false }
            try access.set(&row, value, secrets)
            return true
        }
    }
}

/// How the value is had from a record, and put into one.
package struct Access<Row: Sendable, Value>: Sendable {
    let get: @Sendable (Row, StoreSecrets) -> Value?
    let set: @Sendable (inout Row, Value, StoreSecrets) throws(DumpProblem) -> Void

    /// Says both.
    package init(
        _ get: @escaping @Sendable (Row, StoreSecrets) -> Value?,
        _ set: @escaping @Sendable (inout Row, Value, StoreSecrets) throws(DumpProblem) -> Void
    ) {
        self.get = get
        self.set = set
    }

    /// Says both for what nothing but the record is needed for.
    @inline(__always)
    package init(
        get: @escaping @Sendable (Row) -> Value?,
        set: @escaping @Sendable (inout Row, Value) -> Void
    ) {
        self.init({ row, _ in get(row) }, { row, value, _ in set(&row, value) })
    }

    /// Of a property that is always there.
    @inline(__always)
    package init(_ path: any (WritableKeyPath<Row, Value> & Sendable)) {
        self.init(get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    }

    /// Of a property that may be missing.
    @inline(__always)
    package init(optional path: any (WritableKeyPath<Row, Value?> & Sendable)) {
        self.init(get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    }
}

extension Access {
    /// Of a property that is stored in another form.
    @inline(__always)
    package init<Stored>(
        _ path: any (WritableKeyPath<Row, Stored> & Sendable),
        _ value: @escaping @Sendable (Stored) -> Value,
        _ stored: @escaping @Sendable (Value) -> Stored
    ) {
        self.init(get: { value($0[keyPath: path]) }, set: { $0[keyPath: path] = stored($1) })
    }

    /// Of one that may be missing.
    @inline(__always)
    package init<Stored>(
        optional path: any (WritableKeyPath<Row, Stored?> & Sendable),
        _ value: @escaping @Sendable (Stored) -> Value,
        _ stored: @escaping @Sendable (Value) -> Stored
    ) {
        self.init(get: { $0[keyPath: path].map(value) }, set: { $0[keyPath: path] = stored($1) })
    }
}

extension Access where Value == Instant {
    /// Of a property that is a count of milliseconds since 1970.
    @inline(__always)
    package init(milliseconds path: any (WritableKeyPath<Row, Int64> & Sendable)) {
        self.init(path, { Instant(milliseconds: $0) }, { $0.milliseconds })
    }
}

extension Field {
    /// The number of whom the record belongs to, or without senders the id.
    package static func person(
        _ name: StaticString,
        _ path: any (WritableKeyPath<Row, UserNumber> & Sendable)
    ) -> Field {
        Field(name, .person(Access(path)))
    }

    /// Where in somebody's life the record stands, which goes with the person.
    package static func sequence(_ path: any (WritableKeyPath<Row, Sequence> & Sendable)) -> Field {
        Field("seq", .withSenders, .number(Access(path, { $0.rawValue }, { Sequence($0) })))
    }

    /// The feed of something shared that the record belongs to.
    package static func feed(_ path: any (WritableKeyPath<Row, SharedFeed> & Sendable)) -> Field {
        Field("feed", .number(Access(path, { $0.rawValue }, { SharedFeed(rawValue: $0) })))
    }

    /// The id of the record, which must be the one that its place and the key make.
    package static func id(of id: @escaping @Sendable (Row, StoreSecrets) -> OpaqueID) -> Field {
        Field(
            "id",
            .id(
                Access(id) { row, read, secrets throws(DumpProblem) in
                    guard id(row, secrets) == read else {
                        throw DumpProblem(
                            "'id' is not the one that this place has under this master key"
                        )
                    }
                }
            )
        )
    }

    /// One of a few words.
    package static func word<Value: Equatable & Sendable>(
        _ name: StaticString,
        _ sight: Sight,
        _ words: [(String, Value)],
        _ access: Access<Row, Value>
    ) -> Field {
        Field(
            name,
            sight,
            .text(
                Access { row, secrets in
                    access.get(row, secrets).flatMap { value in
                        words.first { $0.1 == value }?.0
                    }
                } _: { row, text, secrets throws(DumpProblem) in
                    guard let word = words.first(where: { $0.0 == text }) else {
                        let known = words.map(\.0).joined(separator: ", ")
                        throw DumpProblem("'\(name)' is none of " + known)
                    }
                    try access.set(&row, word.1, secrets)
                }
            )
        )
    }

    /// One of a few words, which all dumps show.
    package static func word<Value: Equatable & Sendable>(
        _ name: StaticString,
        _ words: [(String, Value)],
        _ access: Access<Row, Value>
    ) -> Field {
        word(name, .always, words, access)
    }

    /// What is shown in place of something that tells who sent anonymous notes.
    package static func shown(_ name: StaticString, _ form: Form) -> Field {
        Field(name, .withoutSenders, form)
    }
}

extension Access {
    /// Of what is only shown.
    package static func shown(_ get: @escaping @Sendable (Row, StoreSecrets) -> Value?) -> Self {
        Self(get) { _, _, _ in }
    }
}
