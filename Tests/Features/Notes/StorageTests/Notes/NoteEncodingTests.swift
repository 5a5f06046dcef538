import Domain
import NoteRules
import NoteletAPI
import ProtobufCoding
import Testing

@testable import NoteStorage
@testable import Records
@testable import Storage

/// The bytes written by hand are those that the contract's types give.
@Suite struct NoteEncodingTests {
    private static let id = OpaqueID(high: 0x0102_0304_0506_0708, low: 0xff00_0000_0000_00fe)
    private static let contact = ContactID(OpaqueID(high: 3, low: 4))
    static let texts = ["a", "안녕하세요", String(repeating: "긴 ", count: 1_000)]
    static let moments: [Int64] = [0, 1, 999, 60_000, 1_700_000_012_345, -1, -60_001]
    private static let senders: [ShownSender] = [.anonymous, .named("홍길동"), .unknown]

    private static func timestamp(_ moment: Instant) -> Timestamp? {
        let milliseconds = moment.milliseconds
        let seconds = milliseconds >= 0 ? milliseconds / 1_000 : (milliseconds - 999) / 1_000
        return Timestamp(
            seconds: seconds,
            nanos: Int32((milliseconds - seconds * 1_000) * 1_000_000)
        )
    }

    @Test(arguments: texts, moments)
    func receivedNotes(text: String, milliseconds: Int64) throws {
        let moment = Instant(milliseconds: milliseconds)
        for sender in Self.senders {
            for contact in [nil, Self.contact] {
                for answer in [nil, text] {
                    let (bytes, message) = try Self.received(text, moment, sender, contact, answer)
                    #expect(try ProtobufEncoder().encode(message) == bytes)
                    try expectFields(of: bytes, message, moment, sender)
                }
            }
        }
    }

    private static func received(
        _ text: String,
        _ moment: Instant,
        _ sender: ShownSender,
        _ contact: ContactID?,
        _ answer: String?
    ) throws -> ([UInt8], NoteletAPI.ReceivedMessage) {
        var writer = ProtobufWriter()
        writer.writeReceived(
            MessageID(id),
            content: Array(text.utf8).span.bytes,
            receivedAt: moment,
            sender: sender,
            contact: contact
        )
        if let answer { writer.writeAnswer(content: Array(answer.utf8).span.bytes, at: moment) }
        let message = NoteletAPI.ReceivedMessage(
            id: id.bytes,
            content: text,
            receivedAt: timestamp(moment),
            senderName: sender.displayName,
            isAnonymous: sender == .anonymous,
            contactID: contact?.opaque.bytes ?? [],
            answer: answer.map {
                NoteletAPI.Answer(content: $0, answeredAt: timestamp(moment))
            }
        )
        return (writer.finish(), message)
    }

    private func expectFields(
        of bytes: [UInt8],
        _ message: NoteletAPI.ReceivedMessage,
        _ moment: Instant,
        _ sender: ShownSender
    ) throws {
        var writer = ProtobufWriter()
        ReceivedNote.write(to: &writer, route: Self.id) { $0.append(bytes) }
        let value = writer.finish()
        let span = value.span.bytes
        let note = try ReceivedNote(span)
        #expect(note.route == Self.id && !note.isAnswered)
        let decoded = try NoteRules.ReceivedMessage(
            try ReceivedNoteFields(note, in: span),
            in: span
        )
        #expect(decoded.id == MessageID(Self.id) && decoded.content.text == message.content)
        #expect(decoded.receivedAt == moment && decoded.sender == sender)
        #expect(decoded.contact?.opaque.bytes ?? [] == message.contactID)
        #expect(decoded.answer?.content.text == message.answer?.content)
    }

    @Test func whatFollowsFromANoteComesBehindIt() throws {
        let (id, sender) = (MessageID(Self.id), UserID(OpaqueID(high: 9, low: 8)))
        let answerID = AnswerID(of: id)
        #expect(answerID.opaque == OpaqueID(high: ~Self.id.high, low: ~Self.id.low))
        let moment = Instant.epoch
        for status in [NoteRules.MessageStatus.pending, .answered] {
            let answer =
                status == .pending
                ? nil
                : NoteletAPI.Answer(
                    content: "답",
                    answeredAt: Self.timestamp(moment),
                    id: answerID.opaque.bytes
                )
            let wire: NoteletAPI.MessageStatus = status == .pending ? .pending : .answered
            for sender in [nil, sender] {
                var received = ProtobufWriter()
                var sent = ProtobufWriter()
                if answer != nil {
                    let text = Array("답".utf8)
                    received.writeAnswer(content: text.span.bytes, at: moment, answerID)
                    sent.writeAnswer(content: text.span.bytes, at: moment, answerID)
                }
                received.writeReceivedEnd(sender: sender, status)
                sent.writeSentEnd(status)
                let message = NoteletAPI.ReceivedMessage(
                    answer: answer,
                    senderID: sender?.opaque.bytes ?? [],
                    status: wire
                )
                let (receivedBytes, sentBytes) = (received.finish(), sent.finish())
                #expect(try ProtobufEncoder().encode(message) == receivedBytes)
                let own = NoteletAPI.SentMessage(answer: answer, status: wire)
                #expect(try ProtobufEncoder().encode(own) == sentBytes)
            }
        }
    }

