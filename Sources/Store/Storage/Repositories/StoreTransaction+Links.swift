internal import Domain

// What finds the contacts of others that are linked to somebody.
extension StoreTransaction {
    /// Remembers that a contact is linked to a user.
    func noteLink(to user: UserNumber, from contact: Place) throws(DomainError) {
        try put(
            [LinkedContact.version],
            for: .linkedContact(of: user, contact),
            in: .linkedContacts
        )
    }

    /// Forgets it.
    func forgetLink(to user: UserNumber, from contact: Place) throws(DomainError) {
        try delete(.linkedContact(of: user, contact), in: .linkedContacts)
    }

    /// Moves what finds a contact from whom it was linked to, to whom it is.
    func moveLink(
        of contact: Place,
        from old: UserNumber?,
        to new: UserNumber?
    ) throws(DomainError) {
        guard old != new else { return }
        if let old { try forgetLink(to: old, from: contact) }
        if let new { try noteLink(to: new, from: contact) }
    }

    /// Tells the owner of a contact, by the feed, that it is linked to nobody any more, for whom it
    /// was linked to is gone.
    func unlink(_ contact: Place, fromDeparted user: UserNumber) throws(DomainError) {
        // The contacts of somebody who goes as well are erased with all else.
        if try !isRemoved(contact.user), let unlinked = try self.contact(at: contact) {
            try update(unlinked)
        }
        try forgetLink(to: user, from: contact)
    }
}

/// An entry of `linked_contacts`.
///
/// Key bytes: a user (8), the owner of a contact that is linked to that one (8), where the owner
/// registered it (8).
struct LinkedContact {
    let user: UserNumber
    let contact: Place

    /// The stored form.
    static let version: UInt8 = 1

    /// Reads a key.
    init(key: RawSpan) throws(DomainError) {
        user = UserNumber(try key.number(at: 0, of: .uniqueEntry))
        contact = try key.place(at: 8, of: .uniqueEntry)
    }

    var key: Key { .linkedContact(of: user, contact) }
}
