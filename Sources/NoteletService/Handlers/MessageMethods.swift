internal import Domain
internal import NoteletAPI
internal import ProtobufCoding

extension ServiceMethods {
    /// Sending, reading and answering notes.
    mutating func addMessages() {
        addSending()
        addHistory()
        addDeletion()
        add(
            endpoint.read(MessagesAPI.getMessage) { request, caller, store, _ throws(DomainError) in
                let id = MessageID(try OpaqueID(request.id, field: "id"))
                guard let message = try store.message(id, of: caller.user) else {
                    throw .refused(.messageNotFound)
                }
                return GetMessageResponse(message: NoteletAPI.Message(message))
            }
        )
        add(
            endpoint.write(MessagesAPI.answerMessage, for: .ordinary, sending: .answer) {
                request,
                caller throws(DomainError) in
                let command = try AnswerMessage(
                    identity: caller,
                    message: MessageID(try OpaqueID(request.messageID, field: "message_id")),
                    content: request.content
                )
                return { store, context throws(DomainError) in
                    let message = try command.run(in: store, context)
                    return AnswerMessageResponse(message: NoteletAPI.ReceivedMessage(message))
                }
            }
        )
    }

    private mutating func addDeletion() {
        add(
            endpoint.write(MessagesAPI.deleteMessage, for: .vital) {
                request,
                caller throws(DomainError) in
                let id = MessageID(try OpaqueID(request.messageID, field: "message_id"))
                let command = DeleteMessage(identity: caller, message: id)
                return { store, _ throws(DomainError) in
                    try command.run(in: store)
                    return DeleteMessageResponse()
                }
            }
        )
    }

    private mutating func addSending() {
        add(
            endpoint.writeBytes(
                MessagesAPI.sendToLink,
                for: .ordinary,
                sending: .noteByLink,
                admission: sendAdmission { LinkToken(link: $0.link) }
            ) { request, caller throws(DomainError) in
                let command = try SendToLink(
                    identity: caller,
                    link: request.link,
                    content: request.content,
                    disclosure: request.disclosure
                )
                return { store, context throws(DomainError) in
                    encodedSendResponse(try command.run(in: store, context))
                }
            }
        )
        add(
            endpoint.writeBytes(
                MessagesAPI.sendToContact,
                for: .ordinary,
                sending: .noteByContact,
                admission: sendAdmission { $0.contactID }
            ) { request, caller throws(DomainError) in
                let command = try SendToContact(
                    identity: caller,
                    contact: ContactID(try OpaqueID(request.contactID, field: "contact_id")),
                    content: request.content,
                    disclosure: request.disclosure
                )
                return { store, context throws(DomainError) in
                    encodedSendResponse(try command.run(in: store, context))
                }
            }
        )
    }

    /// Refuses notes that are sent too often; `receiver` tells whom a request names.
    private func sendAdmission<Request: SendRequest, Receiver: Hashable & SendableMetatype>(
        to receiver: @escaping @Sendable (Request) -> Receiver
    ) -> Endpoint.Admission<Request> {
        let limiter = dependencies.limiter
        return { request, caller, origin throws(DomainError) in
            try limiter.admitSend(
                request.disclosure,
                by: caller.user,
                from: origin,
                to: receiver(request)
            )
            if caller.kind == .guest { limiter.guestOrigins.note(caller.user, at: RateKey(origin)) }
        }
    }

    private mutating func addHistory() {
        let pages = HistoryPages(cursors: dependencies.cursors)
        add(
            endpoint.readBytes(MessagesAPI.listReceived) {
                request,
                caller,
                store throws(DomainError) in
                try pages.page(.received, request.cursor, request.pageSize, of: caller) {
                    place,
                    limit,
                    visit throws(DomainError) in
                    try store.visitReceived(
                        by: caller.user,
                        before: place,
                        limit: limit,
                        visit
                    )
                }
            }
        )
        add(
            endpoint.readBytes(MessagesAPI.listSent) {
                request,
                caller,
                store throws(DomainError) in
                try pages.page(.sent, request.cursor, request.pageSize, of: caller) {
                    place,
                    limit,
                    visit throws(DomainError) in
                    try store.visitSent(by: caller.user, before: place, limit: limit, visit)
                }
            }
        )
        add(
            endpoint.readBytes(MessagesAPI.listByContact) {
                request,
                caller,
                store throws(DomainError) in
                let contact = ContactID(try OpaqueID(request.contactID, field: "contact_id"))
                let command = ReadContactMessages(identity: caller, contact: contact)
                return try pages.page(
                    .contactMessages,
                    request.cursor,
                    request.pageSize,
                    of: caller
                ) { place, limit, visit throws(DomainError) in
                    try command.run(in: store, before: place, limit: limit, visit)
                }
            }
        )
    }
}

/// A request to send a note.
private protocol SendRequest: SendableMetatype {
    /// Whether the receiver is to learn the sender's name.
    var revealSender: Bool { get }
}

extension SendRequest {
    /// What the receiver is to learn of the sender.
    fileprivate var disclosure: Disclosure { revealSender ? .username : .anonymous }
}

extension SendToLinkRequest: SendRequest {}
extension SendToContactRequest: SendRequest {}
