internal import AccountStorage
package import Domain
package import NoteRules
internal import ProtobufCoding
package import Records
internal import StorageEngine

extension StoreTransaction: MessageWriting {
    package func deliver(_ message: NewMessage) throws(DomainError) -> MessageID {
        let identifiers = secrets.identifiers
        let sent = Place(message.sender, try takeSequence(of: message.sender))
        let received = Place(message.receiver, try takeSequence(of: message.receiver))
        try putReceived(message, at: received, from: sent)
        try putSent(message, at: sent, .received(identifiers.sealReceiverRoute(received)))
        news.add(message.receiver)
        if tellsEvents {
            news.add(NoteEvent.received(identifiers.receivedID(received), by: message.receiver))
        }
        return identifiers.sentID(sent)
    }

    /// Does what delivering does, step by step, with as many entries and bytes: how long it takes,
    /// now or later, does not tell the sender that the note went nowhere.
    package func keepUndelivered(_ message: NewMessage) throws(DomainError) -> MessageID {
        let sent = Place(message.sender, try takeSequence(of: message.sender))
        let received = Place(message.receiver, try takeSequence(of: message.receiver))
        try putDecoy(of: message, at: received, from: sent)
        let receiver = secrets.identifiers.sealName(of: message.receiver)
        try putSent(message, at: sent, .kept(message.content, nil), namedReceiver: receiver)
        // Who watches finds nothing new.
        news.add(message.receiver)
        return secrets.identifiers.sentID(sent)
    }

    package func addAnswer(
        _ answer: Answer,
        to id: MessageID,
        receivedBy user: UserNumber
    ) throws(DomainError) -> Bool {
        guard let place = place(of: id, receivedBy: user) else { return false }
        let rewritten: (value: [UInt8], sender: Place?)? = try value(
            of: .place(place),
            in: .inbox
        ) { value throws(DomainError) in
            let note = try ReceivedNote(value)
            guard !note.isAnswered else { throw .refused(.alreadyAnswered) }
            var writer = ProtobufWriter(reservingByteCount: value.byteCount)
            writer.writeAnswer(
                content: answer.content.text.utf8.span.bytes,
                at: answer.answeredAt
            )
            var answered = value.copy(0..<value.byteCount)
            writer.copyBytes(into: &answered)
            return (answered, note.route.map(secrets.identifiers.openSenderRoute))
        }
        guard let rewritten else { return false }
        try put(rewritten.value, for: .place(place), in: .inbox)
        try append(.answeredReceived(place.sequence), to: user)
        if let sender = rewritten.sender, try !isRemoved(sender.user),
            try contains(.place(sender), in: .sent)
        {
            try append(.answeredSent(sender.sequence), to: sender.user)
        }
        if tellsEvents { news.add(NoteEvent.answered(id, by: user)) }
        return true
    }

    package func blockSender(
        of id: MessageID,
        receivedBy user: UserNumber,
        at now: Instant
    ) throws(DomainError) -> Bool {
        guard let place = place(of: id, receivedBy: user),
            let note = try receivedHeader(at: place)
        else { return false }
        guard try blockKey(of: place) == nil else { return true }
        // A sender who is gone is blocked under a name of this note's own: the list looks the same.
        let digests = secrets.digests
        let sender = note.route.map { secrets.identifiers.openSenderRoute($0).user }
        let pseudonym =
            sender.map { digests.pseudonym(of: $0, for: user) }
            ?? digests.pseudonym(ofUnknownSenderAt: place)
        let block = BlockEntry(blockedAt: now, disclosure: try disclosure(ofNoteAt: place))
        let key = Key.block(by: user, pseudonym, place.sequence)
        try put(block.encoded(), for: key, in: .blocks)
        try append(.blocked(place.sequence, pseudonym: pseudonym), to: user)
        if let sender, try !contains(.user(sender), in: .users) {
            news.add(UnwelcomeGuest(sender, to: user))
        }
        if tellsEvents { news.add(NoteEvent.blocked(by: user)) }
        return true
    }

    package func unblockSender(
        of id: MessageID,
        receivedBy user: UserNumber
    ) throws(DomainError) -> Bool {
        guard let place = place(of: id, receivedBy: user), let key = try blockKey(of: place) else {
            return false
        }
        try append(.unblocked(place.sequence), to: user)
        try delete(key, in: .blocks)
        let note = try receivedHeader(at: place)
        if let sender = note?.route.map({ secrets.identifiers.openSenderRoute($0).user }),
            try !contains(.user(sender), in: .users)
        {
            news.addForgiveness(of: UnwelcomeGuest(sender, to: user))
        }
        return true
    }

    package func addReport(
        _ report: NewReport,
        about id: MessageID,
        receivedBy user: UserNumber
    ) throws(DomainError) -> Bool {
        guard let place = place(of: id, receivedBy: user) else { return false }
        let found: (note: ReceivedNote, record: ReportRecord, value: [UInt8])? = try value(
            of: .place(place),
            in: .inbox
        ) { value throws(DomainError) in
            let note = try ReceivedNote(value)
            let fields = try ReceivedNoteFields(note, in: value)
            let record = ReportRecord(
                reason: UInt32(report.reason.rawValue),
                detail: report.detail,
                reportedAt: report.reportedAt.milliseconds,
                content: try value.text(in: fields.content, of: .received),
                receiver: user.rawValue,
                sequence: place.sequence.rawValue,
                sealedSenderRoute: note.route?.bytes
            )
            return (note, record, value.copy(0..<value.byteCount))
        }
        guard case (let note, let record, var stored)? = found else { return false }
        guard !note.isReported else { return true }
        ReceivedNote.mark(.reported, in: &stored)
        try put(stored, for: .place(place), in: .inbox)
        let number = try takeNumber(of: .reports)
        try put(record.encoded(), for: .report(number), in: .reports)
        if tellsEvents { news.add(NoteEvent.reported(number, by: user)) }
        return true
    }
}

