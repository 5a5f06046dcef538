/// The tables of the store, in the order in which the engine knows them: append only.
enum SchemaTable: UInt8, CaseIterable {
    case meta
    case counters
    case users
    case usernames
    case emails
    case links
    case sessions
    case contacts
    case contactNames
    case inbox
    case sent
    case contactMessages
    case changes
    case blocks
    case reports
    case replies
    case erasures
    case audit
    case bans
    case shownNames
    case erased
    case resetCodes
    case unwantedWords
    case held
    case linkedContacts
    case untoldChanges

    /// The table's name in the file.
    var name: String {
        switch self {
        case .contactNames: "contact_names"
        case .contactMessages: "contact_messages"
        case .shownNames: "shown_names"
        case .resetCodes: "reset_codes"
        case .unwantedWords: "unwanted_words"
        case .linkedContacts: "linked_contacts"
        case .untoldChanges: "untold_changes"
        default: "\(self)"
        }
    }

    var id: TableID { TableID(rawValue: rawValue) }

    /// The tables in which somebody's records lie side by side, for their keys begin with the user.
    static let ofPeople = allCases.filter(\.isOfPeople)

    private var isOfPeople: Bool {
        switch self {
        case .users, .sessions, .contacts, .contactNames, .inbox, .sent, .contactMessages, .changes,
            .blocks, .shownNames, .unwantedWords, .linkedContacts, .untoldChanges:
            true
        // An order is not what somebody has.
        case .meta, .counters, .usernames, .emails, .links, .reports, .replies, .erasures, .audit,
            .bans, .erased, .resetCodes, .held:
            false
        }
    }
}

extension TableID {
    static let meta = SchemaTable.meta.id
    static let counters = SchemaTable.counters.id
    static let users = SchemaTable.users.id
    static let usernames = SchemaTable.usernames.id
    static let emails = SchemaTable.emails.id
    static let links = SchemaTable.links.id
    static let sessions = SchemaTable.sessions.id
    static let contacts = SchemaTable.contacts.id
    static let contactNames = SchemaTable.contactNames.id
    static let inbox = SchemaTable.inbox.id
    static let sent = SchemaTable.sent.id
    static let contactMessages = SchemaTable.contactMessages.id
    static let changes = SchemaTable.changes.id
    static let blocks = SchemaTable.blocks.id
    static let reports = SchemaTable.reports.id
    static let replies = SchemaTable.replies.id
    static let erasures = SchemaTable.erasures.id
    static let audit = SchemaTable.audit.id
    static let bans = SchemaTable.bans.id
    static let shownNames = SchemaTable.shownNames.id
    static let erased = SchemaTable.erased.id
    static let resetCodes = SchemaTable.resetCodes.id
    static let unwantedWords = SchemaTable.unwantedWords.id
    static let held = SchemaTable.held.id
    static let linkedContacts = SchemaTable.linkedContacts.id
    static let untoldChanges = SchemaTable.untoldChanges.id
}
