public import Foundation

/// A write that is kept here until the service has taken it.
public struct PendingWrite: Hashable, Identifiable, Sendable {
    /// What names the intention: the id that a note, an answer or a contact was made with.
    public let id: UUID
    /// What shall be written.
    public let kind: Kind
    /// When it was asked for.
    public let createdAt: Date
    /// Whether it waits, was refused, or nobody can tell.
    public let state: WriteState

    /// What can be written without a network.
    public enum Kind: Hashable, Sendable {
        /// A note.
        case sendMessage(Message)
        /// An answer.
        case answerMessage(Answer)
        /// That a note is deleted from the account's own view.
        case deleteMessage(UUID)
        /// A new contact.
        case addContact(Contact)
        /// A contact as it shall be.
        case updateContact(Contact)
        /// That a contact is deleted.
        case deleteContact(UUID)
        /// An account as it shall be.
        case updateUser(User)
        /// Something that is said about an order.
        case sendText(ChatMessage)
        /// Up to which message about an order the account has read.
        case markRead(upTo: UInt64, orderId: UUID)
        /// Where the account was on the way with an order.
        case updateLocations([Location], orderId: UUID)
        /// That it tells no more where it is on the way with an order.
        case stopTracking(orderId: UUID)
    }

    /// Creates a write's picture.
    ///
    /// - Parameters:
    ///   - id: What names the intention.
    ///   - kind: What shall be written.
    ///   - createdAt: When it was asked for.
    ///   - state: How far it has got.
    public init(id: UUID, kind: Kind, createdAt: Date, state: WriteState) {
        self.id = id
        self.kind = kind
        self.createdAt = createdAt
        self.state = state
    }
}
