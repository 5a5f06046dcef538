internal import Domain
internal import ProtobufCoding

/// How much of a note is wanted.
enum NotePart {
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
                try ReceivedMessage(try ReceivedNoteFields(note, in: value), in: value)
            }
        }
    }

    /// The note at a place as it is stored: it may show somebody who is being erased.
    func storedReceivedMessage(at place: Place) throws(DomainError) -> ReceivedMessage? {
        try value(of: .place(place), in: .inbox) { value throws(DomainError) in
            let fields = try ReceivedNoteFields(try ReceivedNote(value), in: value)
            return try ReceivedMessage(fields, in: value)
        }
    }

    /// The sender's record of the note at a place.
    func sentNote(at place: Place) throws(DomainError) -> SentNote? {
        try value(of: .place(place), in: .sent) { value throws(DomainError) in
            try SentNote(value)
        }
    }

    /// The sender's view of the note at a place.
    func sentMessage(at place: Place) throws(DomainError) -> SentMessage? {
        guard let stored = try sentNote(at: place) else { return nil }
        let note = try shown(stored)
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
        let id = secrets.identifiers.sentID(place)
        switch note.body {
        case .kept(let content, let answer):
            var writer = ProtobufWriter(reservingByteCount: 512)
            writer.writeSent(id, content: content.text.utf8.span.bytes, note)
            if part == .whole, let answer {
                writer.writeAnswer(
                    content: answer.content.text.utf8.span.bytes,
                    at: answer.answeredAt
                )
            }
            return writer.finish()
        case .received(let route):
            let receivedPlace = secrets.identifiers.openReceiverRoute(route)
            let encoded: [UInt8]? = try value(of: .place(receivedPlace), in: .inbox) {
                value throws(DomainError) in
                let fields = try ReceivedNoteFields(try ReceivedNote(value), in: value)
                var writer = ProtobufWriter(reservingByteCount: value.byteCount + 128)
                writer.writeSent(id, content: value.extracting(fields.content), note)
                if part == .whole, let answer = fields.answer {
                    writer.writeAnswer(
                        content: value.extracting(answer.content),
                        at: answer.answeredAt.toTheMinute
                    )
                }
                return writer.finish()
            }
            guard let encoded else { throw RecordKind.sent.damaged }
            return encoded
        }
    }

    /// The encoded `Message` of a received note.
    func encodedReceivedSide(at place: Place) throws(DomainError) -> [UInt8] {
        let encoded: [UInt8]? = try value(of: .place(place), in: .inbox) {
            value throws(DomainError) in
            let note = try ReceivedNote(value)
            var writer = ProtobufWriter(reservingByteCount: value.byteCount)
            let message = value.extracting(note.encoded)
            writer.writeBytes(message, field: NoteField.Message.received)
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
