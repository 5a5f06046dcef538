package import Domain
internal import NoteRules
package import Records
package import StorageEngine

// What feeds tell beside notes that came or went, and what they have yet to tell.

extension TableID {
    /// What feeds have yet to tell, by who is being erased and the note that changed.
    package static let untoldChanges = TableID(rawValue: 25)
}

extension Key {
    /// A key of `untold_changes`: who is being erased, and the place of a note of another person.
    package static func untoldChange(by user: UserNumber, _ note: Place) -> Key {
        UntoldChange(user, note).storedKey
    }
}

/// An entry of a feed.
package struct ChangeRow: TableRow {
    /// Whose feed it is in, and where.
    package var place = Place(.nobody, .start)
    /// Nil until a line has told.
    var told: ChangeEntry?

    /// Whose feed it is in, and where.
    package static var keyParts: [any KeyValue.Type] { Place.parts }
    /// What a damaged one is called.
    package static let kind = RecordKind.change
    /// One of which nothing is known.
    package static let blank = ChangeRow()
    /// Whether reading takes nothing but what writing makes.
    package static var isReadStrictly: Bool { true }

    private init() {}

    /// Reads one, or damage.
    package init(key: RawSpan, value: RawSpan) throws(DomainError) {
        place = try Place(key: key, of: .change)
        let change = try ChangeEntry(value)
        guard value.isEqual(to: change.encoded()) else { throw RecordKind.change.damaged }
        told = change
    }

    /// The key to store it under.
    package var storedKey: Key { .place(place) }

    /// What it tells.
    package func storedValue(_ secrets: StoreSecrets) -> [UInt8] { change.encoded() }

    /// What it tells.
    package var change: ChangeEntry { told ?? .user }

    /// Takes what a member of a line tells, if none did before.
    fileprivate mutating func tell(_ change: ChangeEntry) throws(DumpProblem) {
        guard told == nil else { throw DumpProblem("it tells of two changes") }
        told = change
    }
}

extension Schema {
    /// What feeds tell beside notes that came or went, by the user and the place.
    package static let changes = SchemaTable<ChangeRow>(
        .changes,
        "changes",
        key: ["user", "seq"],
        erasure: .step(.feed),
        sight: .feed,
        archive: .feed,
        line: DumpLine("change", place: 5, finish: requireChange, fields: changeFields)
    )

    @Sendable
    private static func requireChange(_ row: ChangeRow, _: StoreSecrets) throws(DumpProblem) {
        guard row.told != nil else { throw DumpProblem("it does not say what changed") }
    }

    /// One of the members behind the place, with what belongs to it.
    private static let changeFields: [Field<ChangeRow>] = [
        .person("user", \.place.user),
        .sequence(\.place.sequence),
        told("answered_received", ChangeEntry.answeredReceived) { change in
            if case .answeredReceived(let note) = change { note } else { nil }
        },
        told("answered_sent", ChangeEntry.answeredSent) { change in
            if case .answeredSent(let note) = change { note } else { nil }
        },
        told("contact", ChangeEntry.contact) { change in
            if case .contact(let place) = change { place } else { nil }
        },
        Field(
            "contact_deleted",
            .id(
                Access { row, _ in
                    if case .contactDeleted(let id) = row.told { id.opaque } else { nil }
                } _: { row, id, _ throws(DumpProblem) in
                    try row.tell(.contactDeleted(ContactID(id)))
                }
            )
        ),
        Field(
            "account",
            .yes(
                Access { row, _ in
                    row.told == .user
                } _: { row, _, _ throws(DumpProblem) in
                    try row.tell(.user)
                }
            )
        ),
        told("received_deleted", ChangeEntry.receivedDeleted) { change in
            if case .receivedDeleted(let note) = change { note } else { nil }
        },
        told("sent_deleted", { .sentDeleted($0, receiver: nil) }) { change in
            if case .sentDeleted(let note, _) = change { note } else { nil }
        },
        receiverOfDeleted,
        told("received_changed", ChangeEntry.receivedChanged) { change in
            if case .receivedChanged(let note) = change { note } else { nil }
        },
        told("sent_changed", ChangeEntry.sentChanged) { change in
            if case .sentChanged(let note) = change { note } else { nil }
        },
        told("blocked", { .blocked($0, pseudonym: OpaqueID(high: 0, low: 0)) }) { change in
            if case .blocked(let note, _) = change { note } else { nil }
        },
        pseudonymOfBlock,
        told("unblocked", ChangeEntry.unblocked) { change in
            if case .unblocked(let note) = change { note } else { nil }
        },
    ]

    private static let receiverOfDeleted = Field<ChangeRow>(
        "receiver",
        .place(
            Access { row, secrets in
                guard case .sentDeleted(_, let receiver?) = row.told else { return nil }
                return secrets.identifiers.openReceiverRoute(receiver)
            } _: { row, receiver, secrets throws(DumpProblem) in
                guard case .sentDeleted(let note, nil) = row.told else {
                    throw DumpProblem("'sent_deleted' is missing")
                }
                let route = secrets.identifiers.sealReceiverRoute(receiver)
                row.told = .sentDeleted(note, receiver: route)
            }
        )
    )

    private static let pseudonymOfBlock = Field<ChangeRow>(
        "pseudonym",
        .id(
            Access { row, _ in
                if case .blocked(_, let pseudonym) = row.told { pseudonym } else { nil }
            } _: { row, pseudonym, _ throws(DumpProblem) in
                guard case .blocked(let note, _) = row.told else {
                    throw DumpProblem("'blocked' is missing")
                }
                row.told = .blocked(note, pseudonym: pseudonym)
            }
        )
    )

    /// A member that tells of what stands at a place.
    private static func told(
        _ name: StaticString,
        _ change: @escaping @Sendable (Sequence) -> ChangeEntry,
        _ place: @escaping @Sendable (ChangeEntry) -> Sequence?
    ) -> Field<ChangeRow> {
        Field(
            name,
            .number(
                Access { row, _ in
                    row.told.flatMap(place)?.rawValue
                } _: { row, number, _ throws(DumpProblem) in
                    try row.tell(change(Sequence(number)))
                }
            )
        )
    }

    /// What feeds have yet to tell, by who is being erased and the note that changed.
    package static let untoldChanges = SchemaTable<KeyRow<UntoldChange>>(
        .untoldChanges,
        "untold_changes",
        key: ["user who is being erased", "viewer", "seq"],
        erasure: .step(.telling),
        sight: .comingFeed,
        archive: .kept(because: "a restored store tells it once more"),
        line: DumpLine(
            "untold",
            place: 17,
            fields: [
                .person("user", \.key.user),
                .person("viewer", \.key.note.user),
                .sequence(\.key.note.sequence),
            ]
        )
    )
}
