/// What of a copy changes by itself.
struct Topics: OptionSet, Hashable, Sendable {
    let rawValue: UInt16

    /// Notes and their answers.
    static let messages = Topics(rawValue: 1 << 0)
    /// Contacts.
    static let contacts = Topics(rawValue: 1 << 1)
    /// The account.
    static let user = Topics(rawValue: 1 << 2)
    /// Writes that wait.
    static let outbox = Topics(rawValue: 1 << 3)
    /// How the copy stands to the service.
    static let sync = Topics(rawValue: 1 << 4)
    /// What the sender of the outbox waits for beside further writes.
    static let sending = Topics(rawValue: 1 << 5)
    /// That there is a network again.
    static let network = Topics(rawValue: 1 << 6)
    /// Blocks.
    static let blocks = Topics(rawValue: 1 << 7)
    /// What people share.
    static let shared = Topics(rawValue: 1 << 8)
    /// Which shared feeds are followed.
    static let followed = Topics(rawValue: 1 << 9)
    /// What was answered to questions.
    static let answers = Topics(rawValue: 1 << 10)

    /// What another process has changed, or another account: all but that there is a network.
    static let all: Topics = [
        .messages, .contacts, .user, .outbox, .sync, .sending, .blocks, .shared, .followed,
        .answers,
    ]
}
