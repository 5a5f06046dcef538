package import Domain
internal import StorageEngine

/// Whose a record is.
package enum Owner<Row: Sendable>: Sendable {
    /// That of the account in its key: no guest has one.
    case account
    /// That of the account or guest in its key.
    case person
    /// That of whom the record itself names.
    case record(@Sendable (Row) -> UserNumber)
    /// Nobody's: of the store, of operators, or of somebody whom only the master key tells.
    case nobody

    /// Whether it cannot be there without the account.
    package var needsAccount: Bool {
        if case .account = self { true } else { false }
    }
}

extension Partition {
    /// The account or guest whose it is; nil for what no single one has.
    package var user: UserNumber? {
        if case .person(let number) = self { UserNumber(number) } else { nil }
    }
}

/// What becomes of a person's records of a table when the person is erased.
package enum ErasureRule: Sendable {
    /// The removal deletes it together with the account, in one change.
    case removal
    /// It goes by itself: nobody else has to do with it.
    case withPerson
    /// A step deletes it, which deals with what others have of it.
    case step(ErasureStep)
    /// A step of the feature deletes it, behind those that others have to do with.
    case ownStep(OwnStep)
    /// It is the order to erase, and goes last.
    case order
    /// A step blanks what the person wrote; the rest stays, and why.
    case blanked(by: ErasureStep, because: String)
    /// It stays, and why.
    case stays(because: String)

    /// Whether records stay that were a person's.
    package var leavesRecords: Bool {
        switch self {
        case .stays, .blanked: true
        case .removal, .withPerson, .step, .ownStep, .order: false
        }
    }

    /// Deletes a person's records, as many as may be touched still, and takes those off; answers
    /// whether none is left.
    package typealias OwnStep =
        @Sendable (UserNumber, inout Int, StoreTransaction) throws(DomainError) -> Bool
}

/// What an erasure does that reaches the records of others, in this order.
package enum ErasureStep: String, CaseIterable, Sendable {
    /// What the person said in reports, which stay otherwise.
    case reports
    /// Notes that the person sent: their receivers keep them, without the sender.
    case sentNotes
    /// Notes that the person received: their senders keep content and answer.
    case receivedNotes
    /// The name in notes of senders that no record of the person leads to.
    case shownNames
    /// Replies, which lie by day.
    case replies
    /// Contacts of others that are linked to the person.
    case links
    /// The person's own contacts, and what finds them at those whom they are linked to.
    case contacts
    /// The feed, and what receivers of deleted notes are shown.
    case feed
    /// What the feeds of others have yet to tell.
    case telling
}

/// What receivers get of a table, and so what of it might tell them who sent a note without a name.
package enum ReceiversSight: Sendable {
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

    /// Whether a proof of privacy goes through the table.
    package var isGoneThrough: Bool {
        switch self {
        case .notes, .feed, .comingFeed, .histories: true
        case .waiting, .nothing: false
        }
    }
}

/// What an archive of the log keeps of a record of somebody who is gone.
package enum ArchiveRule: Sendable {
    /// All of it, and why.
    case kept(because: String)
    /// Nothing, once the person in its key is gone.
    case goesWithPerson
    /// Nothing, once whom it names is gone.
    case goes(with: Whose)
    /// All of a report but what its reporter said, once that one is gone.
    case report
    /// Of a feed what leads to a name that has to go again.
    case feed
    /// What the sender still has.
    case received
    /// What the receiver still has.
    case sent

    /// Whether it is there in an archive whoever is gone.
    package var keepsAll: Bool {
        if case .kept = self { true } else { false }
    }

    /// Whom a record names.
    package typealias Whose =
        @Sendable (_ key: RawSpan, _ value: RawSpan, IdentifierCipher) throws(DomainError)
        -> UserNumber
}
