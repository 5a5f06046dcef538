import Domain

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
    }

    struct Note {
        let sender: Int
        let receiver: Int
        let text: String
        let shownName: String?
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
        var contact: Domain.Contact
        var isDeleted = false
    }

    /// People who are still there.
    var present: [Int] { users.indices.filter { !users[$0].isGone } }

    /// Deletes a note from the view of its receiver or sender.
    mutating func delete(_ note: Int, isReceiver: Bool) {
        let user = isReceiver ? notes[note].receiver : notes[note].sender
        let gone: Set<Entry> =
            isReceiver
            ? [.received(note), .answeredReceived(note)] : [.sent(note), .answeredSent(note)]
        users[user].feed.removeAll { gone.contains($0) }
        if isReceiver {
            notes[note].isDeletedByReceiver = true
            append(.deletedReceived(note), to: user)
        } else {
            notes[note].isDeletedBySender = true
            append(.deletedSent(note), to: user)
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
        users[user].feed.map { entry in
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
                "contact \(contacts[index].contact.name.text)"
            case .contactDeleted(let index):
                "deleted \(contacts[index].contact.id.opaque)"
            case .user:
                "user \(users[user].name)"
            case .deletedReceived(let index):
                "deleted \(notes[index].receivedID.map(describe) ?? "")"
            case .deletedSent(let index):
                "deleted \(describe(notes[index].sentID))"
            }
        }
    }

    func received(by user: Int) -> [String] {
        notes.filter { $0.receiver == user && $0.isDelivered && !$0.isDeletedByReceiver }.reversed()
            .map { "\($0.text) \(senderName(of: $0)) \($0.answer ?? "-")" }
    }

    func sent(by user: Int) -> [String] {
        notes.filter { $0.sender == user && !$0.isDeletedBySender }.reversed()
            .map { "\($0.text) \($0.answer ?? "-")" }
    }

    func describe(_ id: MessageID) -> String { "\(id.opaque)" }
}
