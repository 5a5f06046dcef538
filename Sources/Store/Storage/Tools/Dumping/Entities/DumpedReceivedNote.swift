internal import Domain
internal import ProtobufCoding

/// A note in a dump, as its receiver has it.
struct DumpedReceivedNote: DumpedRecord {
    static let entity = DumpEntity.received

    let place: Place
    let note: ReceivedMessage
    /// The sealed way to the sender's record.
    let route: OpaqueID?
    /// Whether the sender has deleted the own record.
    let isSenderRecordDeleted: Bool
    /// Whether its receiver reported it.
    let isReported: Bool

    init(key: RawSpan, value: RawSpan) throws(DomainError) {
        place = try Place(key: key, of: .received)
        let header = try ReceivedNote(value)
        let fields = try ReceivedNoteFields(header, in: value)
        for text in [fields.content, fields.senderName, fields.answer?.content].compactMap(\.self) {
            _ = try value.validText(in: text, of: .received)
        }
        note = try ReceivedMessage(fields, in: value)
        route = header.route
        isSenderRecordDeleted = header.isSenderRecordDeleted
        isReported = header.isReported
    }

    var owner: UserNumber? { place.user }
    var moment: Instant? { note.receivedAt }

    func writeWhole(to line: inout JSONWriter, _ secrets: StoreSecrets) {
        line.write("user", own: place)
        writeShown(to: &line, secrets)
        line.write("sender", place: route.map(secrets.identifiers.openSenderRoute))
        if isSenderRecordDeleted { line.write("sender_deleted", flag: true) }
        if isReported { line.write("reported", flag: true) }
    }

    /// What its receiver may see.
    func writeWithoutSenders(to line: inout JSONWriter, _ secrets: StoreSecrets) -> Bool {
        line.write("user", id: secrets.identifiers.userID(of: place.user).opaque)
        writeShown(to: &line, secrets)
        return true
    }

    private func writeShown(to line: inout JSONWriter, _ secrets: StoreSecrets) {
        line.write("id", id: secrets.identifiers.receivedID(place).opaque)
        line.write("received_at", moment: note.receivedAt)
        line.write("anonymous", flag: note.sender == .anonymous)
        if note.sender != .anonymous { line.write("sender_name", note.sender.displayName) }
        line.write("contact", id: note.contact?.opaque)
        line.write("content", written: note.content.text)
        line.write(note.answer)
    }

    static func load(
        _ line: inout JSONReader,
        into store: LoadTarget
    ) throws(DumpProblem) {
        let identifiers = store.secrets.identifiers
        let place = try line.ownPlace("user")
        let id = identifiers.receivedID(place)
        try line.requireID(id.opaque)
        let receivedAt = try line.moment("received_at")
        let sender = try sender(of: &line)
        let contact = try line.optionalID("contact").map(ContactID.init)
        let note = ReceivedMessage(
            id: id,
            content: Content(stored: try line.text("content")),
            receivedAt: receivedAt,
            sender: sender,
            contact: contact,
            answer: try line.answer()
        )
        let textByteCount = note.content.text.utf8.count + note.sender.displayName.utf8.count
        guard textByteCount <= textByteCountMax else { throw DumpProblem("a text is too long") }
        let route = try line.optionalPlace("sender").map(identifiers.sealSenderRoute)
        var value = note.stored(as: id, route: route)
        if try line.optionalYes("sender_deleted") {
            ReceivedNote.mark(.senderRecordDeleted, in: &value)
        }
        if try line.optionalYes("reported") { ReceivedNote.mark(.reported, in: &value) }
        try store.append(value, for: .place(place), in: .inbox)
        if let contact = note.contact { store.putEntry(.received, at: place, through: contact) }
    }

    private static func sender(of line: inout JSONReader) throws(DumpProblem) -> ShownSender {
        if try line.flag("anonymous") { return .anonymous }
        let name = try line.text("sender_name")
        return name == DisplayName.unknown ? .unknown : .named(name)
    }

    /// What two bytes count, without room for the other fields.
    private static let textByteCountMax = Int(UInt16.max) - 256
}

extension ReceivedMessage {
    /// The value to store under the place that its id stands for.
    func stored(as id: MessageID, route: OpaqueID?) -> [UInt8] {
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
