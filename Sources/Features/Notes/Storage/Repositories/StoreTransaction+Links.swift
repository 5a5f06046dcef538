internal import AccountStorage
package import Domain
package import Records
internal import StorageEngine

// What finds the contacts of others that are linked to somebody.
extension StoreTransaction {
    /// Remembers that a contact is linked to a user.
    func noteLink(to user: UserNumber, from contact: Place) throws(DomainError) {
        try put(
            [KeyRow<LinkedContact>.version],
            for: .linkedContact(of: user, contact),
            in: .linkedContacts
        )
    }

    /// Forgets it.
    package func forgetLink(to user: UserNumber, from contact: Place) throws(DomainError) {
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
    package func unlink(_ contact: Place, fromDeparted user: UserNumber) throws(DomainError) {
        // The contacts of somebody who goes as well are erased with all else.
        if try !isRemoved(contact.user), let unlinked = try self.contact(at: contact) {
            try update(unlinked)
        }
        try forgetLink(to: user, from: contact)
    }
}
