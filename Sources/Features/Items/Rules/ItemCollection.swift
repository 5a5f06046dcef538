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

/// The name of a collection: lower-case letters of English, digits and hyphens.
package struct CollectionName: Hashable, Sendable {
    /// The name.
    package let text: String

    /// Wraps a name that was checked when it was stored.
    package init(stored text: String) {
        self.text = text
    }

    /// Checks a name.
    ///
    /// - Throws: `invalidValue` of `collection`.
    package init(_ text: String) throws(DomainError) {
        let characters = DomainLimits.collectionNameCharacters
        let allowed = "abcdefghijklmnopqrstuvwxyz0123456789-".utf8
        guard characters.contains(text.utf8.count), text.utf8.allSatisfy(allowed.contains) else {
            let expected = "\(characters.words) lower-case letters, digits and hyphens"
            throw .refused(.invalidValue(field: "collection", expected: expected))
        }
        self.text = text
    }
}
