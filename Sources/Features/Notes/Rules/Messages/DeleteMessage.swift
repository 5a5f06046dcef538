package import AccountRules
package import Domain

/// Deletes a note from the caller's own view; the other person notices nothing.
package struct DeleteMessage: Sendable {
    /// The caller, who received or sent the note.
    package let identity: Identity
    /// The id under which the caller knows the note.
    package let message: MessageID

    /// Names the caller and the note.
    package init(identity: Identity, message: MessageID) {
        self.identity = identity
        self.message = message
    }

    /// Deletes it.
    ///
    /// - Throws: `messageNotFound`, also when it was deleted before.
    package func run(in store: any MessageWriting) throws(DomainError) {
        guard try store.deleteMessage(message, of: identity.user) else {
            throw .refused(.messageNotFound)
        }
    }
}
