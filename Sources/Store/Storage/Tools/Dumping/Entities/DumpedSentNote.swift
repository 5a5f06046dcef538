internal import Domain
internal import ProtobufCoding

/// A note in a dump, as its sender has it.
struct DumpedSentNote: DumpedRecord {
    static let entity = DumpEntity.sent

    private let place: Place
    private let note: SentNote

    init(key: RawSpan, value: RawSpan) throws(DomainError) {
        place = try Place(key: key, of: .sent)
        note = try SentNote(value)
        // A text that is not UTF-8 was repaired when it was read, and is longer or other now.
        guard note.isWritten(as: value) else { throw RecordKind.sent.damaged }
    }

    var owner: UserNumber? { place.user }
    var moment: Instant? { note.sentAt }

    func writeWhole(to line: inout JSONWriter, _ secrets: StoreSecrets) {
        line.write("user", own: place)
        writeShown(to: &line, secrets)
        if case .received(let route) = note.body {
            line.write("receiver", place: secrets.identifiers.openReceiverRoute(route))
        } else if let route = note.namedReceiver {
            let receiver = secrets.identifiers.openReceiverRoute(route).user
            line.write("name_of", number: receiver.rawValue)
        }
        if note.isFiltered { line.write("filtered", flag: true) }
    }

    /// Nothing of an anonymous note: receiver and time would tell which it is.
    func writeWithoutSenders(to line: inout JSONWriter, _ secrets: StoreSecrets) -> Bool {
        if note.isAnonymous { return false }
        line.write("user", id: secrets.identifiers.userID(of: place.user).opaque)
        writeShown(to: &line, secrets)
        return true
    }

    private func writeShown(to line: inout JSONWriter, _ secrets: StoreSecrets) {
        line.write("id", id: secrets.identifiers.sentID(place).opaque)
        line.write("sent_at", moment: note.sentAt)
        line.write("anonymous", flag: note.isAnonymous)
        line.write("contact", id: note.contact?.opaque)
        line.write("receiver_name", note.receiverName)
        guard case .kept(let content, let answer) = note.body else { return }
        line.write("content", written: content.text)
        line.write(answer)
    }

    static func load(
        _ line: inout JSONReader,
        into store: LoadTarget
    ) throws(DumpProblem) {
        let identifiers = store.secrets.identifiers
        let place = try line.ownPlace("user")
        try line.requireID(identifiers.sentID(place).opaque)
        let sentAt = try line.moment("sent_at")
        var message = NewMessage(
            sender: place.user,
            receiver: .nobody,
            content: Content(stored: ""),
            shownSender: try line.flag("anonymous") ? .anonymous : .named(""),
            contact: try line.optionalID("contact").map(ContactID.init),
            receiverName: try line.text("receiver_name"),
            sentAt: sentAt
        )
        let body = try body(of: &line, identifiers)
        let named: UserNumber? =
            if case .kept = body { try line.optionalNumber("name_of").map(UserNumber.init) } else {
                nil
            }
        let namedReceiver = named.map(identifiers.sealName)
        message.hasUnwantedWord = try line.optionalYes("filtered")
        let note = SentNote(message, body: body, namedReceiver: namedReceiver)
        guard note.hasCountableTexts else { throw DumpProblem("a text is too long") }
        try store.append(note.encoded(), for: .place(place), in: .sent)
        if let contact = note.contact { store.putEntry(.sent, at: place, through: contact) }
        if let named { store.putName(of: named, shownAt: place) }
    }

    private static func body(
        of line: inout JSONReader,
        _ identifiers: IdentifierCipher
    ) throws(DumpProblem) -> SentNote.Body {
        if let receiver = try line.optionalPlace("receiver") {
            return .received(identifiers.sealReceiverRoute(receiver))
        }
        return .kept(Content(stored: try line.text("content")), try line.answer())
    }
}

extension SentNote {
    /// Whether its value is exactly these bytes: all that is in them was understood.
    func isWritten(as value: RawSpan) -> Bool {
        hasCountableTexts && value.isEqual(to: encoded())
    }

    /// Whether its texts are short enough for their counts of two bytes.
    fileprivate var hasCountableTexts: Bool {
        guard receiverName.utf8.count <= UInt16.max else { return false }
        guard case .kept(let content, _) = body else { return true }
        return content.text.utf8.count <= UInt16.max
    }

    /// The bytes to store.
    func encoded() -> [UInt8] {
        var writer = ProtobufWriter(reservingByteCount: 512)
        write(to: &writer)
        return writer.finish()
    }
}
