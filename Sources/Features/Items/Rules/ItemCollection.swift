package import Domain

/// A place for items, which an operator made.
package struct ItemCollection: Equatable, Sendable {
    /// The number that it was given, which no other collection ever has: one of the same name that
    /// was made later is another.
    package let number: UInt64
    /// What people call it.
    package let name: CollectionName
    /// When it was made.
    package let createdAt: Instant

    /// Gathers a collection as it is stored.
    package init(number: UInt64, name: CollectionName, createdAt: Instant) {
        self.number = number
        self.name = name
        self.createdAt = createdAt
    }

    /// The feed of its changes.
    package var feed: SharedFeed { SharedFeed(.items, number: number) }
}

extension SharedFeed.Kind {
    /// Of a collection of items.
    package static let items = SharedFeed.Kind(rawValue: 1)
}

/// The name of a collection, which the name of its feed bears.
package typealias CollectionName = ShortName<ItemCollection>
