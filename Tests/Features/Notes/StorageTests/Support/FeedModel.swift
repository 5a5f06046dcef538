import AccountRules
import Domain
import NoteRules

/// What feeds and lists must show, kept as plainly as can be.
struct FeedModel {
    var users: [User] = []
    var notes: [Note] = []
    var contacts: [Contact] = []

    /// A person, and the feed as a list of what each entry speaks of.
    struct User {
        let number: UserNumber
        let isGuest: Bool
        var name: String
        var isGone = false
        var feed: [Entry] = []
        /// Notes by which senders are blocked, and whether the sender was gone by then: such a
        /// block is another one.
        var blocks: [Int: Bool] = [:]
    }

    enum Entry: Hashable {
        case received(Int)
        case sent(Int)
        case answeredReceived(Int)
        case answeredSent(Int)
        case contact(Int)
        case contactDeleted(Int)
        case user
        case deletedReceived(Int)
        case deletedSent(Int)
        case changedReceived(Int)
        case changedSent(Int)
        case blocked(Int, isSenderGone: Bool)
        case unblocked(Int)
    }

    struct Note {
        let sender: Int
        let receiver: Int
        let text: String
        let shownName: String?
        let receiverName: String
        let isDelivered: Bool
        let contact: Int?
        var sentID: MessageID
        var receivedID: MessageID?
        var answer: String?
        var isDeletedByReceiver = false
        var isDeletedBySender = false
    }

    struct Contact {
        let owner: Int
        let linkedUser: Int
        var contact: NoteRules.Contact
        var isDeleted = false
    }

    /// People who are still there.
    var present: [Int] { users.indices.filter { !users[$0].isGone } }

    /// Deletes a note from the view of its receiver or sender.
    mutating func delete(_ note: Int, isReceiver: Bool) {
        let user = isReceiver ? notes[note].receiver : notes[note].sender
        let gone: Set<Entry> =
            isReceiver
            ? [.received(note), .answeredReceived(note), .changedReceived(note)]
            : [.sent(note), .answeredSent(note), .changedSent(note)]
        users[user].feed.removeAll { gone.contains($0) }
        if isReceiver {
            notes[note].isDeletedByReceiver = true
            append(.deletedReceived(note), to: user)
        } else {
            notes[note].isDeletedBySender = true
            append(.deletedSent(note), to: user)
        }
    }

    /// Takes a user away: contacts that are linked to that one are so no more, and notes that show
    /// the name, named ones to whom they went and all to who sent them, show it no more.
    mutating func leave(_ user: Int) {
        users[user].isGone = true
        users[user].feed = []
        users[user].blocks = [:]
        for index in contacts.indices where contacts[index].linkedUser == user {
            contacts[index].contact.linkedUser = nil
            let owner = contacts[index].owner
            if contacts[index].isDeleted || users[owner].isGone { continue }
            renew(.contact(index), of: owner)
        }
        for (index, note) in notes.enumerated() {
            let isShown = note.shownName != nil && note.isDelivered && !note.isDeletedByReceiver
            if note.sender == user, isShown, !users[note.receiver].isGone {
                append(.changedReceived(index), to: note.receiver)
            }
            if note.receiver == user, !note.isDeletedBySender, !users[note.sender].isGone {
                append(.changedSent(index), to: note.sender)
            }
        }
    }

    mutating func append(_ entry: Entry, to user: Int) {
        users[user].feed.append(entry)
    }

    /// Moves what changed again to the end.
    mutating func renew(_ entry: Entry, of user: Int) {
        users[user].feed.removeAll { $0 == entry }
        users[user].feed.append(entry)
    }

    /// What a receiver is told of a note's sender.
    func senderName(of note: Note) -> String {
        guard let name = note.shownName else { return DisplayName.anonymous }
        return users[note.sender].isGone ? DisplayName.unknown : name
    }

    /// A user's feed in words.
    func feed(of user: Int) -> [String] {
        users[user].feed.compactMap { entry in
            switch entry {
            case .received(let index):
                "< \(notes[index].text) \(senderName(of: notes[index]))"
            case .sent(let index):
                "> \(notes[index].text)"
            case .answeredReceived(let index):
                "<! \(notes[index].receivedID.map(describe) ?? "") \(notes[index].answer ?? "")"
            case .answeredSent(let index):
                ">! \(describe(notes[index].sentID)) \(notes[index].answer ?? "")"
            case .contact(let index):
                "contact \(contacts[index].contact.name.text) "
                    + "\(contacts[index].contact.linkedUser != nil)"
            case .contactDeleted(let index):
                "deleted \(contacts[index].contact.id.opaque)"
            case .user:
                "user \(users[user].name)"
            case .deletedReceived(let index):
                "deleted \(notes[index].receivedID.map(describe) ?? "")"
            case .deletedSent(let index):
                "deleted \(describe(notes[index].sentID))"
            case .changedReceived(let index):
                "changed \(received(index))"
            case .changedSent(let index):
                "changed \(sent(index))"
            case .blocked(let index, let isSenderGone):
                users[user].blocks[index] == isSenderGone
                    ? "blocked \(notes[index].receivedID.map(describe) ?? "")" : nil
            case .unblocked(let index):
                "unblocked \(notes[index].receivedID.map(describe) ?? "")"
            }
        }
    }

    func received(by user: Int) -> [String] {
        notes.filter { $0.receiver == user && $0.isDelivered && !$0.isDeletedByReceiver }.reversed()
            .map(received)
    }

    private func received(_ note: Note) -> String {
        "\(note.text) \(senderName(of: note)) \(note.answer ?? "-")"
    }

    private func received(_ index: Int) -> String { received(notes[index]) }

    private func sent(_ note: Note) -> String {
        let name = users[note.receiver].isGone ? DisplayName.unknown : note.receiverName
        return "\(note.text) \(name) \(note.answer ?? "-")"
    }

    private func sent(_ index: Int) -> String { sent(notes[index]) }

    func sent(by user: Int) -> [String] {
        notes.filter { $0.sender == user && !$0.isDeletedBySender }.reversed()
            .map(sent)
    }

    func describe(_ id: MessageID) -> String { "\(id.opaque)" }
}
