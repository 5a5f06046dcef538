internal import Domain
internal import NoteRules
internal import ProtobufCoding
internal import Records

/// Field numbers of notes in the contract (`types.proto`).
package enum NoteField {
    static let id = 1
    static let content = 2
    static let time = 3
    static let answer = 7

    enum Received {
        static let senderName = 4
        static let isAnonymous = 5
        static let contactID = 6
        static let senderID = 8
        static let status = 9
    }

    enum Sent {
        static let isAnonymous = 4
        static let contactID = 5
        static let receiverName = 6
        static let status = 8
    }

    enum Answer {
        static let content = 1
        static let answeredAt = 2
        static let id = 3
    }

    enum Status {
        static let pending: UInt64 = 1
        static let answered: UInt64 = 2
    }

    enum Message {
        static let received = 1
        static let sent = 2
    }
}

// The forms in which notes leave the server, by hand: they are copied for every page, so that the
// time goes into bytes and not into containers. A test holds them to the Codable messages.
extension ProtobufWriter {
    /// Writes of a `ReceivedMessage` what is stored, without its answer: the fields up to it.
    mutating func writeReceived(
        _ id: MessageID,
        content: RawSpan,
        receivedAt: Instant,
        sender: ShownSender,
        contact: ContactID?
    ) {
        write(id.opaque, field: NoteField.id)
        writeBytes(content, field: NoteField.content)
        write(receivedAt, field: NoteField.time)
        write(sender.displayName, field: NoteField.Received.senderName)
        write(sender == .anonymous, field: NoteField.Received.isAnonymous)
        if let contact { write(contact.opaque, field: NoteField.Received.contactID) }
    }

    /// Writes of a `SentMessage` the fields up to its answer.
    mutating func writeSent(_ id: MessageID, content: RawSpan, _ note: SentNote) {
        write(id.opaque, field: NoteField.id)
        writeBytes(content, field: NoteField.content)
        write(note.sentAt, field: NoteField.time)
        write(note.isAnonymous, field: NoteField.Sent.isAnonymous)
        if let contact = note.contact { write(contact.opaque, field: NoteField.Sent.contactID) }
        write(note.receiverName, field: NoteField.Sent.receiverName)
    }

    /// Writes the answer of either as it is stored, or, with the id, as it goes out.
    mutating func writeAnswer(content: RawSpan, at moment: Instant, _ id: AnswerID? = nil) {
        writeMessage(field: NoteField.answer) { writer in
            writer.writeBytes(content, field: NoteField.Answer.content)
            writer.write(moment, field: NoteField.Answer.answeredAt)
            if let id { writer.write(id.opaque, field: NoteField.Answer.id) }
        }
    }

    /// Writes the fields of a `ReceivedMessage` behind its answer.
    mutating func writeReceivedEnd(sender: UserID?, _ status: MessageStatus) {
        if let sender { write(sender.opaque, field: NoteField.Received.senderID) }
        write(status, field: NoteField.Received.status)
    }

    /// Writes the field of a `SentMessage` behind its answer.
    mutating func writeSentEnd(_ status: MessageStatus) {
        write(status, field: NoteField.Sent.status)
    }

    private mutating func write(_ status: MessageStatus, field: Int) {
        appendTag(field: field, .varint)
        switch status {
        case .pending: appendVarint(NoteField.Status.pending)
        case .answered: appendVarint(NoteField.Status.answered)
        }
    }

    /// Writes a timestamp.
    mutating func write(_ moment: Instant, field: Int) {
        // Rounded down by the quotient: the earliest moments have no room for a subtraction.
        let (quotient, remainder) = moment.milliseconds.quotientAndRemainder(dividingBy: 1_000)
        let seconds = remainder < 0 ? quotient - 1 : quotient
        let milliseconds = remainder < 0 ? remainder + 1_000 : remainder
        writeTimestamp(seconds: seconds, nanos: Int32(milliseconds * 1_000_000), field: field)
    }

    /// Writes an id.
    mutating func write(_ id: OpaqueID, field: Int) {
        appendTag(field: field, .lengthDelimited)
        appendVarint(UInt64(OpaqueID.byteCount))
        append(id)
    }
}
