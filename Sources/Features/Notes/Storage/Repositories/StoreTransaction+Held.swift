internal import AccountStorage
package import Domain
package import NoteRules
package import Records
internal import StorageEngine

// A note that waits is one that its sender alone has, as if it did not arrive, and an entry of
// `held`. So all that may happen meanwhile is dealt with as for notes that never arrive: that one
// of the two deletes the note or the account.
extension StoreTransaction {
    /// Keeps an anonymous note with its sender alone until it is released.
    package func hold(_ message: NewMessage) throws(DomainError) -> MessageID {
        precondition(message.shownSender == .anonymous, "Only anonymous notes are held.")
        let id = try keepUndelivered(message)
        let way = secrets.identifiers.sealSenderRoute(secrets.identifiers.sentPlace(of: id))
        try put([HeldRow.version], for: .held(way), in: .held)
        return id
    }

    /// In the order of the sealed ways, which is none.
    package func heldNotes(countMax: Int) throws(DomainError) -> [HeldNote] {
        var ways: [OpaqueID] = []
        try scanKeys(.held, .all, .ascending) { key throws(DomainError) in
            ways.append(try key.id(at: 0, of: .uniqueEntry))
            return ways.count < countMax ? .next : .stop
        }
        var notes: [HeldNote] = []
        for way in ways { notes.append(HeldNote(id: way, message: try heldMessage(by: way))) }
        return notes
    }

    /// Delivers a note that waited, or lets it be one that never arrived.
    package func release(
        _ note: HeldNote,
        _ fate: HeldNote.Fate,
        at now: Instant
    ) throws(DomainError) {
        let sent = secrets.identifiers.openSenderRoute(note.id)
        switch fate {
        case .delivered(let times):
            guard var message = note.message, let record = try sentNote(at: sent) else { break }
            (message.anonymousTimes, message.releasedAt) = (times, now)
            try deliverHeld(message, from: sent, record)
        case .undelivered(hasUnwantedWord: true):
            guard var record = try sentNote(at: sent) else { break }
            record.filter()
            try put(record, at: sent)
        case .undelivered: break
        }
        try delete(.held(note.id), in: .held)
    }

    private func deliverHeld(
        _ message: NewMessage,
        from sent: Place,
        _ record: SentNote
    ) throws(DomainError) {
        let received = Place(message.receiver, try takeSequence(of: message.receiver))
        try putReceived(message, at: received, from: sent)
        try forgetName(shownBy: record, at: sent)
        var record = record
        record.deliver(secrets.identifiers.sealReceiverRoute(received))
        try put(record, at: sent)
        news.add(message.receiver)
        if tellsEvents {
            let id = secrets.identifiers.receivedID(received)
            news.add(NoteEvent.received(id, by: message.receiver))
        }
    }

    /// The note that waits; nil when nobody can or need get it any more.
    private func heldMessage(by way: OpaqueID) throws(DomainError) -> NewMessage? {
        let place = secrets.identifiers.openSenderRoute(way)
        let note: SentNote?
        do throws(DomainError) {
            note = try sentNote(at: place)
        } catch .dataLoss {
            return nil
        }
        guard let note, note.mayBeHeld, case .kept(let content, nil) = note.body,
            let receiver = note.namedReceiver, try !isRemoved(place.user)
        else { return nil }
        return NewMessage(
            sender: place.user,
            receiver: secrets.identifiers.openReceiverRoute(receiver).user,
            content: content,
            shownSender: .anonymous,
            contact: note.contact,
            receiverName: note.receiverName,
            sentAt: note.sentAt
        )
    }
}
