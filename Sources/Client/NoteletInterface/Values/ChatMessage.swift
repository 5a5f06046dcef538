public import Foundation

/// Something that was said about an order.
public struct ChatMessage: Hashable, Identifiable, Sendable {
    /// Its number: of two messages about an order the later one has the greater.
    ///
    /// One that waits to be sent has a number that is none of the service's, above all of those.
    public let id: UInt64
    /// The order.
    public let orderId: UUID
    /// Who said it.
    public let role: ChatRole
    /// What was said.
    public let text: String
    /// When.
    public let sentAt: Date
    /// What the application of whoever said it calls it; nil where that is no id.
    public let clientId: UUID?
    /// Whether the account said it; not known of what comes live.
    public let isOwn: Bool
    /// Whether the service has it.
    public let writeState: WriteState

    /// Creates a message's picture.
    ///
    /// - Parameters:
    ///   - id: Its number.
    ///   - orderId: The order.
    ///   - role: Who said it.
    ///   - text: What was said.
    ///   - sentAt: When.
    ///   - clientId: What the application of whoever said it calls it.
    ///   - isOwn: Whether the account said it.
    ///   - writeState: Whether the service has it.
    public init(
        id: UInt64,
        orderId: UUID,
        role: ChatRole,
        text: String,
        sentAt: Date,
        clientId: UUID? = nil,
        isOwn: Bool = false,
        writeState: WriteState = .saved
    ) {
        self.id = id
        self.orderId = orderId
        self.role = role
        self.text = text
        self.sentAt = sentAt
        self.clientId = clientId
        self.isOwn = isOwn
        self.writeState = writeState
    }
}

/// As whom somebody talks about an order.
public enum ChatRole: String, Hashable, CaseIterable, Sendable {
    /// The agent who has the order.
    case agent
    /// For whom the order is.
    case shopper
    /// Whom an operator invited.
    case invited
    /// An operator.
    case dispatcher
    /// Somebody whom this version does not know.
    case unknown
}

/// Up to which messages those have read who talk about an order.
public struct ChatMarks: Hashable, Sendable {
    /// The number of the last message that the account has read.
    public let own: UInt64
    /// Those of others, the most there is for each role.
    public let others: [ChatRole: UInt64]

    /// Creates the picture of it.
    ///
    /// - Parameters:
    ///   - own: The number of the last message that the account has read.
    ///   - others: Those of others.
    public init(own: UInt64, others: [ChatRole: UInt64]) {
        self.own = own
        self.others = others
    }
}

/// Messages about an order as a screen has them: each once, the oldest in front, wherever they come
/// from and however often.
public struct ChatList: Hashable, Sendable {
    /// The messages.
    public private(set) var messages: [ChatMessage] = []

    /// Creates a list without messages.
    public init() {}

    /// Adds a message, unless it is there: what the account sends comes back live.
    ///
    /// What the service has takes the place of the same that waited to be sent.
    ///
    /// - Parameter message: The message.
    public mutating func add(_ message: ChatMessage) {
        let twins = messages.filter { $0.isSame(as: message) }
        if message.writeState != .saved, twins.contains(where: { $0.writeState == .saved }) {
            return
        }
        // Which one is the account's own, what comes live does not say.
        if let twin = twins.first(where: { $0.id == message.id }), twin.isOwn, !message.isOwn {
            return
        }
        messages.removeAll { $0.isSame(as: message) }
        let index = messages.firstIndex { $0.id > message.id } ?? messages.endIndex
        messages.insert(message, at: index)
    }
}

extension ChatMessage {
    /// Whether another one is the same, as it is or as it waits to be sent.
    fileprivate func isSame(as other: ChatMessage) -> Bool {
        if id == other.id { return true }
        guard let clientId, writeState != .saved || other.writeState != .saved else {
            return false
        }
        return clientId == other.clientId
    }
}
