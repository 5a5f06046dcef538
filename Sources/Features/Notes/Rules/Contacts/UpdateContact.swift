package import AccountRules
package import Domain

/// Changes what is given of a contact and leaves the rest, the time of registration above all.
package struct UpdateContact: Sendable {
    /// The caller, who must own the contact.
    package let identity: Identity
    /// The contact to change.
    package let contact: ContactID
    /// The new name; nil leaves it.
    package let name: ContactName?
    /// What changes of what the caller wrote about the person.
    package let details: ContactDetails.Changes
    /// What happens to the account at the other end.
    package let link: LinkChange

    /// What happens to the other end.
    package enum LinkChange: Sendable {
        /// Leaves the contact linked to whom it is, or to nobody.
        case keep
        /// Links the contact to nobody, so that no notes can go through it.
        case unlink
        /// Links the contact to the owner of this personal link.
        case set(String)
    }

    /// Checks the new texts of a contact; nil leaves one as it is.
    ///
    /// - Throws: `invalidValue` of `name`, or of a field of the details.
    package init(
        identity: Identity,
        contact: ContactID,
        name: String? = nil,
        details: ContactDetails.Changes = ContactDetails.Changes(),
        link: LinkChange = .keep
    ) throws(DomainError) {
        self.identity = identity
        self.contact = contact
        self.name = try name.map { text throws(DomainError) in try ContactName(text) }
        self.details = try details.checked()
        self.link = link
    }

    /// Stores the changed contact.
    ///
    /// - Throws: `contactNotFound` unless the caller owns it; `duplicateContactName`;
    ///   `linkNotFound` or `ownLink`.
    package func run(in store: any AccountReading & ContactWriting) throws(DomainError) -> Contact {
        var changed = try store.contact(contact, ownedBy: identity)
        if let name {
            let holder = try store.contact(named: name, of: identity.user)
            guard holder == nil || holder?.id == contact else {
                throw .refused(.duplicateContactName)
            }
            changed.name = name
        }
        changed.details.apply(details)
        switch link {
        case .keep: break
        case .unlink: changed.linkedUser = nil
        case .set(let link):
            changed.linkedUser = try store.otherUser(behind: link, than: identity.user)
        }
        try store.update(changed)
        return changed
    }
}

extension ContactReading {
    /// A contact of the caller's own.
    ///
    /// - Throws: `contactNotFound`, also when somebody else has it.
    package func contact(
        _ id: ContactID,
        ownedBy identity: Identity
    ) throws(DomainError) -> Contact {
        guard let contact = try contact(id), contact.owner == identity.user else {
            throw .refused(.contactNotFound)
        }
        return contact
    }
}
