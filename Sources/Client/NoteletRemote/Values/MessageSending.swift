package import NoteletClient
package import NoteletInterface

/// What sends a note, by whom it is for.
package enum MessageSending: Sendable {
    /// To the other end of a contact.
    case toContact(SendToContactRequest)
    /// To whoever a personal link belongs to.
    case toLink(SendToLinkRequest)

    /// Takes over what a note says of itself.
    ///
    /// - Parameter message: The note.
    /// - Throws: `AppError`, `data` with `validation` where it is for nobody.
    package init(_ message: NoteletInterface.Message) throws(AppError) {
        if let contactId = message.contactId {
            self = .toContact(
                SendToContactRequest(
                    contactID: contactId.bytes,
                    content: message.content,
                    revealSender: !message.isAnonymous
                )
            )
        } else if let link = message.link {
            self = .toLink(
                SendToLinkRequest(
                    link: link,
                    content: message.content,
                    revealSender: !message.isAnonymous
                )
            )
        } else {
            throw .data(.validation("A note goes to a contact or to a link."))
        }
    }

    /// Sends it under a key.
    ///
    /// - Parameters:
    ///   - notelet: The connection.
    ///   - key: What names the intention.
    /// - Returns: What the service said.
    /// - Throws: `NoteletError`.
    package func send(
        by notelet: Notelet,
        key: IdempotencyKey
    ) async throws(NoteletError) -> SendResponse {
        switch self {
        case .toContact(let request):
            try await notelet.call(MessagesAPI.sendToContact, request, idempotencyKey: key)
        case .toLink(let request):
            try await notelet.call(MessagesAPI.sendToLink, request, idempotencyKey: key)
        }
    }
}
