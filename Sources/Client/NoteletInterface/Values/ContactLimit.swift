public import Foundation

/// How many contacts an account has, and may have.
public struct ContactLimit: Hashable, Sendable {
    /// How many a free account may have.
    public static let maxFreeContacts = 5
    /// How long a contact stays before it can be deleted: 3 days, in seconds.
    public static let deletionLockPeriod: TimeInterval = 3 * 24 * 60 * 60

    /// How many there are.
    public let currentCount: Int
    /// How many there may be; nil for any number.
    public let maxContacts: Int?

    /// Says how many there are and may be, as the server tells it.
    ///
    /// - Parameters:
    ///   - currentCount: How many there are.
    ///   - maxContacts: How many there may be; nil for any number.
    public init(currentCount: Int, maxContacts: Int?) {
        self.currentCount = currentCount
        self.maxContacts = maxContacts
    }

    /// Says how many there are, of which the plan tells how many there may be.
    ///
    /// - Parameters:
    ///   - currentCount: How many there are.
    ///   - isPremium: Whether there may be any number.
    public init(currentCount: Int, isPremium: Bool) {
        self.init(
            currentCount: currentCount,
            maxContacts: isPremium ? nil : Self.maxFreeContacts
        )
    }

    /// Whether there may be one more.
    public var canAddContact: Bool {
        maxContacts.map { currentCount < $0 } ?? true
    }

    /// How many more there may be, never below 0; nil for any number.
    public var remainingSlots: Int? {
        maxContacts.map { max(0, $0 - currentCount) }
    }

    /// Whether a contact can be deleted.
    ///
    /// - Parameters:
    ///   - contact: The contact.
    ///   - now: The present moment.
    /// - Returns: As the contact says.
    public func canDeleteContact(_ contact: Contact, at now: Date) -> Bool {
        contact.isDeletable(at: now)
    }
}
