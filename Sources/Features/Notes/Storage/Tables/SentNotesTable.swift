package import Domain
internal import NoteRules
internal import ProtobufCoding
package import Records
package import StorageEngine

// Notes as their senders have them, and what leads to some of them.

extension TableID {
    /// What finds the notes that show a user's name, by that one and the way to the note.
    package static let shownNames = TableID(rawValue: 19)
    /// Which notes wait to be delivered, by the way to the sender's record.
    package static let held = TableID(rawValue: 23)
}

extension Key {
    /// A key of `shown_names`: a user, and the way to a note whose sender's record shows the name.
    package static func shownName(of user: UserNumber, by senderRoute: OpaqueID) -> Key {
        ShownName.Form.key(user, senderRoute)
    }

    /// A key of `held`: the way to the sender's record of a note that waits.
    package static func held(_ senderRoute: OpaqueID) -> Key { HeldRow.Form.key(senderRoute) }
}

/// A note as its sender has it.
package struct SentRow {
    /// Who sent it, and where in that one's life.
    package var place = Place(.nobody, .start)
    /// What is stored under the place.
    package var note = SentNote()
    /// Whether something has told where the content is.
    fileprivate var hasBody = false
}

/// That a note waits to be delivered.
package struct HeldRow {
    typealias Form = OnePart<OpaqueID>

    /// The sealed way to the sender's record.
    package var way = OpaqueID(high: 0, low: 0)

    /// Where the sender's record is.
    fileprivate func sender(_ secrets: StoreSecrets) -> Place {
        secrets.identifiers.openSenderRoute(way)
    }

    /// Leads to a sender's record.
    fileprivate mutating func lead(to sender: Place, _ secrets: StoreSecrets) {
        way = secrets.identifiers.sealSenderRoute(sender)
    }
}

extension Schema {
    /// Notes as their senders have them, by the sender and the place.
    package static let sent = SchemaTable<SentRow>(
        .sent,
        "sent",
        key: Place.Form("sender", "seq"),
        owner: .person,
        erasure: .step(.sentNotes),
        sight: .nothing,
        archive: .sent,
        form: RecordForm(
            .sent,
            blank: SentRow(),
            read: { key, value throws(DomainError) in
                let place = try Place(key: key, of: .sent)
                let note = try SentNote(value)
                // A text that is not UTF-8 was repaired when it was read, and is longer or other.
                guard note.isWritten(as: value) else { throw RecordKind.sent.damaged }
                return SentRow(place: place, note: note, hasBody: true)
            },
            key: { .place($0.place) },
            value: { row, _ in row.note.encoded() },
            isReadStrictly: true
        ),
        indexes: [
            TableIndex(
                .contactMessages,
                "the history of its contact does not lead to it"
            ) { row, _ in
                row.note.contact.map { contact in
                    ContactMessageEntry(.sent, at: row.place, through: contact).made
                }
            },
            TableIndex(.contactMessages, "", .optional) { row, secrets in
                guard row.note.mayHaveDecoy else { return nil }
                let way = ContactID(secrets.identifiers.sealSenderRoute(row.place))
                return ContactMessageEntry(.decoy, at: row.place, through: way).made
            },
            TableIndex(
                .shownNames,
                "the name that it shows would outlive its receiver"
            ) { row, secrets in
                row.note.namedReceiver.map { receiver in
                    let user = secrets.identifiers.openReceiverRoute(receiver).user
                    let way = secrets.identifiers.sealSenderRoute(row.place)
                    return IndexEntry(.shownName(of: user, by: way), [ShownName.version])
                }
            },
        ],
        line: DumpLine(
            "sent",
            place: 3,
            isShownWithoutSenders: true,
            // Nothing of an anonymous note: receiver and time would tell which it is.
            isShown: { !$0.note.isAnonymous },
            moment: { $0.note.sentAt },
            finish: requireSent,
            fields: sentFields
        )
    )

    @Sendable
    private static func requireSent(_ row: SentRow, _: StoreSecrets) throws(DumpProblem) {
        guard row.hasBody else { throw DumpProblem("'content' is missing") }
        guard row.note.hasCountableTexts else { throw DumpProblem("a text is too long") }
    }

    private static let sentFields: [Field<SentRow>] =
        [
            // Closures instead of paths, as there are millions of notes.
            Field("user", .person(Access(get: { $0.place.user }, set: { $0.place.user = $1 }))),
            Field(
                "seq",
                .withSenders,
                .number(
                    Access(
                        get: { $0.place.sequence.rawValue },
                        set: { $0.place.sequence = Sequence($1) }
                    )
                )
            ),
            .id { row, secrets in secrets.identifiers.sentID(row.place).opaque },
            Field(
                "sent_at",
                .moment(Access(get: { $0.note.sentAt }, set: { $0.note.sentAt = $1 }))
            ),
            Field(
                "anonymous",
                .flag(Access(get: { $0.note.isAnonymous }, set: { $0.note.isAnonymous = $1 }))
            ),
            Field(
                "contact",
                .id(
                    Access { row, _ in
                        row.note.contact?.opaque
                    } _: { row, id, _ in
                        row.note.contact = ContactID(id)
                    }
                )
            ),
            Field(
                "receiver_name",
                .text(Access(get: { $0.note.receiverName }, set: { $0.note.receiverName = $1 }))
            ),
        ] + bodyFields + [
            Field(
                "filtered",
                .withSenders,
                .yes(Access(get: { $0.note.isFiltered }, set: { $0.note.isFiltered = $1 }))
            )
        ]

