package import Domain

// Members by what they are, of a property. Closures instead of paths are faster, where there are
// millions of records.
extension Field {
    /// A whole number.
    @inline(__always)
    package static func number(
        _ name: StaticString,
        _ path: FieldPath<Row, UInt64>,
        _ sight: Sight = .always
    ) -> Field {
        Field(name, sight, .number(Access(path)))
    }

    /// A number that stands for something of the domain.
    @inline(__always)
    package static func number<Value: StoredNumber>(
        _ name: StaticString,
        _ path: FieldPath<Row, Value>,
        _ sight: Sight = .always
    ) -> Field where Value.Number == UInt64 {
        Field(name, sight, .number(Access(path, { $0.stored }, { Value(stored: $0) })))
    }

    /// A yes, which is written only where it is true.
    @inline(__always)
    package static func yes(_ name: StaticString, _ path: FieldPath<Row, Bool>) -> Field {
        Field(name, .yes(Access(path)))
    }

    /// A text that the server or an operator made.
    @inline(__always)
    package static func text(
        _ name: StaticString,
        _ path: FieldPath<Row, String>,
        _ sight: Sight = .always
    ) -> Field {
        Field(name, sight, .text(Access(path)))
    }

    /// Texts by names that the record gives, which the server or an operator made.
    package static func texts(
        _ name: StaticString,
        _ path: FieldPath<Row, [String: String]>
    ) -> Field {
        Field(name, .own(OwnForm(texts: path)))
    }

    /// A text that a person wrote.
    @inline(__always)
    package static func written(_ name: StaticString, _ path: FieldPath<Row, String>) -> Field {
        Field(name, .written(Access(path)))
    }

    /// A moment.
    @inline(__always)
    package static func moment(
        _ name: StaticString,
        _ path: FieldPath<Row, Instant>,
        _ sight: Sight = .always
    ) -> Field {
        Field(name, sight, .moment(Access(path)))
    }

    /// A moment that is stored as milliseconds since 1970.
    @inline(__always)
    package static func moment(
        _ name: StaticString,
        _ path: FieldPath<Row, Int64>,
        _ sight: Sight = .always
    ) -> Field {
        Field(name, sight, .moment(Access(milliseconds: path)))
    }

    /// An id.
    @inline(__always)
    package static func id(
        _ name: StaticString,
        _ path: FieldPath<Row, OpaqueID>,
        _ sight: Sight = .always
    ) -> Field {
        Field(name, sight, .id(Access(path)))
    }

    /// Bytes.
    @inline(__always)
    package static func binary(
        _ name: StaticString,
        _ path: FieldPath<Row, [UInt8]>,
        _ sight: Sight = .always
    ) -> Field {
        Field(name, sight, .binary(Access(path)))
    }

    /// The number of an account or guest, or without senders the id.
    @inline(__always)
    package static func person(
        _ name: StaticString,
        _ path: FieldPath<Row, UserNumber>
    ) -> Field {
        Field(name, .person(Access(path)))
    }

    /// Members of a part of the record, which is `blank` before any of them is loaded.
    @inline(__always)
    package static func object<Part: Sendable>(
        _ name: StaticString,
        _ path: FieldPath<Row, Part?>,
        _ sight: Sight = .always,
        blank: Part,
        _ members: [Field<Part>]
    ) -> Field {
        Field(name, sight, .own(OwnForm(members: members, of: path, blank: blank)))
    }

    /// Where in somebody's life the record stands, which goes with the person.
    package static func sequence(_ path: FieldPath<Row, Sequence>) -> Field {
        Field("seq", .withSenders, .number(Access(path, { $0.rawValue }, { Sequence($0) })))
    }

    /// The feed of something shared that the record belongs to.
    package static func feed(_ path: FieldPath<Row, SharedFeed>) -> Field {
        Field("feed", .number(Access(path, { $0.rawValue }, { SharedFeed(rawValue: $0) })))
    }

    /// A day, counted from the beginning of 1970.
    package static func day(_ path: FieldPath<Row, UInt32>) -> Field {
        Field(
            "day",
            .number(
                Access { row, _ in
                    UInt64(row[keyPath: path])
                } _: { row, number, _ throws(DumpProblem) in
                    guard let day = UInt32(exactly: number) else {
                        throw DumpProblem("'day' is no day")
                    }
                    row[keyPath: path] = day
                }
            )
        )
    }

    /// The id of the record, which must be the one that its place and the key make.
    @inline(__always)
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

    /// One of a few words; where the value is none of them, the member is missing, or what it says
    /// then cannot be loaded.
    package static func word<Value: Equatable & Sendable>(
        _ name: StaticString,
        _ sight: Sight,
        _ words: [(String, Value)],
        _ access: Access<Row, Value>,
        none: String? = nil
    ) -> Field {
        Field(
            name,
            sight,
            .text(
                Access { row, secrets in
                    access.get(row, secrets).flatMap { value in
                        words.first { $0.1 == value }?.0 ?? none
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

    /// The name of a case, of which the number is stored; no record is without one.
    package static func word<Case: RawRepresentable<UInt8> & CaseIterable>(
        _ name: StaticString,
        _ cases: Case.Type,
        _ path: FieldPath<Row, UInt32>
    ) -> Field {
        let words = Case.allCases.map { ("\($0)".snakeCased, UInt32($0.rawValue)) }
        return word(name, .always, words, Access(path), none: "")
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

extension String {
    /// The name of a case as dumps have it, with lower-case letters and underscores alone.
    fileprivate var snakeCased: String {
        map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
    }
}

extension RawRepresentable<UInt8> {
    /// The case of a stored number; nil for none.
    package init?(stored number: UInt32) {
        self.init(rawValue: UInt8(clamping: number))
    }
}

extension Access {
    /// Of what is only shown.
    package static func shown(_ get: @escaping @Sendable (Row, StoreSecrets) -> Value?) -> Self {
        Self(get) { _, _, _ in }
    }
}
