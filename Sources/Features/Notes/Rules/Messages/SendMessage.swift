package import AccountRules
package import Domain
internal import TextFolding

/// Sends a note to whoever a personal link belongs to.
package struct SendToLink: Sendable {
    /// Who sends: an account, or anybody else where the link's owner lets them write.
    package let sender: LinkSender
    /// The receiver's personal link; nil when what was given is none.
    package let link: LinkToken?
    /// What is sent, and how; who has no account can only be anonymous.
    package let draft: NoteDraft

    /// Checks the content and gathers the note; `link` is a link, or its token alone.
    ///
    /// - Throws: `invalidValue` of `content`.
    package init(
        sender: LinkSender,
        link: String,
        content: String,
        disclosure: Disclosure
    ) throws(DomainError) {
        self.sender = sender
        self.link = LinkToken(link: link)
        draft = try NoteDraft(content, disclosure)
    }

    /// Stores the note.
    ///
    /// - Throws: `linkNotFound`, `ownLink`, `signInToWrite`, `guestHasNoName`.
    package func run(
        in store: any AccountWriting & SessionWriting & ContactReading & MessageWriting
            & WordWriting,
        _ context: Context
    ) throws(DomainError) -> SentReceipt {
        let receiver = try store.activeCorrespondent(behind: link)
        switch sender {
        case .signedIn(let identity):
            guard receiver.number != identity.user else { throw .refused(.ownLink) }
            guard receiver.senderPolicy == .anyone || identity.kind == .account else {
                throw .refused(.signInToWrite)
            }
            return try store.send(draft, from: identity, to: receiver, through: nil, context)
        case .stranger(let stranger):
            guard receiver.senderPolicy == .anyone else { throw .refused(.signInToWrite) }
            return try stranger.send(draft, to: receiver, in: store, context)
        }
    }
}

/// Who writes to a link.
package enum LinkSender: Sendable {
    /// An account, or a guest.
    case signedIn(Identity)
    /// Somebody who has nothing, and gets a ticket to the answer.
    case stranger(Stranger)
}

/// Somebody who sends a note and is nobody: the note gets a guest of its own.
package struct Stranger: Sendable {
    /// How many seconds the ticket to the answer lasts.
    package let ticketSeconds: Int64
    /// Whether a receiver does not want to hear from where the note comes.
    package let isUnwelcome: @Sendable (_ receiver: UserNumber) -> Bool
    /// Hears which guest the note got.
    package let didBecome: @Sendable (UserNumber) -> Void

    /// Describes a stranger.
    package init(
        ticketSeconds: Int64,
        isUnwelcome: @escaping @Sendable (_ receiver: UserNumber) -> Bool,
        didBecome: @escaping @Sendable (UserNumber) -> Void
    ) {
        self.ticketSeconds = ticketSeconds
        self.isUnwelcome = isUnwelcome
        self.didBecome = didBecome
    }

    /// Stores a note of a new guest, and what its ticket is checked against.
    fileprivate func send(
        _ draft: NoteDraft,
        to receiver: Correspondent,
        in store: any AccountWriting & SessionWriting & MessageWriting & WordWriting,
        _ context: Context
    ) throws(DomainError) -> SentReceipt {
        guard case .anonymous = draft.disclosure else { throw .refused(.guestHasNoName) }
        let guest = try store.makeUserNumber()
        let issue = IssueTicket(user: guest, lifetimeSeconds: ticketSeconds)
        let grant = try issue.run(in: store, context)
        didBecome(guest)
        var receipt = try store.send(
            NewMessage(
                sender: guest,
                receiver: receiver.number,
                content: draft.content,
                shownSender: .anonymous,
                contact: nil,
                receiverName: receiver.displayName,
                sentAt: context.now
            ),
            draft,
            to: receiver,
            isUnwelcome: isUnwelcome(receiver.number),
            context
        )
        receipt.ticket = grant
        return receipt
    }
}

