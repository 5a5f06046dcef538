package import Domain

/// Reads contacts.
package protocol ContactReading: AnyObject {
    /// The contact of this id, whoever asks.
    func contact(_ id: ContactID) throws(DomainError) -> Contact?
    /// The owner's contact of this name; canonically equivalent names are equal, case counts.
    func contact(named name: ContactName, of owner: UserNumber) throws(DomainError) -> Contact?
    /// How many contacts the owner has; counts up to `countMax` and no further.
    func contactCount(of owner: UserNumber, countMax: Int) throws(DomainError) -> Int
    /// A page of the owner's contacts in order of registration, after `place`.
    ///
    /// - Returns: The contacts, and the place after which the next page begins; nil at the end.
    func contacts(
        of owner: UserNumber,
        after place: Sequence?,
        limit: Int
    ) throws(DomainError) -> (contacts: [Contact], next: Sequence?)
}

extension ContactReading {
    /// How many contacts the owner has.
    package func contactCount(of owner: UserNumber) throws(DomainError) -> Int {
        try contactCount(of: owner, countMax: .max)
    }
}

/// Writes contacts.
package protocol ContactWriting: ContactReading {
    /// Stores a new contact, gives it its id, and tells the owner's feed.
    func addContact(_ new: NewContact) throws(DomainError) -> Contact
    /// Stores a changed contact and tells the owner's feed.
    func update(_ contact: Contact) throws(DomainError)
    /// Deletes a contact, leaves its notes, and tells the owner's feed.
    func delete(_ contact: Contact) throws(DomainError)
}

/// A contact that has no id yet.
package struct NewContact: Sendable {
    /// Who keeps the contact.
    package let owner: UserNumber
    /// The name that the owner gave, which no other contact of the owner has.
    package let name: ContactName
    /// What the owner wrote about the person.
    package let details: ContactDetails
    /// When the contact was added, from which its lock against deletion counts.
    package let registeredAt: Instant
    /// The account at the other end, never the owner's own; nil when the contact is linked to
    /// nobody.
    package let linkedUser: UserNumber?

    /// Gathers what a contact begins with.
    package init(
        owner: UserNumber,
        name: ContactName,
        details: ContactDetails = ContactDetails(),
        registeredAt: Instant,
        linkedUser: UserNumber?
    ) {
        self.owner = owner
        self.name = name
        self.details = details
        self.registeredAt = registeredAt
        self.linkedUser = linkedUser
    }
}
