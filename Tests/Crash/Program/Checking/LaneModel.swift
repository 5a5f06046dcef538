/// What the store must hold of one submitter, made of its stored operations in their order.
struct LaneModel {
    /// The notes that it sent, oldest first.
    private(set) var sent: [Note] = []
    /// The notes that it sent to itself, oldest first.
    private(set) var received: [Note] = []
    /// The texts that the common receiver has of it, oldest first.
    private(set) var delivered: [String] = []
    private(set) var sessions: [UInt64: UInt64] = [:]
    /// In the order in which they were added.
    private(set) var contacts: [Contact] = []
    private(set) var feed: [FeedEntry] = [.user]

    struct Note: Equatable {
        let text: String
        var answer: String?
    }

    struct Contact: Equatable {
        let name: String
        var memo: String
    }

    enum FeedEntry: Equatable {
        case user
        case sent(String)
        case received(String)
        case answered(String)
        case contact(name: String, memo: String)
        case contactDeleted
        case messageDeleted
        /// What no operation leads to.
        case another
    }

    mutating func apply(_ operation: Operation) {
        switch operation.content {
        case .notes(let texts):
            for text in texts {
                sent.append(Note(text: text))
                delivered.append(text)
                feed.append(.sent(text))
            }
        case .ownNote(let text): applyOwnNote(text)
        case .session(let slot, let value): sessions[slot] = value
        case .sessionEnd(let slot): sessions[slot] = nil
        case .contact(let slot, let memo): putContact(Operation.contactName(slot), memo)
        case .contactEnd(let slot):
            let name = Operation.contactName(slot)
            guard let index = contacts.firstIndex(where: { $0.name == name }) else { return }
            removeFeedEntry(of: contacts.remove(at: index))
            feed.append(.contactDeleted)
        case .refused: break
        }
    }

    private mutating func applyOwnNote(_ text: String) {
        if let newest = received.last, newest.answer == nil {
            received[received.count - 1].answer = text
            if let index = sent.lastIndex(of: newest) { sent[index].answer = text }
            feed += [.answered(text), .answered(text)]
            return
        }
        sent.append(Note(text: text))
        received.append(Note(text: text))
        feed += [.sent(text), .received(text)]
    }

    private mutating func putContact(_ name: String, _ memo: String) {
        if let index = contacts.firstIndex(where: { $0.name == name }) {
            removeFeedEntry(of: contacts[index])
            contacts[index].memo = memo
        } else {
            contacts.append(Contact(name: name, memo: memo))
        }
        feed.append(.contact(name: name, memo: memo))
    }

    private mutating func removeFeedEntry(of contact: Contact) {
        let entry = FeedEntry.contact(name: contact.name, memo: contact.memo)
        if let index = feed.lastIndex(of: entry) { feed.remove(at: index) }
    }
}
