package import Domain

/// Something that was said about an order.
package struct ChatMessage: Equatable, Sendable {
    /// The order.
    package let order: OrderID
    /// Its place in the channel: later ones have greater numbers.
    package let number: UInt64
    /// Who said it; nobody for an operator.
    package let author: UserNumber
    /// As whom.
    package let role: ChatRole
    /// What was said.
    package let text: String
    /// What the author's application calls it.
    package let clientID: [UInt8]
    /// When it was said.
    package let sentAt: Instant

    /// Gathers a message as it is stored.
    package init(
        order: OrderID,
        number: UInt64,
        author: UserNumber,
        role: ChatRole,
        text: String,
        clientID: [UInt8],
        sentAt: Instant
    ) {
        (self.order, self.number) = (order, number)
        (self.author, self.role) = (author, role)
        (self.text, self.clientID, self.sentAt) = (text, clientID, sentAt)
    }
}

/// As whom somebody is in the channel of an order.
package enum ChatRole: UInt8, CaseIterable, Sendable {
    /// The agent who has the order, or had it at the end.
    case agent = 1
    /// For whom the order is.
    case shopper = 2
    /// Whom an operator put there.
    case invited = 3
    /// An operator.
    case dispatcher = 4
}

/// Something to say.
package struct NewText: Sendable {
    /// What.
    package let text: String
    /// What the application of whoever says it calls it.
    package let clientID: [UInt8]

    /// Checks what is to be said.
    ///
    /// - Throws: `invalidValue` of `client_id` or `message_text`.
    package init(_ text: String, clientID: [UInt8]) throws(DomainError) {
        let byteCounts = DomainLimits.chatClientIDByteCounts
        guard byteCounts.contains(clientID.count) else {
            throw .invalid("client_id", "\(byteCounts.words) bytes")
        }
        let characters = DomainLimits.chatTextCharacters
        self.text = try ShortText.title(text, field: "message_text", characters)
        self.clientID = clientID
    }
}

/// Up to which message somebody in a channel has read.
package struct ReadMark: Equatable, Sendable {
    /// As whom somebody is there.
    package let role: ChatRole
    /// The number of the message.
    package let number: UInt64

    /// Joins both.
    package init(_ role: ChatRole, _ number: UInt64) {
        (self.role, self.number) = (role, number)
    }
}

/// What somebody is to a channel, beside what the order says.
package struct ChannelPerson: Equatable, Sendable {
    /// Who it is.
    package let person: UserNumber
    /// Whether an operator put somebody there.
    package var isInvited: Bool
    /// Up to which message somebody has read; 0 for none.
    package var readNumber: UInt64

    /// Gathers all; nothing at first.
    package init(_ person: UserNumber, isInvited: Bool = false, readNumber: UInt64 = 0) {
        (self.person, self.isInvited, self.readNumber) = (person, isInvited, readNumber)
    }
}

/// A change of a channel, as its feed tells it.
package enum ChannelChange: Equatable, Sendable {
    /// Something was said.
    case said(ChatMessage)
    /// Somebody has read.
    case read(ReadMark)
}

extension SharedFeed {
    /// The feed of the channel of an order.
    package static func ofChannel(_ order: UInt64) -> SharedFeed {
        SharedFeed(.channels, number: order & (1 << 48 - 1))
    }
}

extension SharedFeed.Kind {
    /// Of what is said about an order.
    package static let channels = SharedFeed.Kind(rawValue: 5)
}

/// Reads what is said about orders.
package protocol ChatReading: OrderReading {
    /// What somebody is to the channel of an order; nil for nothing beside what the order says.
    func channelPerson(
        _ person: UserNumber,
        of order: UInt64
    ) throws(DomainError) -> ChannelPerson?
    /// All of whom something is kept in the channel of an order.
    func channelPeople(of order: UInt64) throws(DomainError) -> [ChannelPerson]
    /// What an author said under a name of the author's application; nobody for operators.
    func message(
        called clientID: [UInt8],
        by author: UserNumber,
        about order: Order
    ) throws(DomainError) -> ChatMessage?
    /// The number of the last message about an order; 0 for none yet.
    func lastMessageNumber(about order: UInt64) throws(DomainError) -> UInt64
    /// Visits what was said about an order, newest first, before `place` (nil: the newest).
    ///
    /// - Returns: The place to go on before; nil at the end.
    func visitMessages(
        about order: Order,
        before place: Sequence?,
        limit: Int,
        _ visit: (ChatMessage) -> PageStep
    ) throws(DomainError) -> Sequence?
    /// Visits what somebody said about any order, newest first, before `place` (nil: the newest).
    ///
    /// - Returns: The place to go on before; nil at the end.
    func visitMessages(
        saidBy author: UserNumber,
        before place: Sequence?,
        limit: Int,
        _ visit: (ChatMessage) -> PageStep
    ) throws(DomainError) -> Sequence?
    /// What an entry of the feed of a channel says; nil for what is kept no longer.
    func channelChange(
        _ entry: RawSpan,
        of feed: SharedFeed
    ) throws(DomainError) -> ChannelChange?
}

/// Writes what is said about orders, and tells the feeds of their channels.
package protocol ChatWriting: ChatReading {
    /// Stores what was said, and gives it its number.
    func addMessage(
        _ new: NewText,
        about order: Order,
        by author: UserNumber,
        as role: ChatRole,
        at now: Instant
    ) throws(DomainError) -> ChatMessage
    /// Stores what somebody is to a channel, and tells how far somebody has read who has read on.
    func put(_ person: ChannelPerson, in order: UInt64) throws(DomainError)
    /// Forgets what somebody was to a channel.
    func deleteChannelPerson(_ person: UserNumber, of order: UInt64) throws(DomainError)
}
