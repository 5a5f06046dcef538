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
    package static func held(_ senderRoute: OpaqueID) -> Key { senderRoute.storedKey }
}

/// A note as its sender has it.
package struct SentRow: TableRow {
    /// Who sent it, and where in that one's life.
    package var place = Place(.nobody, .start)
    /// What is stored under the place.
    package var note = SentNote()
    /// Whether something has told where the content is.
    fileprivate var hasBody = false

    /// Who sent it, and where in that one's life.
    package static var keyParts: [any KeyValue.Type] { Place.parts }
    /// What a damaged one is called.
    package static let kind = RecordKind.sent
    /// One of which nothing is known.
    package static let blank = SentRow()
    /// Whether reading takes nothing but what writing makes.
    package static var isReadStrictly: Bool { true }

    private init() {}

    /// Reads one, or damage.
    package init(key: RawSpan, value: RawSpan) throws(DomainError) {
        place = try Place(key: key, of: .sent)
        note = try SentNote(value)
        // A text that is not UTF-8 was repaired when it was read, and is longer or other.
        guard note.isWritten(as: value) else { throw RecordKind.sent.damaged }
        hasBody = true
    }

    /// The key to store it under.
    package var storedKey: Key { .place(place) }

    /// The note.
    package func storedValue(_ secrets: StoreSecrets) -> [UInt8] { note.encoded() }
}

/// That a note waits to be delivered: the sealed way to the sender's record.
package typealias HeldRow = KeyRow<OpaqueID>

extension HeldRow {
    /// Where the sender's record is.
    fileprivate func sender(_ secrets: StoreSecrets) -> Place {
        secrets.identifiers.openSenderRoute(key)
    }

    /// Leads to a sender's record.
    fileprivate mutating func lead(to sender: Place, _ secrets: StoreSecrets) {
        key = secrets.identifiers.sealSenderRoute(sender)
    }
}

extension Schema {
    /// Notes as their senders have them, by the sender and the place.
    package static let sent = SchemaTable<SentRow>(
        .sent,
        "sent",
        key: ["sender", "seq"],
        erasure: .step(.sentNotes),
        archive: .sent,
        indexes: [
            TableIndex(contactMessages, "the history of its contact does not lead to it") {
                row,
                _ in
                row.note.contact.map { ContactMessageEntry(.sent, at: row.place, through: $0) }
            },
            TableIndex(contactMessages, "", .optional) { row, secrets in
                guard row.note.mayHaveDecoy else { return nil }
                let way = ContactID(secrets.identifiers.sealSenderRoute(row.place))
                return ContactMessageEntry(.decoy, at: row.place, through: way)
            },
            TableIndex(shownNames, "the name that it shows would outlive its receiver") {
                row,
                secrets in
                row.note.namedReceiver.map { receiver in
                    let user = secrets.identifiers.openReceiverRoute(receiver).user
                    let way = secrets.identifiers.sealSenderRoute(row.place)
                    return ShownName(user: user, way: way)
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
        key: ["user", "way to a sent note"],
        erasure: .step(.shownNames),
        archive: .goes { key, _, identifiers throws(DomainError) in
            identifiers.openSenderRoute(try ShownName(key: key).way).user
        },
        entries: EntryForm(
            "it leads to no note of that name",
            isValue: { value, _ in ShownName.isValue(value) },
            record: { key, _, secrets throws(DomainError) in
                let place = secrets.identifiers.openSenderRoute(try ShownName(key: key).way)
                return EntryForm.Reference(.sent, .place(place))
            }
        )
    )

    /// Which notes wait to be delivered, by the way to the sender's record.
    package static let held = SchemaTable<HeldRow>(
        .held,
        "held",
        key: ["way to a sent note"],
        // Its sender's, which only the store's key tells.
        owner: .nobody,
        erasure: .step(.sentNotes),
        sight: .waiting,
        archive: .goes { key, _, identifiers throws(DomainError) in
            identifiers.openSenderRoute(try OpaqueID(key: key, of: .uniqueEntry)).user
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
