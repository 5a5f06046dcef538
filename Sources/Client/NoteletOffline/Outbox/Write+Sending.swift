internal import Foundation
internal import NoteletClient
internal import NoteletRemote

/// What the service said to a write that it took.
enum Reply: Sendable {
    /// A note was sent; but for its id and its moment it is what was asked for.
    case sent(SentMessage)
    /// A note was answered.
    case answered(ReceivedMessage)
    /// A note was deleted.
    case deletedMessage([UInt8])
    /// A contact was added or changed.
    case contact(NoteletAPI.Contact)
    /// A contact was deleted.
    case deletedContact([UInt8])
    /// The account was changed.
    case user(NoteletAPI.User)
    /// A write of delivery was taken.
    case delivery(DeliveryReply)
}

extension Write {
    /// Sends it once; the connection repeats it under the same key as often as it takes.
    ///
    /// - Parameters:
    ///   - notelet: The connection.
    ///   - key: What names the intention.
    /// - Returns: What the service said.
    /// - Throws: `NoteletError`.
    func send(
        by notelet: Notelet,
        key: IdempotencyKey
    ) async throws(NoteletError) -> Reply {
        try await reply(of: notelet, key: key).checked()
    }

    private func reply(
        of notelet: Notelet,
        key: IdempotencyKey
    ) async throws(NoteletError) -> Reply {
        switch self {
        case .sendToContact(let request):
            let sending = MessageSending.toContact(request)
            return .sent(request.sent(try await sending.send(by: notelet, key: key)))
        case .sendToLink(let request):
            let sending = MessageSending.toLink(request)
            return .sent(request.sent(try await sending.send(by: notelet, key: key)))
        case .answer(let request):
            return .answered(
                try await notelet.answer(
                    request.messageID,
                    with: request.content,
                    idempotencyKey: key
                )
            )
        case .deleteMessage(let request):
            try await notelet.deleteMessage(request.messageID, idempotencyKey: key)
            return .deletedMessage(request.messageID)
        case .addContact(let request):
            return .contact(try await notelet.addContact(request, idempotencyKey: key))
        case .updateContact(let request):
            return .contact(try await notelet.updateContact(request, idempotencyKey: key))
        case .deleteContact(let request):
            try await notelet.deleteContact(request.id, idempotencyKey: key)
            return .deletedContact(request.id)
        case .updateProfile(let request):
            return .user(
                try await notelet.call(
                    ProfilesAPI.updateProfile,
                    request,
                    giving: \.user,
                    idempotencyKey: key
                )
            )
        case .delivery(let write): return .delivery(try await write.send(by: notelet, key: key))
        }
    }
}

extension Write {
    /// What a deletion comes to of something that is gone, or a write that nobody wants any more;
    /// nil of all else.
    func replyWhereGone(_ error: NoteletError) -> Reply? {
        switch (self, error.reason) {
        case (.deleteMessage(let request), .messageNotFound?):
            .deletedMessage(request.messageID)
        case (.deleteContact(let request), .contactNotFound?): .deletedContact(request.id)
        case (.delivery(let write), let reason?) where write.isVoid(for: reason):
            .delivery(.done(orderID: write.orderID))
        default: nil
        }
    }
}

extension Reply {
    /// Demands that what it tells has an id, without which it cannot be kept.
    fileprivate func checked() throws(NoteletError) -> Reply {
        let id =
            switch self {
            case .sent(let message): message.id
            case .answered(let message): message.id
            case .contact(let contact): contact.id
            case .user(let user): user.id
            case .deletedMessage(let id), .deletedContact(let id): id
            case .delivery(let reply): reply.id
            }
        guard UUID(optional: id) != nil else { throw .invalidReply }
        return self
    }
}

extension NoteletError {
    /// What is said of a reply that cannot be kept.
    static let invalidReply = NoteletError(
        .protocolViolation,
        "the service answered with ids that are none"
    )
}

extension SendToContactRequest {
    fileprivate func sent(_ response: SendResponse) -> SentMessage {
        SentMessage(
            id: response.messageID,
            content: content,
            sentAt: response.sentAt,
            isAnonymous: !revealSender,
            contactID: contactID,
            status: .pending
        )
    }
}

extension SendToLinkRequest {
    fileprivate func sent(_ response: SendResponse) -> SentMessage {
        SentMessage(
            id: response.messageID,
            content: content,
            sentAt: response.sentAt,
            isAnonymous: !revealSender,
            status: .pending
        )
    }
}
