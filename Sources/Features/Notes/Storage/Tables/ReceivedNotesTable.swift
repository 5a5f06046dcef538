internal import AccountRules
package import Domain
package import NoteRules
internal import ProtobufCoding
package import Records
package import StorageEngine

// Notes as their receivers have them.

/// A note as its receiver has it.
package struct ReceivedRow: TableRow {
    /// Who received it, and where in that one's life.
    package var place = Place(.nobody, .start)
    /// The text of the note.
    package var content = ""
    /// When the note arrived.
    package var receivedAt = Instant(milliseconds: 0)
    /// What its receiver is shown of the sender.
    package var sender = ShownSender.anonymous
    /// The receiver's contact in whose history it is; nil for none.
    package var contact: ContactID?
    /// What the receiver answered; nil while there is no answer.
    package var answer: Answer?
    /// The sealed way to the sender's record.
    package var route: OpaqueID?
    /// Whether the sender has deleted the own record.
    package var isSenderRecordDeleted = false
    /// Whether its receiver reported it.
    var isReported = false

    /// Who received it, and where in that one's life.
    package static var keyParts: [any KeyValue.Type] { Place.parts }
    /// What a damaged one is called.
    package static let kind = RecordKind.received
    /// One of which nothing is known.
    package static let blank = ReceivedRow()

    /// Reads a record; what is not UTF-8 is damage.
    package init(key: RawSpan, value: RawSpan) throws(DomainError) {
        place = try Place(key: key, of: .received)
        let note = try ReceivedNote(value)
        let fields = try ReceivedNoteFields(note, in: value)
        content = try value.validText(in: fields.content, of: .received)
        receivedAt = fields.receivedAt
        let name = try value.validText(in: fields.senderName, of: .received)
        sender = fields.isAnonymous ? .anonymous : ShownSender(stored: name)
        contact = fields.contact
        if let found = fields.answer {
            let text = try value.validText(in: found.content, of: .received)
            answer = Answer(content: Content(stored: text), answeredAt: found.answeredAt)
        }
        route = note.route
        isSenderRecordDeleted = note.isSenderRecordDeleted
        isReported = note.isReported
    }

    /// A note of which nothing is known.
    init() {}

    /// What its receiver is shown, under an id.
    func message(as id: MessageID) -> ReceivedMessage {
        ReceivedMessage(
            id: id,
            content: Content(stored: content),
            receivedAt: receivedAt,
            sender: sender,
            contact: contact,
            answer: answer
        )
    }

    /// The key to store it under.
    package var storedKey: Key { .place(place) }

    /// The value to store.
    package func storedValue(_ secrets: StoreSecrets) -> [UInt8] {
        let id = secrets.identifiers.receivedID(place)
        var value = message(as: id).stored(as: id, route: route)
        if isSenderRecordDeleted { ReceivedNote.mark(.senderRecordDeleted, in: &value) }
        if isReported { ReceivedNote.mark(.reported, in: &value) }
        return value
    }

    /// Whether its texts are short enough for their count, with room for the other fields.
    fileprivate var hasCountableTexts: Bool {
        content.utf8.count + sender.displayName.utf8.count <= Int(UInt16.max) - 256
    }
}

extension ShownSender {
    /// The sender of a stored name, of a note that is not anonymous.
    init(stored name: String) {
        self = name == DisplayName.unknown ? .unknown : .named(name)
    }
}

extension Schema {
    /// Notes as their receivers have them, by the receiver and the place.
    package static let inbox = SchemaTable<ReceivedRow>(
        .inbox,
        "inbox",
        key: ["receiver", "seq"],
        owner: .account,
        erasure: .step(.receivedNotes),
        sight: .notes,
        archive: .received,
        indexes: [
            TableIndex(contactMessages, "the history of its contact does not lead to it") {
                row,
                _ in
                row.contact.map { ContactMessageEntry(.received, at: row.place, through: $0) }
            }
        ],
        line: DumpLine(
            "received",
            place: 2,
            isShownWithoutSenders: true,
            moment: { $0.receivedAt },
            finish: { row, _ throws(DumpProblem) in
                guard row.hasCountableTexts else { throw DumpProblem("a text is too long") }
            },
            fields: receivedFields
        )
    )

    /// Without senders what its receiver may see.
    private static let receivedFields: [Field<ReceivedRow>] = [
        // Closures instead of paths here and below: there are millions of notes.
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
        .id { row, secrets in secrets.identifiers.receivedID(row.place).opaque },
        Field("received_at", .moment(Access(get: { $0.receivedAt }, set: { $0.receivedAt = $1 }))),
        Field(
            "anonymous",
            .flag(
                Access(
                    get: { $0.sender == .anonymous },
                    set: { $0.sender = $1 ? .anonymous : .unknown }
                )
            )
        ),
        Field(
            "sender_name",
            .text(
                Access { row, _ in
                    row.sender == .anonymous ? nil : row.sender.displayName
                } _: { row, name, _ throws(DumpProblem) in
                    if row.sender == .anonymous {
                        throw DumpProblem("an anonymous note has 'sender_name'")
                    }
                    row.sender = ShownSender(stored: name)
                }
            )
        ),
        Field(
            "contact",
            .id(Access(get: { $0.contact?.opaque }, set: { $0.contact = ContactID($1) }))
        ),
        Field("content", .written(Access(get: { $0.content }, set: { $0.content = $1 }))),
        .answer(Access(get: { $0.answer }, set: { $0.answer = $1 })),
        Field(
            "sender",
            .withSenders,
            .place(
                Access { row, secrets in
                    row.route.map(secrets.identifiers.openSenderRoute)
                } _: { row, sender, secrets in
                    row.route = secrets.identifiers.sealSenderRoute(sender)
                }
            )
        ),
        Field(
            "sender_deleted",
            .withSenders,
            .yes(
                Access(
                    get: { $0.isSenderRecordDeleted },
                    set: { $0.isSenderRecordDeleted = $1 }
                )
            )
        ),
        Field(
            "reported",
            .withSenders,
            .yes(Access(get: { $0.isReported }, set: { $0.isReported = $1 }))
        ),
    ]
}

extension ReceivedMessage {
    /// The value to store under the place that its id stands for.
    package func stored(as id: MessageID, route: OpaqueID?) -> [UInt8] {
        var writer = ProtobufWriter(reservingByteCount: content.text.utf8.count + 160)
        ReceivedNote.write(to: &writer, route: route) { writer in
            writer.writeReceived(
                id,
                content: content.text.utf8.span.bytes,
                receivedAt: receivedAt,
                sender: sender,
                contact: contact
            )
        }
        if let answer {
            writer.writeAnswer(content: answer.content.text.utf8.span.bytes, at: answer.answeredAt)
        }
        return writer.finish()
    }
}

extension Field {
    /// The answer to a note.
    static func answer(_ access: Access<Row, Answer>) -> Field {
        let form = OwnForm(object: access) { answer, line in
            line.write("answered_at", moment: answer.answeredAt)
            line.write("content", written: answer.content.text)
        } read: { line throws(DumpProblem) in
            let answeredAt = try line.moment("answered_at")
            return Answer(
                content: Content(stored: try line.text("content")),
                answeredAt: answeredAt
            )
        }
        return Field("answer", .own(form))
    }
}
