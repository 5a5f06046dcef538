internal import Domain

/// The kinds of lines of a dump, in the order in which they come.
///
/// Entries that only find other records are not dumped; loading makes them again.
package enum DumpEntity: String, CaseIterable, Sendable {
    /// An account.
    case user
    /// A person whom a user keeps.
    case contact
    /// A note as its receiver has it.
    case received
    /// A note as its sender has it.
    case sent
    /// A log-in.
    case session
    /// An entry of a user's feed that is no note.
    case change
    /// A sender whom a receiver blocked.
    case block
    /// A note that was reported.
    case report
    /// A reply that is kept for a retry.
    case reply
    /// An order to erase what is left of an account.
    case erasure
    /// That an operator was shown what others must not see.
    case audit
    /// Somebody who is let in no more, whom nobody named.
    case ban
    /// A code for a new password.
    case reset
    /// A word that somebody does not want to read.
    case word
    /// What the store counts.
    case counter
    /// That somebody was deleted, whom no backup may bring back.
    case erased
    /// That an anonymous note waits to be delivered.
    case held
    /// What a feed has yet to tell of somebody who is being erased.
    case untold

    /// Whether a dump without senders has such lines.
    ///
    /// What is left out tells of anonymous senders by when something happened, or by what belongs
    /// together: that a user's note was answered, what a reply says, or how many events there were.
    package var isShownWithoutSenders: Bool {
        switch self {
        case .user, .contact, .received, .sent, .session, .block, .report, .audit: true
        case .change, .reply, .erasure, .ban, .reset, .word, .counter, .erased, .held, .untold:
            false
        }
    }

    var table: TableID {
        switch self {
        case .user: .users
        case .contact: .contacts
        case .received: .inbox
        case .sent: .sent
        case .session: .sessions
        case .change: .changes
        case .block: .blocks
        case .report: .reports
        case .reply: .replies
        case .erasure: .erasures
        case .audit: .audit
        case .ban: .bans
        case .reset: .resetCodes
        case .word: .unwantedWords
        case .counter: .counters
        case .erased: .erased
        case .held: .held
        case .untold: .untoldChanges
        }
    }
}

extension DumpEntity {
    /// Where all records of a user lie; nil if they lie among those of others.
    func range(of user: UserNumber) -> KeyRange? {
        switch self {
        case .user, .contact, .received, .sent, .session, .change, .block, .erasure, .word,
            .untold:
            .all(of: user)
        case .report, .reply, .audit, .ban, .reset, .counter, .erased, .held: nil
        }
    }
}
