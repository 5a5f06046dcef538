/// What receivers get of a table, and so what of it might tell them who sent a note without a name.
///
/// Each table has an answer: of a new one somebody has to say what receivers get of it.
enum ReceiversSight {
    /// Notes as they received them.
    case notes
    /// What came and went, in their feeds.
    case feed
    /// What their feeds are going to tell.
    case comingFeed
    /// Which of their notes are those of a contact.
    case histories
    /// Notes that they are to get later, and not before.
    case waiting
    /// Nothing that comes of notes without a name.
    case nothing
}

extension SchemaTable {
    /// What receivers get of it.
    var sightOfReceivers: ReceiversSight {
        switch self {
        case .inbox: .notes
        case .changes: .feed
        case .untoldChanges: .comingFeed
        case .contactMessages: .histories
        case .held: .waiting
        // The sender's own records, which nobody else is shown.
        case .sent, .shownNames: .nothing
        // What people say of themselves, or find others by.
        case .users, .usernames, .emails, .links, .contacts, .contactNames, .linkedContacts:
            .nothing
        // A block is shown as the note that made it, and a reply to who asked.
        case .blocks, .replies, .sessions, .resetCodes, .unwantedWords: .nothing
        // For the server, and for operators.
        case .meta, .counters, .reports, .erasures, .erased, .audit, .bans: .nothing
        }
    }
}
