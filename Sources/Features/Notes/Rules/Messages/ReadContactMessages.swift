package import AccountRules
package import Domain

/// Checks who may read the notes of a contact: its owner and the user it is linked to.
package struct ReadContactMessages: Sendable {
    /// The caller, who must own the contact or be the user it is linked to.
    package let identity: Identity
    /// The contact whose notes are read.
    package let contact: ContactID

    /// Names the caller and the contact.
    package init(identity: Identity, contact: ContactID) {
        self.identity = identity
        self.contact = contact
    }

    /// Visits encoded `Message`s, newest first; see `MessageReading.visitMessages`.
    ///
    /// - Throws: `contactNotFound` for anybody else.
    package func run(
        in store: any ContactReading & MessageReading,
        before place: Sequence?,
        limit: Int,
        _ visit: (RawSpan) -> PageStep
    ) throws(DomainError) -> Sequence? {
        guard let stored = try store.contact(contact),
            stored.owner == identity.user || stored.linkedUser == identity.user
        else { throw .refused(.contactNotFound) }
        return try store.visitMessages(
            of: identity.user,
            through: contact,
            before: place,
            limit: limit,
            visit
        )
    }
}
