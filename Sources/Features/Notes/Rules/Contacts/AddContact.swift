package import AccountRules
package import Domain

/// Adds a contact.
package struct AddContact: Sendable {
    /// The caller, who will own the contact and needs an account for it.
    package let identity: Identity
    /// The name under which the caller keeps the person; unique among the caller's contacts.
    package let name: ContactName
    /// What the caller writes about the person.
    package let details: ContactDetails
    /// A personal link whose owner the contact is linked to; nil for none.
    package let link: String?

    /// Checks the texts of a contact.
    ///
    /// - Throws: `invalidValue` of `name`, or of a field of the details.
    package init(
        identity: Identity,
        name: String,
        details: ContactDetails = ContactDetails(),
        link: String? = nil
    ) throws(DomainError) {
        self.identity = identity
        self.name = try ContactName(name)
        self.details = try details.checked()
        self.link = link
    }

    /// Stores the contact.
    ///
    /// - Throws: `accountRequired`; then `contactLimitReached`; then `duplicateContactName`; then
    ///   `linkNotFound` or `ownLink`.
    package func run(in store: any AccountReading & ContactWriting, _ context: Context)
        throws(DomainError) -> Contact
    {
        let owner = try store.account(of: identity)
        guard try store.canAddContact(owner, at: context.now) else {
            throw .refused(.contactLimitReached(limit: ContactLimit.maxFreeContacts))
        }
        guard try store.contact(named: name, of: owner.number) == nil else {
            throw .refused(.duplicateContactName)
        }
        return try store.addContact(
            NewContact(
                owner: owner.number,
                name: name,
                details: details,
                registeredAt: context.now,
                linkedUser: try link.map { link throws(DomainError) in
                    try store.otherUser(behind: link, than: owner.number)
                }
            )
        )
    }
}

extension ContactReading where Self: AccountReading {
    /// How many contacts the owner has and may have at this moment.
    package func contactLimit(
        of owner: User,
        at now: Instant
    ) throws(DomainError) -> ContactLimit {
        ContactLimit(
            currentCount: try contactCount(of: owner.number),
            isPremium: owner.isPremium(at: now)
        )
    }

    /// Whether the owner may have one more contact at this moment.
    ///
    /// It counts no further than up to the limit, and not at all where there is none: everybody
    /// waits for the writer that asks.
    package func canAddContact(_ owner: User, at now: Instant) throws(DomainError) -> Bool {
        if owner.isPremium(at: now) { return true }
        let countMax = ContactLimit.maxFreeContacts
        let count = try contactCount(of: owner.number, countMax: countMax)
        return ContactLimit(currentCount: count, isPremium: false).canAddContact
    }
}

extension AccountReading {
    /// The account behind a link, which must not be the caller's own.
    func otherUser(behind link: String, than owner: UserNumber) throws(DomainError) -> UserNumber {
        let user = try activeCorrespondent(behind: LinkToken(link: link))
        guard user.number != owner else { throw .refused(.ownLink) }
        return user.number
    }
}
