import NoteletAPI
import NoteletClient

/// What a client keeps of somebody's data, by the change feed alone.
struct SyncCopy: Equatable {
    var received: [[UInt8]: ReceivedMessage] = [:]
    var sent: [[UInt8]: SentMessage] = [:]
    var contacts: [[UInt8]: Contact] = [:]
    var blocks: [[UInt8]: Block] = [:]
    var user: User?
    /// Where to go on.
    var cursor: [UInt8] = []
    /// What came that a feed without fault does not send.
    var faults: [String] = []

    /// Takes a page in.
    mutating func apply(_ page: ChangePage) {
        for change in page.changes { apply(change.kind) }
        cursor = page.cursor
    }

    private mutating func apply(_ kind: Change.Kind?) {
        switch kind {
        case .received(let note):
            if received.updateValue(note, forKey: note.id) != nil {
                faults.append("twice: \(note)")
            }
        case .sent(let note):
            if sent.updateValue(note, forKey: note.id) != nil { faults.append("twice: \(note)") }
        case .answered(let answered): apply(answered)
        case .contact(let contact): contacts[contact.id] = contact
        case .deletedContactID(let id): contacts[id] = nil
        case .user(let user): self.user = user
        case .deletedMessageID(let id):
            received[id] = nil
            sent[id] = nil
        case .changedMessage(let message): replace(message.side)
        case .block(let block): blocks[block.messageID] = block
        case .unblockedMessageID(let id): blocks[id] = nil
        case .shared(let change): faults.append("of no person: \(change.type)")
        case nil: faults.append("an empty change")
        }
    }

    private mutating func replace(_ side: Message.Side?) {
        switch side {
        case .received(let note):
            if received.updateValue(note, forKey: note.id) == nil { faults.append("new: \(note)") }
        case .sent(let note):
            if sent.updateValue(note, forKey: note.id) == nil { faults.append("new: \(note)") }
        case nil: faults.append("a changed note without a note")
        }
    }

    private mutating func apply(_ answered: MessageAnswered) {
        let id = answered.messageID
        let known = received[id]?.answer ?? sent[id]?.answer
        if known != nil { faults.append("answered twice: \(id)") }
        guard received[id] != nil || sent[id] != nil else {
            return faults.append("an answer to nothing: \(id)")
        }
        received[id]?.answer = answered.answer
        received[id]?.status = .answered
        sent[id]?.answer = answered.answer
        sent[id]?.status = .answered
    }
}

extension Notelet {
    /// What the lists say of the same data.
    func listed() async throws -> SyncCopy {
        var copy = SyncCopy()
        for try await note in inbox(pageSize: 500).items { copy.received[note.id] = note }
        for try await note in sent(pageSize: 500).items { copy.sent[note.id] = note }
        for try await contact in contacts(pageSize: 500).items {
            copy.contacts[contact.id] = contact
        }
        for block in try await blocks() { copy.blocks[block.messageID] = block }
        copy.user = try await profile()
        return copy
    }
}
