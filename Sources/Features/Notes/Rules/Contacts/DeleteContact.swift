package import AccountRules
package import Domain

/// Deletes a contact whose lock has ended; its notes stay.
package struct DeleteContact: Sendable {
    /// The caller, who must own the contact.
    package let identity: Identity
    /// The contact to delete.
    package let contact: ContactID

    /// Names the caller and the contact.
    package init(identity: Identity, contact: ContactID) {
        self.identity = identity
        self.contact = contact
    }

    /// Deletes it.
    ///
    /// - Throws: `contactNotFound` unless the caller owns it; `contactLocked` with the days that
    ///   remain.
    package func run(in store: any ContactWriting, _ context: Context) throws(DomainError) {
        let stored = try store.contact(contact, ownedBy: identity)
        guard stored.isDeletable(at: context.now) else {
            throw .refused(
                .contactLocked(remainingDays: stored.remainingLockDays(at: context.now))
            )
        }
        try store.delete(stored)
    }
}
