internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote

/// A write as the service takes it: what a copy's outbox keeps, and what is sent.
enum Write: Hashable, Sendable {
    case sendToContact(SendToContactRequest)
    case sendToLink(SendToLinkRequest)
    case answer(AnswerMessageRequest)
    case deleteMessage(DeleteMessageRequest)
    case addContact(AddContactRequest)
    case updateContact(UpdateContactRequest)
    case deleteContact(DeleteContactRequest)
    case updateProfile(UpdateProfileRequest)
    case delivery(DeliveryWrite)

    /// What sends a note.
    ///
    /// - Throws: `AppError`, `data` with `validation` where it is for nobody.
    init(sending message: NoteletInterface.Message) throws(AppError) {
        switch try MessageSending(message) {
        case .toContact(let request): self = .sendToContact(request)
        case .toLink(let request): self = .sendToLink(request)
        }
    }

    /// What answers a note.
    init(answering messageId: UUID, with answer: NoteletInterface.Answer) {
        self = .answer(AnswerMessageRequest(messageID: messageId.bytes, content: answer.content))
    }

    /// The method that it is a request of.
    var method: MethodSummary {
        switch self {
        case .sendToContact: MessagesAPI.sendToContact.summary
        case .sendToLink: MessagesAPI.sendToLink.summary
        case .answer: MessagesAPI.answerMessage.summary
        case .deleteMessage: MessagesAPI.deleteMessage.summary
        case .addContact: ContactsAPI.addContact.summary
        case .updateContact: ContactsAPI.updateContact.summary
        case .deleteContact: ContactsAPI.deleteContact.summary
        case .updateProfile: ProfilesAPI.updateProfile.summary
        case .delivery(let write): write.method
        }
    }

    /// All methods that a write can be of.
    static let methods =
        [
            MessagesAPI.sendToContact.summary, MessagesAPI.sendToLink.summary,
            MessagesAPI.answerMessage.summary, MessagesAPI.deleteMessage.summary,
            ContactsAPI.addContact.summary, ContactsAPI.updateContact.summary,
            ContactsAPI.deleteContact.summary, ProfilesAPI.updateProfile.summary,
        ] + DeliveryWrite.methods

    /// What it waits for and holds up: writes of one lane are sent in their order.
    ///
    /// - Parameter id: What names its intention.
    /// - Returns: What all writes of one conversation have alike.
    func lane(of id: UUID) -> [UInt8] {
        switch self {
        case .sendToContact(let request): request.contactID
        case .sendToLink(let request): [UInt8](request.link.utf8)
        case .answer(let request): request.messageID
        case .deleteMessage(let request): request.messageID
        // Until the service has given it an id, all that is for the contact waits for it.
        case .addContact: id.bytes
        case .updateContact(let request): request.id
        case .deleteContact(let request): request.id
        case .updateProfile: [UInt8]("profile".utf8)
        case .delivery(let write): write.lane
        }
    }

    /// Whether it has nothing to be done to without another: it changes or deletes what that makes.
    func isVoid(without other: OutboxEntry) -> Bool {
        switch (other.write, self) {
        case (.addContact, .updateContact(let request)): request.id == other.id.bytes
        case (.addContact, .deleteContact(let request)): request.id == other.id.bytes
        case (.sendToContact, .deleteMessage(let request)),
            (.sendToLink, .deleteMessage(let request)):
            request.messageID == other.id.bytes
        default: false
        }
    }

    /// Makes a change of a contact a part of its addition.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - id: What names the intention of the addition.
    /// - Returns: The addition; nil where it is none, or the change is to something else.
    func changed(by change: Write, of id: UUID) -> Write? {
        guard case .addContact(var addition) = self, case .updateContact(let request) = change,
            request.id == id.bytes
        else { return nil }
        addition.name = request.name ?? addition.name
        addition.relationship = request.relationship ?? addition.relationship
        addition.memo = request.memo ?? addition.memo
        addition.link = request.link ?? addition.link
        return .addContact(addition)
    }

    /// Whether it changes what is there.
    var isChange: Bool { isReplaced(by: self) }

    /// Whether another changes the same thing anew.
    func isReplaced(by other: Write) -> Bool {
        switch (self, other) {
        case (.updateContact(let first), .updateContact(let second)): first.id == second.id
        case (.updateProfile, .updateProfile): true
        default: false
        }
    }

    /// Whether it deletes what another makes.
    func isDeletion(of other: OutboxEntry) -> Bool {
        switch self {
        case .deleteMessage, .deleteContact: isVoid(without: other)
        case .sendToContact, .sendToLink, .answer, .addContact, .updateContact, .updateProfile,
            .delivery:
            false
        }
    }

    /// The same for a contact that has got its id.
    func redirected(toContact id: [UInt8]) -> Write {
        switch self {
        case .sendToContact(var request):
            request.contactID = id
            return .sendToContact(request)
        case .updateContact(var request):
            request.id = id
            return .updateContact(request)
        case .deleteContact(var request):
            request.id = id
            return .deleteContact(request)
        case .sendToLink, .answer, .deleteMessage, .addContact, .updateProfile, .delivery:
            return self
        }
    }

    /// The same with another text; nil where it has none.
    func saying(_ content: String) -> Write? {
        switch self {
        case .sendToContact(var request):
            request.content = content
            return .sendToContact(request)
        case .sendToLink(var request):
            request.content = content
            return .sendToLink(request)
        case .answer(var request):
            request.content = content
            return .answer(request)
        case .delivery(let write): return write.saying(content).map { .delivery($0) }
        case .deleteMessage, .addContact, .updateContact, .deleteContact, .updateProfile:
            return nil
        }
    }
}