    @Test(arguments: texts, moments)
    func sentNotes(text: String, milliseconds: Int64) throws {
        let moment = Instant(milliseconds: milliseconds)
        for sender in Self.senders {
            for contact in [nil, Self.contact] {
                let note = Self.sentNote(text, from: sender, through: contact, at: moment)
                var writer = ProtobufWriter()
                writer.writeSent(MessageID(Self.id), content: Array(text.utf8).span.bytes, note)
                let message = NoteletAPI.SentMessage(
                    id: Self.id.bytes,
                    content: text,
                    sentAt: Self.timestamp(moment),
                    isAnonymous: sender == .anonymous,
                    contactID: contact?.opaque.bytes ?? [],
                    receiverName: "받는이"
                )
                let bytes = writer.finish()
                #expect(try ProtobufEncoder().encode(message) == bytes)
            }
        }
    }

    private static func encoded(_ note: SentNote) -> [UInt8] {
        var writer = ProtobufWriter()
        note.write(to: &writer)
        return writer.finish()
    }

    @Test(arguments: texts)
    func sentRecordsComeBack(text: String) throws {
        let content = Content(stored: text)
        let answer = NoteRules.Answer(content: content, answeredAt: Instant(milliseconds: -5))
        let bodies: [SentNote.Body] = [
            .received(Self.id), .kept(content, nil), .kept(content, answer),
        ]
        for body in bodies {
            for contact in [nil, Self.contact] {
                var note = Self.sentNote(text, from: .anonymous, through: contact, at: .epoch)
                note.body = body
                let bytes = Self.encoded(note)
                let copy = try SentNote(bytes.span.bytes)
                #expect(Self.encoded(copy) == bytes)
                #expect(copy.contact == contact && copy.receiverName == "받는이")
                #expect(copy.sentAt == .epoch && copy.isAnonymous)
            }
        }
    }

    @Test func changeEntriesComeBack() throws {
        let entries: [ChangeEntry] = [
            .answeredReceived(Sequence(1)), .answeredSent(Sequence(.max)), .contact(Sequence(0)),
            .contactDeleted(Self.contact), .user, .receivedDeleted(Sequence(7)),
            .sentDeleted(Sequence(8), receiver: nil), .sentDeleted(Sequence(9), receiver: Self.id),
            .receivedChanged(Sequence(1)), .sentChanged(Sequence(2)),
            .blocked(Sequence(3), pseudonym: Self.id), .unblocked(Sequence(4)),
        ]
        for entry in entries {
            #expect(try ChangeEntry(entry.encoded().span.bytes) == entry)
        }
    }

    /// A damaged record may hold any number; the fuzzer found that the earliest one trapped.
    @Test(arguments: [Int64.min, Int64.min + 1, Int64.max])
    func theEndsOfTimeAreWrittenToo(milliseconds: Int64) throws {
        let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        var writer = ProtobufWriter()
        writer.write(Instant(milliseconds: milliseconds), field: 1)
        var expected = ProtobufWriter()
        expected.writeMessage(field: 1) { message in
            message.write(remainder < 0 ? quotient - 1 : quotient, field: 1)
            message.write(Int32((remainder + 1_000) % 1_000) * 1_000_000, field: 2)
        }
        let written = writer.finish()
        let wanted = expected.finish()
        #expect(written == wanted)
    }

    private static func sentNote(
        _ text: String,
        from sender: ShownSender,
        through contact: ContactID?,
        at moment: Instant
    ) -> SentNote {
        SentNote(
            NewMessage(
                sender: UserNumber(1),
                receiver: UserNumber(2),
                content: Content(stored: text),
                shownSender: sender,
                contact: contact,
                receiverName: "받는이",
                sentAt: moment
            ),
            body: .received(id)
        )
    }
}
