internal import AccountStorage
package import Domain
package import NoteRules
internal import ProtobufCoding
package import Records
internal import StorageEngine

extension StoreView: MessageReading {
    package func message(_ id: MessageID, of user: UserNumber) throws(DomainError) -> Message? {
        let received = secrets.identifiers.receivedPlace(of: id)
        if received.user == user {
            let message = try receivedMessage(at: received)
            return message.map(Message.received)
        }
        let sent = secrets.identifiers.sentPlace(of: id)
        guard sent.user == user, let message = try sentMessage(at: sent) else { return nil }
        return .sent(message)
    }

    package func lastSent(by user: UserNumber) throws(DomainError) -> SentMessage? {
        var sequence: Sequence?
        try visitNewestFirst(.sent, .before(nil, of: user), limit: 1) {
            key,
            _ throws(DomainError) in
            sequence = Sequence(try key.number(at: 8, of: .sent))
            return .stop
        }
        guard let sequence else { return nil }
        return try sentMessage(at: Place(user, sequence))
    }

    package func visitReceived(
        by user: UserNumber,
        before place: Sequence?,
        limit: Int,
        _ visit: (RawSpan) -> PageStep
    ) throws(DomainError) -> Sequence? {
        let isErasing = try isErasing()
        var page = RecordPage<Sequence>(limit: limit)
        var writer = ProtobufWriter()
        try visitNewestFirst(.inbox, .before(place, of: user), limit: limit) {
            key,
            value throws(DomainError) in
            try page.add { () throws(DomainError) in
                let sequence = Sequence(try key.number(at: 8, of: .received))
                let note = try ReceivedNote(value)
                writer.removeAll()
                if isErasing, let shown = try withoutDepartedSender(note, in: value) {
                    let value = shown.span.bytes
                    try write(try ReceivedNote(value), in: value, .whole, to: &writer)
                } else {
                    try write(note, in: value, .whole, to: &writer)
                }
                return (sequence, writer.withBytes { visit($0) })
            }
        }
        return page.next
    }

    package func visitSent(
        by user: UserNumber,
        before place: Sequence?,
        limit: Int,
        _ visit: (RawSpan) -> PageStep
    ) throws(DomainError) -> Sequence? {
        let isErasing = try isErasing()
        var page = RecordPage<Sequence>(limit: limit)
        var writer = ProtobufWriter()
        expect(in: .inbox) { receivedKeys(ofNotesSentBy: user, before: place, limit: limit) }
        try visitNewestFirst(.sent, .before(place, of: user), limit: limit) {
            key,
            value throws(DomainError) in
            try page.add { () throws(DomainError) in
                let sequence = Sequence(try key.number(at: 8, of: .sent))
                var note = try SentNote(value)
                if isErasing { note = try withoutDepartedReceiver(note) }
                writer.removeAll()
                try write(note, at: Place(user, sequence), .whole, to: &writer)
                return (sequence, writer.withBytes { visit($0) })
            }
        }
        return page.next
    }

    package func visitMessages(
        of user: UserNumber,
        through contact: ContactID,
        before place: Sequence?,
        limit: Int,
        _ visit: (RawSpan) -> PageStep
    ) throws(DomainError) -> Sequence? {
        let range = KeyRange.before(place, of: user, through: contact)
        let isErasing = try isErasing()
        var page = RecordPage<Sequence>(limit: limit)
        for side in [MessageSide.received, .sent] {
            expect(in: side == .received ? .inbox : .sent) {
                placeKeys(in: range, of: user, on: side, limit: limit)
            }
        }
        expect(in: .inbox) {
            placeKeys(in: range, of: user, on: .sent, limit: limit).compactMap { key in
                receivedKey(ofNoteSentAt: key)
            }
        }
        try visitNewestFirst(.contactMessages, range, limit: limit) {
            key,
            value throws(DomainError) in
            if isErasing, hides(key, value, of: user) { return .next }
            return try page.add { () throws(DomainError) in
                let sequence = Sequence(try key.number(at: 24, of: .uniqueEntry))
                let place = Place(user, sequence)
                let encoded =
                    switch MessageSide(rawValue: try value.byte(at: 0, of: .uniqueEntry)) {
                    case .received: try encodedReceivedSide(at: place)
                    case .sent: try encodedSentSide(at: place)
                    case .decoy, nil: throw RecordKind.uniqueEntry.damaged
                    }
                return (sequence, visit(encoded.span.bytes))
            }
        }
        return page.next
    }

    /// Where the receivers' records of a page of sent notes are.
    private func receivedKeys(
        ofNotesSentBy user: UserNumber,
        before place: Sequence?,
        limit: Int
    ) -> [Key] {
        var keys: [Key] = []
        var remaining = limit
        // What cannot be read is met again by who asked, and not passed over.
        try? scan(.sent, .before(place, of: user), .descending, atMost: limit) { _, value in
            if let key = receivedKey(ofSentNote: value) { keys.append(key) }
            remaining -= 1
            return remaining > 0 ? .next : .stop
        }
        return keys
    }

    /// Where the receiver's record of a note is whose sender's record lies under a key; nil if it
    /// has none, or cannot be read.
    func receivedKey(ofNoteSentAt key: Key) -> Key? {
        let found: Key?? = try? value(of: key, in: .sent) { value in
            receivedKey(ofSentNote: value)
        }
        return found ?? nil
    }

