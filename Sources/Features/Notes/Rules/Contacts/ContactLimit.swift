/// How many contacts a user has and may have.
package struct ContactLimit: Equatable, Sendable {
    /// How many contacts the user has; may exceed the limit after a premium plan has ended.
    package let currentCount: Int
    /// Whether the user's plan lifts the limit at this moment.
    package let isPremium: Bool

    /// Contacts of a free account.
    package static let maxFreeContacts = 5
    /// Seconds after its registration in which a contact cannot be deleted: three days.
    package static let deletionLockSeconds: Int64 = 259_200

    /// Creates the limit of a user who has `currentCount` contacts.
    package init(currentCount: Int, isPremium: Bool) {
        self.currentCount = currentCount
        self.isPremium = isPremium
    }

    /// The most contacts allowed; nil when there is no limit.
    package var maxContacts: Int? { isPremium ? nil : Self.maxFreeContacts }

    /// Whether one more contact is allowed.
    package var canAddContact: Bool { remainingSlots != 0 }

    /// How many more are allowed; nil when there is no limit, never negative.
    package var remainingSlots: Int? { maxContacts.map { max(0, $0 - currentCount) } }
}
