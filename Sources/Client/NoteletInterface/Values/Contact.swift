public import Foundation

/// Somebody whom an account has in its list.
public struct Contact: Hashable, Identifiable, Sendable {
    /// The id of the contact; until the service has given it one, it names the intention to add it.
    public let id: UUID
    /// In whose list it is.
    public let ownerUserId: UUID
    /// What the owner calls the contact; no two of an owner's have one name.
    public var name: String
    /// How the owner knows the contact; nil where that was not said.
    public var relationship: String?
    /// What the owner notes about the contact; nil where there is nothing.
    public var memo: String?
    /// When the contact was added, which no change moves.
    public let registeredAt: Date
    /// Whether notes can be sent to the contact: the owner has given its personal link.
    public let isLinked: Bool
    /// The personal link that the contact shall have, its token or its url.
    ///
    /// Nil leaves what it has, an empty one takes it away. The service never tells it.
    public var newLink: String?
    /// Whether the service has the contact as it is here.
    public var writeState: WriteState

    /// Creates a contact's picture.
    ///
    /// - Parameters:
    ///   - id: The id of the contact.
    ///   - ownerUserId: In whose list it is.
    ///   - name: What the owner calls it.
    ///   - relationship: How the owner knows it.
    ///   - memo: What the owner notes about it.
    ///   - registeredAt: When it was added.
    ///   - isLinked: Whether notes can be sent to it.
    ///   - newLink: The personal link that it shall have.
    ///   - writeState: Whether the service has it.
    public init(
        id: UUID,
        ownerUserId: UUID,
        name: String,
        relationship: String? = nil,
        memo: String? = nil,
        registeredAt: Date,
        isLinked: Bool = false,
        newLink: String? = nil,
        writeState: WriteState = .saved
    ) {
        self.id = id
        self.ownerUserId = ownerUserId
        self.name = name
        self.relationship = relationship
        self.memo = memo
        self.registeredAt = registeredAt
        self.isLinked = isLinked
        self.newLink = newLink
        self.writeState = writeState
    }

    /// The first moment at which the contact can be deleted.
    public var deletableAt: Date {
        registeredAt.addingTimeInterval(ContactLimit.deletionLockPeriod)
    }

    /// Whether the contact can be deleted.
    ///
    /// - Parameter now: The present moment; the server's clock decides.
    /// - Returns: True from `deletableAt` on, that moment included.
    public func isDeletable(at now: Date) -> Bool {
        now >= deletableAt
    }

    /// How many days the contact cannot be deleted yet, begun ones included.
    ///
    /// - Parameter now: The present moment.
    /// - Returns: 3 at once after it was added, 1 in the last day, 0 from `deletableAt` on.
    public func remainingLockDays(at now: Date) -> Int {
        let remaining = deletableAt.timeIntervalSince(now)
        // A clock may be anywhere, and a count of days is for people.
        let days = (remaining / Self.secondsPerDay).rounded(.up)
        return Int(min(max(0, days), Self.remainingLockDaysMax))
    }

    private static let secondsPerDay: TimeInterval = 86_400
    private static let remainingLockDaysMax = 36_500.0
}