/// Sends a note to the other end of a contact.
package struct SendToContact: Sendable {
    /// Who sends: the contact's owner or the user it is linked to.
    package let identity: Identity
    /// The contact at whose other end the receiver is.
    package let contact: ContactID
    /// What is sent, and how.
    package let draft: NoteDraft

    /// Checks the content and gathers the note.
    ///
    /// - Throws: `invalidValue` of `content`.
    package init(
        identity: Identity,
        contact: ContactID,
        content: String,
        disclosure: Disclosure
    ) throws(DomainError) {
        self.identity = identity
        self.contact = contact
        draft = try NoteDraft(content, disclosure)
    }

    /// Stores the note: from the owner to the linked user, from the linked user to the owner.
    ///
    /// - Throws: `contactNotFound` for anybody else; `contactNotLinked`.
    package func run(
        in store: any AccountReading & ContactReading & MessageWriting & WordWriting,
        _ context: Context
    ) throws(DomainError) -> SentReceipt {
        guard let contact = try store.contact(contact) else { throw .refused(.contactNotFound) }
        let otherEnd: UserNumber?
        switch identity.user {
        case contact.owner: otherEnd = contact.linkedUser
        case contact.linkedUser: otherEnd = contact.owner
        default: throw .refused(.contactNotFound)
        }
        guard let number = otherEnd, let receiver = try store.correspondent(number),
            receiver.status == .active
        else { throw .refused(.contactNotLinked) }
        return try store.send(
            draft,
            from: identity,
            to: receiver,
            through: contact.id,
            context
        )
    }
}

/// A note before it is sent.
package struct NoteDraft: Sendable {
    /// What is sent, trimmed and checked.
    package let content: Content
    /// Whether the receiver is told who wrote.
    package let disclosure: Disclosure
    /// What words are looked for in: made beforehand, since all notes wait for the one thread that
    /// writes.
    fileprivate let folded: FoldedText

    /// Checks the content, and prepares it for what is looked for in it.
    ///
    /// - Throws: `invalidValue` of `content`.
    fileprivate init(_ content: String, _ disclosure: Disclosure) throws(DomainError) {
        self.content = try Content(content)
        self.disclosure = disclosure
        folded = FoldedText(self.content.text)
    }
}

/// Whether the receiver is told who wrote.
package enum Disclosure: Sendable {
    /// The receiver learns nothing about the sender, now or later.
    case anonymous
    /// The receiver is told the sender's username, and the contact where the note goes through one.
    case username
}

/// What the sender gets back.
package struct SentReceipt: Equatable, Sendable {
    /// The sender's id of the note.
    package let message: MessageID
    /// The exact moment at which the server took the note.
    package let sentAt: Instant
    /// What the answer can be read with; for strangers alone.
    package fileprivate(set) var ticket: TicketGrant?

    fileprivate init(message: MessageID, sentAt: Instant) {
        self.message = message
        self.sentAt = sentAt
    }
}

extension MessageWriting where Self: AccountReading & WordWriting {
    /// Stores a note of somebody who is signed in.
    fileprivate func send(
        _ draft: NoteDraft,
        from identity: Identity,
        to receiver: Correspondent,
        through contact: ContactID?,
        _ context: Context
    ) throws(DomainError) -> SentReceipt {
        let message = NewMessage(
            sender: identity.user,
            receiver: receiver.number,
            content: draft.content,
            shownSender: try shownSender(identity, draft.disclosure),
            contact: contact,
            receiverName: receiver.displayName,
            sentAt: context.now
        )
        return try send(message, draft, to: receiver, isUnwelcome: false, context)
    }

    /// Stores a note for both people, or for its sender alone when the receiver blocks the sender
    /// or is not to hear from where it comes, or it has an unwanted word: the sender cannot tell.
    fileprivate func send(
        _ message: NewMessage,
        _ draft: NoteDraft,
        to receiver: Correspondent,
        isUnwelcome: Bool,
        _ context: Context
    ) throws(DomainError) -> SentReceipt {
        var message = message
        if context.holdsAnonymousNotes, case .anonymous = draft.disclosure {
            return SentReceipt(message: try hold(message), sentAt: context.now)
        }
        message.anonymousTimes = receiver.anonymousTimes
        // Both are looked at for each note, so that neither tells of the other by its time.
        let isBlocked = try isBlocked(
            message.sender,
            by: receiver.number,
            sending: draft.disclosure
        )
        message.hasUnwantedWord = try hasUnwantedWord(draft.folded, for: receiver.number)
        let id =
            isUnwelcome || isBlocked || message.hasUnwantedWord
            ? try keepUndelivered(message)
            : try deliver(message)
        return SentReceipt(message: id, sentAt: context.now)
    }

    private func shownSender(
        _ identity: Identity,
        _ disclosure: Disclosure
    ) throws(DomainError) -> ShownSender {
        switch (disclosure, identity.kind) {
        case (.anonymous, _): return .anonymous
        case (.username, .guest): throw .refused(.guestHasNoName)
        case (.username, .account):
            guard let sender = try correspondent(identity.user) else {
                throw .refused(.notAuthenticated)
            }
            return .named(sender.displayName)
        }
    }
}
