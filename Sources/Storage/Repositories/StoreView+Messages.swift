internal import Domain

extension StoreView: MessageReading {
    func message(_ id: MessageID, of user: UserNumber) throws(DomainError) -> Message? {
        let received = secrets.identifiers.receivedPlace(of: id)
        if received.user == user {
            let message = try receivedMessage(at: received)
            return message.map(Message.received)
        }
        let sent = secrets.identifiers.sentPlace(of: id)
        guard sent.user == user, let message = try sentMessage(at: sent) else { return nil }
        return .sent(message)
    }

    func visitReceived(
        by user: UserNumber,
        before place: Sequence?,
        limit: Int,
        _ visit: (RawSpan) -> PageStep
    ) throws(DomainError) -> Sequence? {
        var page = Page(limit: limit)
        let failure = visitNewestFirst(.inbox, .before(place, of: user)) { key, value in
            page.add { () throws(DomainError) in
                let sequence = Sequence(try key.number(at: 8, of: .received))
                return (sequence, visit(value.extracting(try ReceivedNote(value).encoded)))
            }
        }
        return try page.end(failure)
    }

    func visitSent(
        by user: UserNumber,
        before place: Sequence?,
        limit: Int,
        _ visit: (RawSpan) -> PageStep
    ) throws(DomainError) -> Sequence? {
        var page = Page(limit: limit)
        let failure = visitNewestFirst(.sent, .before(place, of: user)) { key, value in
            page.add { () throws(DomainError) in
                let sequence = Sequence(try key.number(at: 8, of: .sent))
                let encoded = try encode(try SentNote(value), at: Place(user, sequence), .whole)
                return (sequence, visit(encoded.span.bytes))
            }
        }
        return try page.end(failure)
    }

    func visitMessages(
        of user: UserNumber,
        through contact: ContactID,
        before place: Sequence?,
        limit: Int,
        _ visit: (RawSpan) -> PageStep
    ) throws(DomainError) -> Sequence? {
        let range = KeyRange.before(place, of: user, through: contact)
        var page = Page(limit: limit)
        let failure = visitNewestFirst(.contactMessages, range) { key, value in
            page.add { () throws(DomainError) in
                let sequence = Sequence(try key.number(at: 24, of: .uniqueEntry))
                let place = Place(user, sequence)
                let encoded =
                    switch MessageSide(rawValue: try value.byte(at: 0, of: .uniqueEntry)) {
                    case .received: try encodedReceivedSide(at: place)
                    case .sent: try encodedSentSide(at: place)
                    case nil: throw RecordKind.uniqueEntry.damaged
                    }
                return (sequence, visit(encoded.span.bytes))
            }
        }
        return try page.end(failure)
    }

    func isBlocked(
        _ sender: UserNumber,
        by receiver: UserNumber,
        sending disclosure: Disclosure
    ) throws(DomainError) -> Bool {
        if try blocksNobody(receiver) { return false }
        let range = KeyRange.blocks(
            of: secrets.digests.pseudonym(of: sender, for: receiver),
            by: receiver
        )
        var isBlocked = false
        try scanKeys(.blocks, range, .ascending) { key throws(DomainError) in
            let sequence = Sequence(try key.number(at: 24, of: .block))
            isBlocked = try isStopped(disclosure, byNoteAt: Place(receiver, sequence))
            return isBlocked ? .stop : .next
        }
        return isBlocked
    }

    /// Whether a block by this note stops notes of such a disclosure; if the note cannot be read,
    /// the block stops all, for the sender must not notice anything.
    private func isStopped(
        _ disclosure: Disclosure,
        byNoteAt place: Place
    ) throws(DomainError) -> Bool {
        do throws(DomainError) {
            let isAnonymous = try value(of: .place(place), in: .inbox) {
                value throws(DomainError) in
                try ReceivedNoteFields(try ReceivedNote(value), in: value).isAnonymous
            }
            return isAnonymous != (disclosure == .username)
        } catch .dataLoss {
            return true
        }
    }

    /// Whether a receiver has no block at all, as most have none.
    private func blocksNobody(_ receiver: UserNumber) throws(DomainError) -> Bool {
        if let cache, cache.knowsNoBlocks(of: receiver) { return true }
        let isFree = try isEmpty(.all(of: receiver), in: .blocks)
        if isFree { cache?.rememberNoBlocks(of: receiver) }
        return isFree
    }

    func blocks(of receiver: UserNumber) throws(DomainError) -> [Block] {
        var blocks: [(sequence: Sequence, block: Block)] = []
        try scan(.blocks, .all(of: receiver), .ascending) { key, value throws(DomainError) in
            let sequence = Sequence(try key.number(at: 24, of: .block))
            let block = Block(
                message: secrets.identifiers.receivedID(Place(receiver, sequence)),
                blockedAt: Instant(milliseconds: try value.number(at: 0, of: .block))
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
enum MessageSide: UInt8 {
    case received = 1
    case sent = 2
}