    /// Where content and answer are: here, or with the receiver.
    private static let bodyFields: [Field<SentRow>] = [
        Field(
            "content",
            .written(
                Access { row, _ in
                    row.hasBody ? row.note.kept?.content.text : nil
                } _: { row, text, _ in
                    row.note.body = .kept(Content(stored: text), nil)
                    row.hasBody = true
                }
            )
        ),
        .answer(
            Access { row, _ in
                row.note.kept?.answer
            } _: { row, answer, _ throws(DumpProblem) in
                guard let content = row.note.kept?.content else {
                    throw DumpProblem("'content' is missing")
                }
                row.note.body = .kept(content, answer)
            }
        ),
        Field(
            "receiver",
            .withSenders,
            .place(
                Access { row, secrets in
                    guard row.hasBody, case .received(let route) = row.note.body else {
                        return nil
                    }
                    return secrets.identifiers.openReceiverRoute(route)
                } _: { row, receiver, secrets throws(DumpProblem) in
                    if row.hasBody { throw DumpProblem("it has both 'content' and 'receiver'") }
                    row.note.body = .received(secrets.identifiers.sealReceiverRoute(receiver))
                    row.hasBody = true
                }
            )
        ),
        Field(
            "name_of",
            .withSenders,
            .number(
                Access { row, secrets in
                    row.note.namedReceiver.map {
                        secrets.identifiers.openReceiverRoute($0).user.rawValue
                    }
                } _: { row, number, secrets throws(DumpProblem) in
                    guard row.note.kept != nil else {
                        throw DumpProblem("'name_of' is of a note whose content is here")
                    }
                    row.note.nameReceiver(secrets.identifiers.sealName(of: UserNumber(number)))
                }
            )
        ),
    ]

    /// What finds the notes that show a user's name, by that one and the way to the note.
    package static let shownNames = SchemaTable<ShownName>(
        .shownNames,
        "shown_names",
        key: ShownName.Form("user", "way to a sent note"),
        owner: .person,
        erasure: .step(.shownNames),
        sight: .nothing,
        archive: .goes { key, _, identifiers throws(DomainError) in
            identifiers.openSenderRoute(try ShownName(key: key).way).user
        },
        form: RecordForm(
            .uniqueEntry,
            blank: ShownName(user: .nobody, way: OpaqueID(high: 0, low: 0)),
            read: { key, value throws(DomainError) in
                guard ShownName.isValue(value) else { throw RecordKind.uniqueEntry.damaged }
                return try ShownName(key: key)
            },
            key: { $0.key },
            value: { _, _ in [ShownName.version] },
            // As many zeros follow as there were.
            isReadStrictly: true
        ),
        entries: EntryForm(
            "it leads to no note of that name",
            isValue: { value, _ in ShownName.isValue(value) },
            record: { key, _, secrets throws(DomainError) in
                let place = secrets.identifiers.openSenderRoute(try ShownName(key: key).way)
                return EntryForm.Reference(.sent, .place(place))
            }
        ),
        line: nil
    )

    /// Which notes wait to be delivered, by the way to the sender's record.
    package static let held = SchemaTable<HeldRow>(
        .held,
        "held",
        key: HeldRow.Form("way to a sent note"),
        // Its sender's, which only the store's key tells.
        owner: .nobody,
        erasure: .step(.sentNotes),
        sight: .waiting,
        archive: .goes { key, _, identifiers throws(DomainError) in
            identifiers.openSenderRoute(try HeldRow.Form.value(of: key, .uniqueEntry)).user
        },
        form: RecordForm(.uniqueEntry, blank: HeldRow()) { key, value throws(DomainError) in
            try value.requireVersion(StoreTransaction.heldVersion, of: .uniqueEntry)
            return HeldRow(way: try HeldRow.Form.value(of: key, .uniqueEntry))
        } key: { row in
            .held(row.way)
        } value: { _, _ in
            [StoreTransaction.heldVersion]
        },
        line: DumpLine(
            "held",
            place: 16,
            fields: [
                Field(
                    "user",
                    .number(
                        Access { row, secrets in
                            row.sender(secrets).user.rawValue
                        } _: { row, number, secrets in
                            let sequence = row.sender(secrets).sequence
                            row.lead(to: Place(UserNumber(number), sequence), secrets)
                        }
                    )
                ),
                Field(
                    "seq",
                    .number(
                        Access { row, secrets in
                            row.sender(secrets).sequence.rawValue
                        } _: { row, number, secrets in
                            let user = row.sender(secrets).user
                            row.lead(to: Place(user, Sequence(number)), secrets)
                        }
                    )
                ),
            ]
        )
    )
}
