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
    let write: @Sendable (Row, inout JSONWriter, StaticString, DumpSenders, StoreSecrets) -> Void
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
        self.write = { row, line, name, _, secrets in
            guard let value = access.get(row, secrets) else { return }
            line.write(name) { line in write(value, &line) }
        }
        self.read = { line, name, row, secrets throws(DumpProblem) in
            guard let value = try line.optionalObject(name, read) else { return false }
            try access.set(&row, value, secrets)
            return true
        }
    }

    /// An object of texts by names that the record gives; none is not written.
    init(texts path: FieldPath<Row, [String: String]>) {
        isThere = { row, _ in !row[keyPath: path].isEmpty }
        write = { row, line, name, _, _ in
            let texts = row[keyPath: path]
            if !texts.isEmpty { line.write(name, texts: texts) }
        }
        read = { line, name, row, _ throws(DumpProblem) in
            guard let texts = try line.optionalTexts(name) else { return false }
            row[keyPath: path] = texts
            return true
        }
    }

    /// An object with the members of a part of the record, which is `blank` before any is read.
    init<Part: Sendable>(
        members: [Field<Part>],
        of path: FieldPath<Row, Part?>,
        blank: Part
    ) {
        isThere = { row, _ in row[keyPath: path] != nil }
        write = { row, line, name, senders, secrets in
            guard let part = row[keyPath: path] else { return }
            line.write(name) { line in
                for member in members { member.write(part, to: &line, senders, secrets) }
            }
        }
        read = { line, name, row, secrets throws(DumpProblem) in
            let part = try line.optionalObject(name) { line throws(DumpProblem) in
                try Field<Part>.read(members, of: &line, into: blank, secrets)
            }
            guard let part else { return false }
            row[keyPath: path] = part
            return true
        }
    }
}

/// A property of a record that may be changed.
package typealias FieldPath<Row, Value> = any (WritableKeyPath<Row, Value> & Sendable)

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
    package init(_ path: FieldPath<Row, Value>) {
        self.init(get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    }

    /// Of a property that may be missing.
    @inline(__always)
    package init(optional path: FieldPath<Row, Value?>) {
        self.init(get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    }
}

extension Access {
    /// Of a property that is stored in another form.
    @inline(__always)
    package init<Stored>(
        _ path: FieldPath<Row, Stored>,
        _ value: @escaping @Sendable (Stored) -> Value,
        _ stored: @escaping @Sendable (Value) -> Stored
    ) {
        self.init(get: { value($0[keyPath: path]) }, set: { $0[keyPath: path] = stored($1) })
    }

    /// Of one that may be missing.
    @inline(__always)
    package init<Stored>(
        optional path: FieldPath<Row, Stored?>,
        _ value: @escaping @Sendable (Stored) -> Value,
        _ stored: @escaping @Sendable (Value) -> Stored
    ) {
        self.init(get: { $0[keyPath: path].map(value) }, set: { $0[keyPath: path] = stored($1) })
    }
}

extension Access where Value == Instant {
    /// Of a property that is a count of milliseconds since 1970.
    @inline(__always)
    package init(milliseconds path: FieldPath<Row, Int64>) {
        self.init(path, { Instant(milliseconds: $0) }, { $0.milliseconds })
    }
}
