internal import AccountStorage
package import Domain
package import NoteRules
package import Records
internal import StorageEngine

// Every deletion of a note, whoever asks for it, first adds an entry to the feed of whose view it
// leaves: clients learn of it, and the place of the note stays taken.
extension StoreTransaction {
    /// Deletes a note of either side from the own view; false when the user has none of that id.
    package func deleteMessage(_ id: MessageID, of user: UserNumber) throws(DomainError) -> Bool {
        let received = secrets.identifiers.receivedPlace(of: id)
        if received.user == user { return try deleteReceived(at: received) }
        let sent = secrets.identifiers.sentPlace(of: id)
        return sent.user == user ? try deleteSent(at: sent) : false
    }

    /// Deletes a note from its receiver's view; the sender's record gets content and answer.
    ///
    /// - Returns: False when no note is there.
    package func deleteReceived(at place: Place) throws(DomainError) -> Bool {
        guard let note = try storedReceivedMessage(at: place) else { return false }
        try append(.receivedDeleted(place.sequence), to: place.user)
        // A damaged record of the other person does not stop it, here as below.
        try readable { () throws(DomainError) in try handOver(place) }
        try detachBlock(from: place, note)
        if let contact = note.contact { try unlist(place, from: contact) }
        try delete(.place(place), in: .inbox)
        return true
    }

    /// Deletes a note from its sender's view; the receiver's record keeps the way to the sender,
    /// by which blocks go.
    ///
    /// - Returns: False when no note is there.
    package func deleteSent(at place: Place) throws(DomainError) -> Bool {
        guard let note = try sentNote(at: place) else { return false }
        let route: OpaqueID? = if case .received(let route) = note.body { route } else { nil }
        try append(.sentDeleted(place.sequence, receiver: route), to: place.user)
        if let route {
            try readable { () throws(DomainError) in try noteDeletion(ofSentNoteWith: route) }
        }
        if let contact = note.contact { try unlist(place, from: contact) }
        try forgetName(shownBy: note, at: place)
        try delete(.place(place), in: .sent)
        return true
    }

    /// Copies content and answer of a received note into the sender's record, if the sender still
    /// has it, so that the receiver's can go.
    ///
    /// - Returns: Where the sender's record is; nil if there is none.
    @discardableResult
    package func handOver(_ place: Place) throws(DomainError) -> Place? {
        let received: (message: ReceivedMessage, sender: Place?)? = try value(
            of: .place(place),
            in: .inbox
        ) { value throws(DomainError) in
            let note = try ReceivedNote(value)
            let message = try ReceivedMessage(try ReceivedNoteFields(note, in: value), in: value)
            return (message, note.route.map(secrets.identifiers.openSenderRoute))
        }
        guard let received, let sender = received.sender, var sent = try sentNote(at: sender)
        else { return nil }
        let answer = received.message.answer.map { answer in
            Answer(content: answer.content, answeredAt: answer.answeredAt.toTheMinute)
        }
        // The name stays with the note as long as its user does.
        let isNamed = try !isRemoved(place.user)
        let name = isNamed ? secrets.identifiers.sealName(of: place.user) : nil
        sent.keep(received.message.content, answer, from: name)
        try put(sent, at: sender)
        if isNamed { try noteName(of: place.user, shownAt: sender) }
        return sender
    }

    /// Lets the block that a note made, if it made one, say itself what it stops.
    private func detachBlock(from place: Place, _ note: ReceivedMessage) throws(DomainError) {
        guard let key = try blockKey(of: place) else { return }
        let old = try value(of: key, in: .blocks) { value throws(DomainError) in
            try BlockEntry(value)
        }
        guard let old, old.disclosure == nil else { return }
        let disclosure = Disclosure(isAnonymous: note.sender == .anonymous)
        let block = BlockEntry(blockedAt: old.blockedAt, disclosure: disclosure)
        try put(block.encoded(), for: key, in: .blocks)
    }

    /// Tells the receiver's record that the sender's is no more; what the receiver sees stays.
    private func noteDeletion(ofSentNoteWith route: OpaqueID) throws(DomainError) {
        let key = Key.place(secrets.identifiers.openReceiverRoute(route))
        let value = try value(of: key, in: .inbox) { value in value.copy(0..<value.byteCount) }
        guard var value, !value.isEmpty else { throw RecordKind.received.damaged }
        ReceivedNote.mark(.senderRecordDeleted, in: &value)
        try put(value, for: key, in: .inbox)
    }

    private func unlist(_ place: Place, from contact: ContactID) throws(DomainError) {
        let key = Key.contactMessage(place.user, contact, place.sequence)
        try delete(key, in: .contactMessages)
    }
}
