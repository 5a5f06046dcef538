internal import AccountStorage
package import Domain
internal import NoteRules
internal import ProtobufCoding
package import Records

/// How much of a note is wanted.
package enum NotePart {
    /// As it was sent.
    case base
    /// With its answer, if it has one.
    case whole
}

// What several repositories read of notes.
extension StoreView {
    /// The receiver's view of the note at a place.
    func receivedMessage(at place: Place) throws(DomainError) -> ReceivedMessage? {
        try value(of: .place(place), in: .inbox) { value throws(DomainError) in
            try withShown(value) { note, value throws(DomainError) in
                let fields = try ReceivedNoteFields(note, in: value)
                var message = try ReceivedMessage(fields, in: value)
                message.senderID = senderID(of: note, fields)
                return message
            }
        }
    }

    /// The id of whoever sent a note, as far as its receiver may know.
    private func senderID(of note: ReceivedNote, _ fields: ReceivedNoteFields) -> UserID? {
        guard !fields.isAnonymous, let route = note.route else { return nil }
        return userID(of: secrets.identifiers.openSenderRoute(route).user)
    }

    /// The encoded `ReceivedMessage` of a note: what is stored, and what follows from it.
    package func encode(
        _ note: ReceivedNote,
        in value: RawSpan,
        _ part: NotePart
    ) throws(DomainError) -> [UInt8] {
        var writer = ProtobufWriter(reservingByteCount: value.byteCount + 64)
        try write(note, in: value, part, to: &writer)
        return writer.finish()
    }

    /// The same, appended to what a writer has.
    func write(
        _ note: ReceivedNote,
        in value: RawSpan,
        _ part: NotePart,
        to writer: inout ProtobufWriter
    ) throws(DomainError) {
        let fields = try ReceivedNoteFields(note, in: value)
        writer.append(value.extracting(note.base))
        let answer = part == .whole ? fields.answer : nil
        if let answer {
            let content = value.extracting(answer.content)
            writer.writeAnswer(content: content, at: answer.answeredAt, AnswerID(of: fields.id))
        }
        let status: MessageStatus = answer == nil ? .pending : .answered
        writer.writeReceivedEnd(sender: senderID(of: note, fields), status)
    }

    /// The note at a place as it is stored: it may show somebody who is being erased.
    func storedReceivedMessage(at place: Place) throws(DomainError) -> ReceivedMessage? {
        try value(of: .place(place), in: .inbox) { value throws(DomainError) in
            let fields = try ReceivedNoteFields(try ReceivedNote(value), in: value)
            return try ReceivedMessage(fields, in: value)
        }
    }

    /// The sender's record of the note at a place.
    package func sentNote(at place: Place) throws(DomainError) -> SentNote? {
        try value(of: .place(place), in: .sent) { value throws(DomainError) in
            try SentNote(value)
        }
    }

    /// The sender's view of the note at a place.
    func sentMessage(at place: Place) throws(DomainError) -> SentMessage? {
        guard let stored = try sentNote(at: place) else { return nil }
        let note = try shown(stored)
        try readDecoy(of: note, at: place)
        let (content, answer) = try body(of: note)
        return SentMessage(
            id: secrets.identifiers.sentID(place),
            content: content,
            sentAt: note.sentAt,
            isAnonymous: note.isAnonymous,
            contact: note.contact,
            receiverName: note.receiverName,
            answer: answer
        )
    }

    /// Reads what stands for the receiver's record of a note that is kept with its sender, and is
    /// as long as that would be: one's own notes take as long to read whether they arrived or not.
    private func readDecoy(of note: SentNote, at place: Place) throws(DomainError) {
        guard let route = note.namedReceiver else { return }
        let receiver = secrets.identifiers.openReceiverRoute(route).user
        let way = secrets.identifiers.sealSenderRoute(place)
        try readable { () throws(DomainError) in
            try contains(.shownName(of: receiver, by: way), in: .shownNames)
        }
    }

    /// Content and answer of a sent note, wherever they are; the answer's time as the sender may
    /// know it.
    func body(of note: SentNote) throws(DomainError) -> (content: Content, answer: Answer?) {
        switch note.body {
        case .kept(let content, let answer):
            return (content, answer)
        case .received(let route):
            let place = secrets.identifiers.openReceiverRoute(route)
            guard let received = try receivedMessage(at: place) else {
                throw RecordKind.sent.damaged
            }
            let answer = received.answer.map { answer in
                Answer(content: answer.content, answeredAt: answer.answeredAt.toTheMinute)
            }
            return (received.content, answer)
        }
    }

    /// The encoded `SentMessage` of the note at a place.
    func encode(
        _ note: SentNote,
        at place: Place,
        _ part: NotePart
    ) throws(DomainError) -> [UInt8] {
        var writer = ProtobufWriter()
        try write(note, at: place, part, to: &writer)
        return writer.finish()
    }

    /// The same, appended to what a writer has.
    func write(
        _ note: SentNote,
        at place: Place,
        _ part: NotePart,
        to writer: inout ProtobufWriter
    ) throws(DomainError) {
        let id = secrets.identifiers.sentID(place)
        try readDecoy(of: note, at: place)
        switch note.body {
        case .kept(let content, let answer):
            writer.writeSent(id, content: content.text.utf8.span.bytes, note)
            let shown = part == .whole ? answer : nil
            if let shown {
                let content = shown.content.text.utf8.span.bytes
                writer.writeAnswer(content: content, at: shown.answeredAt, AnswerID(of: id))
            }
            writer.writeSentEnd(MessageStatus(of: shown))
        case .received(let route):
            let receivedPlace = secrets.identifiers.openReceiverRoute(route)
            let found: Void? = try value(of: .place(receivedPlace), in: .inbox) {
                value throws(DomainError) in
                let fields = try ReceivedNoteFields(try ReceivedNote(value), in: value)
                writer.writeSent(id, content: value.extracting(fields.content), note)
                let answer = part == .whole ? fields.answer : nil
                if let answer {
                    let content = value.extracting(answer.content)
                    let moment = answer.answeredAt.toTheMinute
                    writer.writeAnswer(content: content, at: moment, AnswerID(of: id))
                }
                writer.writeSentEnd(answer == nil ? .pending : .answered)
            }
            guard found != nil else { throw RecordKind.sent.damaged }
        }
    }

    /// The encoded `Message` of a received note.
    func encodedReceivedSide(at place: Place) throws(DomainError) -> [UInt8] {
        let encoded: [UInt8]? = try value(of: .place(place), in: .inbox) {
            value throws(DomainError) in
            let message = try encode(try ReceivedNote(value), in: value, .whole)
            var writer = ProtobufWriter(reservingByteCount: message.count + 8)
            writer.writeBytes(message.span.bytes, field: NoteField.Message.received)
            return writer.finish()
        }
        guard let encoded else { throw RecordKind.received.damaged }
        return encoded
    }

    /// The encoded `Message` of a sent note.
    func encodedSentSide(at place: Place) throws(DomainError) -> [UInt8] {
        guard let note = try sentNote(at: place) else { throw RecordKind.sent.damaged }
        let message = try encode(try shown(note), at: place, .whole)
        var writer = ProtobufWriter(reservingByteCount: message.count + 8)
        writer.writeBytes(message.span.bytes, field: NoteField.Message.sent)
        return writer.finish()
    }
}