extension StoreTransaction {
    /// Whether operators who watch are to be told.

    func putReceived(
        _ message: NewMessage,
        at place: Place,
        from sent: Place
    ) throws(DomainError) {
        try put(for: .place(place), in: .inbox) { writer in
            writeReceived(message, at: place, from: sent, to: &writer)
        }
        if let contact = message.shownContact { try list(.received, at: place, through: contact) }
    }

    private func writeReceived(
        _ message: NewMessage,
        at place: Place,
        from sent: Place,
        to writer: inout ProtobufWriter
    ) {
        let id = secrets.identifiers.receivedID(place)
        let route = secrets.identifiers.sealSenderRoute(sent)
        ReceivedNote.write(to: &writer, route: route) { writer in
            writer.writeReceived(
                id,
                content: message.content.text.utf8.span.bytes,
                receivedAt: message.receivedAt,
                sender: message.shownSender,
                contact: message.shownContact
            )
        }
    }

    /// Writes, for a note that does not arrive, what finds the receiver's name in the sender's
    /// record, and as many bytes with it as the receiver's record would have more than the sender's
    /// has; and where the receiver's history of a contact would get an entry, the sender's gets one
    /// that nobody looks for.
    private func putDecoy(
        of message: NewMessage,
        at place: Place,
        from sent: Place
    ) throws(DomainError) {
        let way = secrets.identifiers.sealSenderRoute(sent)
        let entry = Key.shownName(of: message.receiver, by: way)
        try put(for: entry, in: .shownNames) { writer in
            writeReceived(message, at: place, from: sent, to: &writer)
            let missing = Key.place(place).byteCount + writer.byteCount
            let present = entry.byteCount + SentNote.byteCount(keeping: message.content)
            writer.removeAll()
            ShownName.write(to: &writer, byteCount: missing - present)
        }
        guard message.shownContact != nil else { return }
        try list(.decoy, at: sent, through: ContactID(way))
    }

    private func putSent(
        _ message: NewMessage,
        at place: Place,
        _ body: SentNote.Body,
        namedReceiver: OpaqueID? = nil
    ) throws(DomainError) {
        try put(SentNote(message, body: body, namedReceiver: namedReceiver), at: place)
        if let contact = message.contact { try list(.sent, at: place, through: contact) }
        news.add(message.sender)
    }

    /// Stores a note as its sender's record keeps it.
    package func put(_ note: SentNote, at place: Place) throws(DomainError) {
        try put(for: .place(place), in: .sent) { note.write(to: &$0) }
    }

    /// Remembers that a sender's record shows the name of a user of whom no record leads there, so
    /// that the name goes with the user.
    func noteName(of user: UserNumber, shownAt place: Place) throws(DomainError) {
        let way = secrets.identifiers.sealSenderRoute(place)
        try put([ShownName.version], for: .shownName(of: user, by: way), in: .shownNames)
    }

    /// Forgets the same, what was written in place of the receiver's entries, and that the note
    /// waits, for the sender's record goes or the receiver gets one.
    package func forgetName(shownBy note: SentNote, at place: Place) throws(DomainError) {
        let way = secrets.identifiers.sealSenderRoute(place)
        if note.mayBeHeld { try delete(.held(way), in: .held) }
        if note.mayHaveDecoy {
            let decoy = Key.contactMessage(place.user, ContactID(way), place.sequence)
            try delete(decoy, in: .contactMessages)
        }
        guard let route = note.namedReceiver else { return }
        let receiver = secrets.identifiers.openReceiverRoute(route).user
        try delete(.shownName(of: receiver, by: way), in: .shownNames)
    }

    private func list(
        _ side: MessageSide,
        at place: Place,
        through contact: ContactID
    ) throws(DomainError) {
        let key = Key.contactMessage(place.user, contact, place.sequence)
        try put([side.rawValue], for: key, in: .contactMessages)
    }

    /// Where this user's note of this id would lie.
    private func place(of id: MessageID, receivedBy user: UserNumber) -> Place? {
        let place = secrets.identifiers.receivedPlace(of: id)
        return place.user == user ? place : nil
    }

    private func receivedHeader(at place: Place) throws(DomainError) -> ReceivedNote? {
        try value(of: .place(place), in: .inbox) { value throws(DomainError) in
            try ReceivedNote(value)
        }
    }

    /// The block that this note made, found by the note: the sender may be gone by now.
    func blockKey(of place: Place) throws(DomainError) -> Key? {
        var found: Key?
        try scanKeys(.blocks, .all(of: place.user), .ascending) { key throws(DomainError) in
            guard try key.number(at: 24, of: .block) == place.sequence.rawValue else {
                return .next
            }
            found = .block(by: place.user, try key.id(at: 8, of: .block), place.sequence)
            return .stop
        }
        return found
    }
}
