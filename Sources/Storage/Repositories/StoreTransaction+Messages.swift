internal import Domain
internal import ProtobufCoding

extension StoreTransaction: MessageWriting {
    func deliver(_ message: NewMessage) throws(DomainError) -> MessageID {
        let identifiers = secrets.identifiers
        let sent = Place(message.sender, try takeSequence(of: message.sender))
        let received = Place(message.receiver, try takeSequence(of: message.receiver))
        try putReceived(message, at: received, from: sent)
        try putSent(message, at: sent, .received(identifiers.sealReceiverRoute(received)))
        news.add(message.receiver)
        if isWatched {
            news.add(.received(identifiers.receivedID(received), by: message.receiver))
        }
        return identifiers.sentID(sent)
    }

    func keepUndelivered(_ message: NewMessage) throws(DomainError) -> MessageID {
        let sent = Place(message.sender, try takeSequence(of: message.sender))
        let receiver = secrets.identifiers.sealName(of: message.receiver)
        try putSent(message, at: sent, .kept(message.content, nil), namedReceiver: receiver)
        try noteName(of: message.receiver, shownAt: sent)
        return secrets.identifiers.sentID(sent)
    }

    func addAnswer(
        _ answer: Answer,
        to id: MessageID,
        receivedBy user: UserNumber
    ) throws(DomainError) -> ReceivedMessage? {
        guard let place = place(of: id, receivedBy: user) else { return nil }
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
        guard let rewritten else { return nil }
        try put(rewritten.value, for: .place(place), in: .inbox)
        try append(.answeredReceived(place.sequence), to: user)
        if let sender = rewritten.sender, try !isRemoved(sender.user),
            try contains(.place(sender), in: .sent)
        {
            try append(.answeredSent(sender.sequence), to: sender.user)
        }
        if isWatched { news.add(.answered(id, by: user)) }
        return try receivedMessage(at: place)
    }

    func blockSender(
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
        if let sender, try !contains(.user(sender), in: .users) { news.add(unwelcomeGuest: sender) }
        if isWatched { news.add(.blocked(by: user)) }
        return true
    }

    func unblockSender(
        of id: MessageID,
        receivedBy user: UserNumber
    ) throws(DomainError) -> Bool {
        guard let place = place(of: id, receivedBy: user), let key = try blockKey(of: place) else {
            return false
        }
        try delete(key, in: .blocks)
        return true
    }

    func addReport(
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
        let last = try lastNumber(of: .all, in: .reports, at: 0) ?? 0
        guard last < .max else { throw RecordKind.report.damaged }
        try put(record.encoded(), for: .report(last + 1), in: .reports)
        if isWatched { news.add(.reported(last + 1, by: user)) }
        return true
    }
}

extension StoreTransaction {
    /// Whether operators who watch are to be told.
    private var isWatched: Bool { writing.newsroom.wantsEvents }

    private func putReceived(
        _ message: NewMessage,
        at place: Place,
        from sent: Place
    ) throws(DomainError) {
        let isShown = message.shownSender != .anonymous
        let contact = isShown ? message.contact : nil
        let id = secrets.identifiers.receivedID(place)
        let route = secrets.identifiers.sealSenderRoute(sent)
        try put(for: .place(place), in: .inbox) { writer in
            ReceivedNote.write(to: &writer, route: route) { writer in
                writer.writeReceived(
                    id,
                    content: message.content.text.utf8.span.bytes,
                    receivedAt: message.sentAt.toTheMinute,
                    sender: message.shownSender,
                    contact: contact
                )
            }
        }
        if let contact { try list(.received, at: place, through: contact) }
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
    func put(_ note: SentNote, at place: Place) throws(DomainError) {
        try put(for: .place(place), in: .sent) { note.write(to: &$0) }
    }

    /// Remembers that a sender's record shows the name of a user of whom no record leads there, so
    /// that the name goes with the user.
    func noteName(of user: UserNumber, shownAt place: Place) throws(DomainError) {
        let way = secrets.identifiers.sealSenderRoute(place)
        try put([ShownName.version], for: .shownName(of: user, by: way), in: .shownNames)
    }

    /// Forgets the same, for the sender's record goes.
    func forgetName(shownBy note: SentNote, at place: Place) throws(DomainError) {
        guard let route = note.namedReceiver else { return }
        let receiver = secrets.identifiers.openReceiverRoute(route).user
        let way = secrets.identifiers.sealSenderRoute(place)
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
