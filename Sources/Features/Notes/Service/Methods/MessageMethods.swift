internal import AccountRules
internal import AccountStorage
internal import Domain
internal import NoteRules
internal import NoteStorage
internal import NoteletAPI
internal import ProtobufCoding
internal import Records
internal import Serving
internal import TTRPC

/// Serves sending, reading and answering notes, and what a receiver can do about them.
struct MessageMethods: MessagesService {
    let endpoint: Endpoint
    private let state: NoteState
    private let gates: SendGates
    private let ticketSeconds: Int64

    /// Serves the notes of a service.
    init(_ endpoint: Endpoint, _ state: NoteState) {
        self.endpoint = endpoint
        self.state = state
        gates = SendGates(endpoint.dependencies.limiter)
        ticketSeconds = Int64(endpoint.dependencies.settings.notes.ticketDays) * 86_400
    }

    var limiter: RateLimiter { endpoint.dependencies.limiter }

    func sendToLink(_ method: MessagesAPI.SendToLink) -> ServedMethod {
        endpoint.changeForAnybody(
            method,
            for: .ordinary,
            observer: counting(.noteByLink)
        ) {
            request,
            caller,
            origin throws(DomainError) in
            let command = try SendToLink(
                sender: caller.map(LinkSender.signedIn) ?? .stranger(stranger(at: origin)),
                link: request.link,
                content: request.content,
                disclosure: request.disclosure
            )
            try admit(request.disclosure, by: caller, from: origin, to: command.link)
            return { store, context throws(DomainError) in
                encodedSendResponse(try command.run(in: store, context))
            }
        }
    }

    /// Somebody who is not signed in, as far as notes of the same origin tell.
    private func stranger(at origin: PeerOrigin) -> Stranger {
        let (key, origins) = (RateKey(origin), state.ticketOrigins)
        let now = endpoint.dependencies.clock.now()
        return Stranger(
            ticketSeconds: ticketSeconds,
            isUnwelcome: { receiver in origins.isShut(key, to: receiver, at: now) },
            didBecome: { guest in origins.note(guest, at: key) }
        )
    }

    func getReply(_ method: MessagesAPI.GetReply) -> ServedMethod {
        endpoint.readOpenly(method, through: limiter[.replies]) {
            request,
            _,
            store,
            context throws(DomainError) in
            let reply = try ReadReply(ticket: request.replyTicket).run(in: store, context)
            return GetReplyResponse(reply)
        }
    }

    func sendToContact(_ method: MessagesAPI.SendToContact) -> ServedMethod {
        endpoint.changeEncoding(
            method,
            for: .ordinary,
            replyForm: .plain,
            observer: counting(.noteByContact)
        ) {
            request,
            caller,
            origin throws(DomainError) in
            let command = try SendToContact(
                identity: caller,
                contact: try ContactID(request.contactID, field: "contact_id"),
                content: request.content,
                disclosure: request.disclosure
            )
            try admit(request.disclosure, by: caller, from: origin, to: request.contactID)
            return { store, context throws(DomainError) in
                encodedSendResponse(try command.run(in: store, context))
            }
        }
    }

    func getMessage(_ method: MessagesAPI.GetMessage) -> ServedMethod {
        endpoint.read(method) { request, caller, store, _ throws(DomainError) in
            let id = try MessageID(request.id)
            let message = try store.message(id, of: caller.user).unwrapped(or: .messageNotFound)
            return GetMessageResponse(message: NoteletAPI.Message(message))
        }
    }

    func listReceived(_ method: MessagesAPI.ListReceived) -> ServedMethod {
        endpoint.list(method) { _, caller, store throws(DomainError) in
            { place, limit, visit throws(DomainError) in
                try store.visitReceived(by: caller.user, before: place, limit: limit, visit)
            }
        }
    }

    func listSent(_ method: MessagesAPI.ListSent) -> ServedMethod {
        endpoint.list(method) { _, caller, store throws(DomainError) in
            { place, limit, visit throws(DomainError) in
                try store.visitSent(by: caller.user, before: place, limit: limit, visit)
            }
        }
    }

    func listByContact(_ method: MessagesAPI.ListByContact) -> ServedMethod {
        endpoint.listOfOne(method) { request, caller, store throws(DomainError) in
            let contact = try ContactID(request.contactID, field: "contact_id")
            let command = ReadContactMessages(identity: caller, contact: contact)
            let visit: ListPages.Visit = { place, limit, visit throws(DomainError) in
                try command.run(in: store, before: place, limit: limit, visit)
            }
            return (contact.opaque.high, visit)
        }
    }

    func answerMessage(_ method: MessagesAPI.AnswerMessage) -> ServedMethod {
        endpoint.changeShowing(method, for: .ordinary, observer: counting(.answer)) {
            request,
            caller,
            _ throws(DomainError) in
            let command = try AnswerMessage(
                identity: caller,
                message: try MessageID(request.messageID, field: "message_id"),
                content: request.content
            )
            return { store, context throws(DomainError) in
                try command.run(in: store, context)
                return command.message
            }
        } show: { id, caller, store throws(DomainError) in
            let message = try store.receivedMessage(id, by: caller)
            return AnswerMessageResponse(message: NoteletAPI.ReceivedMessage(message))
        }
    }

    func deleteMessage(_ method: MessagesAPI.DeleteMessage) -> ServedMethod {
        endpoint.perform(method, for: .vital) { request, caller, _ throws(DomainError) in
            let id = try MessageID(request.messageID, field: "message_id")
            let command = DeleteMessage(identity: caller, message: id)
            return { store, _ throws(DomainError) in
                try command.run(in: store)
            }
        }
    }

    /// Counts a note, and refuses it where too many are sent.
    private func admit(
        _ disclosure: Disclosure,
        by caller: Identity?,
        from origin: PeerOrigin,
        to receiver: some Hashable
    ) throws(DomainError) {
        try gates.admit(disclosure, by: caller?.user, from: origin, to: receiver)
        if let caller, caller.kind == .guest {
            state.guestOrigins.note(caller.user, at: RateKey(origin))
        }
    }

    /// Counts what was sent by the door that it came in by.
    private func counting(_ kind: SentKind) -> Endpoint.ChangeObserver {
        { [doors = state.doors] entrance in doors.note(DoorSums.Door(kind, entrance)) }
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