    private func receivedKey(ofSentNote value: RawSpan) -> Key? {
        guard let note = try? SentNote(value), case .received(let route) = note.body else {
            return nil
        }
        return .place(secrets.identifiers.openReceiverRoute(route))
    }

    /// Where the records are of a page of a contact's history, of one side.
    private func placeKeys(
        in range: KeyRange,
        of user: UserNumber,
        on side: MessageSide,
        limit: Int
    ) -> [Key] {
        var keys: [Key] = []
        var remaining = limit
        try? scan(.contactMessages, range, .descending, atMost: limit) { key, value in
            let found: UInt8? = try? value.byte(at: 0, of: .uniqueEntry)
            let sequence: UInt64? = try? key.number(at: 24, of: .uniqueEntry)
            if found == side.rawValue, let sequence {
                keys.append(.place(user, Sequence(sequence)))
            }
            remaining -= 1
            return remaining > 0 ? .next : .stop
        }
        return keys
    }

    /// Whether an entry of a contact's history is of a note whose sender is being erased; of one
    /// that cannot be read nobody can tell.
    private func hides(_ key: RawSpan, _ value: RawSpan, of user: UserNumber) -> Bool {
        guard let side: UInt8 = try? value.byte(at: 0, of: .uniqueEntry),
            MessageSide(rawValue: side) == .received,
            let sequence: UInt64 = try? key.number(at: 24, of: .uniqueEntry)
        else { return false }
        let place = Place(user, Sequence(sequence))
        return (try? hasDepartedSender(noteReceivedAt: place)) ?? false
    }

    package func isBlocked(
        _ sender: UserNumber,
        by receiver: UserNumber,
        sending disclosure: Disclosure
    ) throws(DomainError) -> Bool {
        if try blocksNobody(receiver) { return false }
        let pair = Correspondence(sender: sender, receiver: receiver)
        if let known = known?.stoppedNotes(of: pair) { return known.contains(disclosure) }
        do throws(DomainError) {
            let stopped = try stoppedNotes(of: pair)
            known?.remember(stopped, of: pair)
            return stopped.contains(disclosure)
        } catch .dataLoss {
            // What cannot be read stops all, for the sender must not notice anything.
            return true
        }
    }

    private func stoppedNotes(of pair: Correspondence) throws(DomainError) -> StoppedNotes {
        let range = KeyRange.blocks(
            of: secrets.digests.pseudonym(of: pair.sender, for: pair.receiver),
            by: pair.receiver
        )
        var stopped: StoppedNotes = []
        try scan(.blocks, range, .ascending) { key, value throws(DomainError) in
            let place = Place(pair.receiver, Sequence(try key.number(at: 24, of: .block)))
            stopped.insert(try stoppedDisclosure(try BlockEntry(value), byNoteAt: place))
            return stopped == .all ? .stop : .next
        }
        return stopped
    }

    /// Which notes a block by this note stops.
    private func stoppedDisclosure(
        _ block: BlockEntry,
        byNoteAt place: Place
    ) throws(DomainError) -> Disclosure {
        if let disclosure = block.disclosure { return disclosure }
        guard let disclosure = try self.disclosure(ofNoteAt: place) else {
            throw RecordKind.block.damaged
        }
        return disclosure
    }

    /// What a received note discloses; nil when it is not there.
    package func disclosure(ofNoteAt place: Place) throws(DomainError) -> Disclosure? {
        try value(of: .place(place), in: .inbox) { value throws(DomainError) in
            let fields = try ReceivedNoteFields(try ReceivedNote(value), in: value)
            return Disclosure(isAnonymous: fields.isAnonymous)
        }
    }

    /// Whether a receiver has no block at all, as most have none.
    private func blocksNobody(_ receiver: UserNumber) throws(DomainError) -> Bool {
        if let hasBlocks = known?.hasBlocks(receiver) { return !hasBlocks }
        let isFree = try isEmpty(.all(of: receiver), in: .blocks)
        known?.remember(hasBlocks: !isFree, receiver)
        return isFree
    }

    package func blocks(of receiver: UserNumber) throws(DomainError) -> [Block] {
        var blocks: [(sequence: Sequence, block: Block)] = []
        try scanSound(.blocks, .all(of: receiver), .ascending) { key, value throws(DomainError) in
            let sequence = Sequence(try key.number(at: 24, of: .block))
            let block = Block(
                message: secrets.identifiers.receivedID(Place(receiver, sequence)),
                blockedAt: try BlockEntry(value).blockedAt
            )
            blocks.append((sequence, block))
            return .next
        }
        // By time and then by note: the order of the keys would show which have one sender.
        blocks.sort { left, right in
            (left.block.blockedAt, left.sequence) > (right.block.blockedAt, right.sequence)
        }
        return blocks.map(\.block)
    }
}

/// On which side of a note somebody stands.
package enum MessageSide: UInt8 {
    /// The viewer received it.
    case received = 1
    /// The viewer sent it.
    case sent = 2
    /// Nowhere: it did not arrive, and this is as long as what its receiver would have.
    case decoy = 3
}
