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
    }

    struct Contact {
        let owner: Int
        let linkedUser: Int
        var contact: Domain.Contact
        var isDeleted = false
    }

    /// People who are still there.
    var present: [Int] { users.indices.filter { !users[$0].isGone } }

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
            }
        }
    }

    func received(by user: Int) -> [String] {
        notes.filter { $0.receiver == user && $0.isDelivered }.reversed()
            .map { "\($0.text) \(senderName(of: $0)) \($0.answer ?? "-")" }
    }

    func sent(by user: Int) -> [String] {
        notes.filter { $0.sender == user }.reversed().map { "\($0.text) \($0.answer ?? "-")" }
    }

    func describe(_ id: MessageID) -> String { "\(id.opaque)" }
}
