package import Domain

/// A person whom a user keeps, under a name of the user's own.
package struct Contact: Equatable, Sendable {
    /// The id by which the owner and the linked user address the contact.
    package let id: ContactID
    /// Who keeps the contact; only this user may see or change its texts.
    package let owner: UserNumber
    /// The name that the owner gave; unique among the owner's contacts, with regard to case.
    package var name: ContactName
    /// What the owner wrote about the person.
    package var details: ContactDetails
    /// When the contact was added: the lock against deletion counts from here, and no change moves
    /// it.
    package let registeredAt: Instant
    /// The account at the other end; nil when the contact is linked to nobody.
    package var linkedUser: UserNumber?

    /// Creates a contact as it is stored.
    package init(
        id: ContactID,
        owner: UserNumber,
        name: ContactName,
        details: ContactDetails,
        registeredAt: Instant,
        linkedUser: UserNumber?
    ) {
        self.id = id
        self.owner = owner
        self.name = name
        self.details = details
        self.registeredAt = registeredAt
        self.linkedUser = linkedUser
    }

    /// The first moment at which the contact may be deleted.
    package var deletableAt: Instant {
        registeredAt.adding(seconds: ContactLimit.deletionLockSeconds)
    }

    /// Whether the contact may be deleted; the exact end of the lock counts as unlocked.
    package func isDeletable(at now: Instant) -> Bool { now >= deletableAt }

    /// Days until the contact may be deleted, begun ones counted whole; 0 once it may.
    package func remainingLockDays(at now: Instant) -> Int {
        let dayMilliseconds: Int64 = 86_400_000
        let remaining = max(0, now.milliseconds(until: deletableAt))
        let days = remaining / dayMilliseconds + (remaining % dayMilliseconds == 0 ? 0 : 1)
        return Int(clamping: days)
    }
}

/// The name of a contact, stored as given; canonically equivalent names are one name.
package struct ContactName: Hashable, Sendable {
    /// The name as it was given, 1 to 50 characters, not all of them blank.
    package let text: String

    /// Wraps a name that was checked when it was stored.
    package init(stored text: String) {
        self.text = text
    }

    /// Checks a name.
    ///
    /// - Throws: `Refusal.invalidValue` of the field `name`.
    package init(_ text: String) throws(DomainError) {
        let characters = DomainLimits.contactNameCharacters
        self.text = try ShortText.title(text, field: "name", characters)
    }
}
