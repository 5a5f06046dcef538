internal import AccountRules
internal import Domain
internal import NoteRules
internal import NoteletAPI
internal import ProtobufCoding
internal import Serving

extension NoteletAPI.ReceivedMessage {
    /// A note as its receiver sees it.
    init(_ message: NoteRules.ReceivedMessage) {
        self.init(
            id: message.id.opaque.bytes,
            content: message.content.text,
            receivedAt: Timestamp(message.receivedAt),
            senderName: message.sender.displayName,
            isAnonymous: message.sender == .anonymous,
            contactID: message.contact?.opaque.bytes ?? [],
            answer: message.answer.map { NoteletAPI.Answer($0, to: message.id) },
            senderID: message.senderID?.opaque.bytes ?? [],
            status: NoteletAPI.MessageStatus(message.status)
        )
    }
}

extension NoteletAPI.MessageStatus {
    /// Whether a note was answered.
    init(_ status: NoteRules.MessageStatus) {
        switch status {
        case .pending: self = .pending
        case .answered: self = .answered
        }
    }
}

extension NoteletAPI.SentMessage {
    /// A note as its sender sees it.
    init(_ message: NoteRules.SentMessage) {
        self.init(
            id: message.id.opaque.bytes,
            content: message.content.text,
            sentAt: Timestamp(message.sentAt),
            isAnonymous: message.isAnonymous,
            contactID: message.contact?.opaque.bytes ?? [],
            receiverName: message.receiverName,
            answer: message.answer.map { NoteletAPI.Answer($0, to: message.id) },
            status: NoteletAPI.MessageStatus(message.status)
        )
    }
}

extension NoteletAPI.Message {
    /// A note from one side or the other.
    init(_ message: NoteRules.Message) {
        switch message {
        case .received(let received):
            self.init(side: .received(NoteletAPI.ReceivedMessage(received)))
        case .sent(let sent):
            self.init(side: .sent(NoteletAPI.SentMessage(sent)))
        }
    }
}

extension NoteletAPI.Block {
    /// A block as whoever made it sees it.
    init(_ block: NoteRules.Block) {
        self.init(
            messageID: block.message.opaque.bytes,
            blockedAt: Timestamp(block.blockedAt)
        )
    }
}

extension NoteletAPI.Answer {
    /// The answer to a note as its viewer may see it, who knows the note by this id.
    init(_ answer: NoteRules.Answer, to note: MessageID) {
        self.init(
            content: answer.content.text,
            answeredAt: Timestamp(answer.answeredAt),
            id: AnswerID(of: note).opaque.bytes
        )
    }
}

extension NoteRules.ReportReason {
    /// Reads a reason out of a request.
    ///
    /// - Throws: `invalidValue` of `reason` for none and for those this version does not know.
    init(_ reason: NoteletAPI.ReportReason) throws(DomainError) {
        guard let raw = UInt8(exactly: reason.rawValue),
            let known = NoteRules.ReportReason(rawValue: raw)
        else {
            throw .invalid("reason", "one of the reasons of ReportReason")
        }
        self = known
    }
}

/// What the sender gets back, as an encoded `SendResponse`.
///
/// By hand, for it is made for each note, on the writing thread: a test holds it to the message.
func encodedSendResponse(_ receipt: SentReceipt) -> [UInt8] {
    let id = receipt.message.opaque
    let sentAt = Timestamp(receipt.sentAt)
    var writer = ProtobufWriter(reservingByteCount: 64)
    withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { id in
        writer.writeBytes(id.bytes, field: 1)
    }
    writer.writeTimestamp(seconds: sentAt.seconds, nanos: sentAt.nanos, field: 2)
    if let grant = receipt.ticket {
        let expiresAt = Timestamp(grant.expiresAt)
        writer.write(grant.ticket.text, field: 3)
        writer.writeTimestamp(seconds: expiresAt.seconds, nanos: expiresAt.nanos, field: 4)
    }
    return writer.finish()
}
