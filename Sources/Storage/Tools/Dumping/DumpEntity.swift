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
    /// What the store counts.
    case counter

    /// Whether a dump without senders has such lines.
    ///
    /// What is left out tells of anonymous senders by when something happened, or by what belongs
    /// together: that a user's note was answered, what a reply says, or how many events there were.
    package var isShownWithoutSenders: Bool {
        switch self {
        case .user, .contact, .received, .sent, .session, .block, .report, .audit: true
        case .change, .reply, .erasure, .counter: false
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
        case .counter: .counters
        }
    }
}

extension DumpEntity {
    /// Where all records of a user lie; nil if they lie among those of others.
    func range(of user: UserNumber) -> KeyRange? {
        switch self {
        case .user, .contact, .received, .sent, .session, .change, .block, .erasure:
            .all(of: user)
        case .report, .reply, .audit, .counter: nil
        }
    }
}
