/// A place for things that people share, which an operator made.
package struct SharedCollection: Equatable, Sendable {
    /// What it is a collection of.
    package let kind: CollectionKind
    /// The number that it was given, which no other collection ever has: one of the same name that
    /// was made later is another.
    package let number: UInt64
    /// What people call it; no other of its kind has that name.
    package let name: CollectionName
    /// When it was made.
    package let createdAt: Instant

    /// Gathers a collection as it is stored.
    package init(
        of kind: CollectionKind,
        number: UInt64,
        name: CollectionName,
        createdAt: Instant
    ) {
        self.kind = kind
        self.number = number
        self.name = name
        self.createdAt = createdAt
    }

    /// The feed of its changes.
    package var feed: SharedFeed { SharedFeed(kind.feed, number: number) }
}

/// What collections are of: each feature that has some declares its own.
package struct CollectionKind: Hashable, Sendable {
    /// The kind of their feeds.
    package let feed: SharedFeed.Kind
    /// What the audit log calls the commands about them.
    package let command: String

    /// Names a kind.
    package init(_ feed: SharedFeed.Kind, command: String) {
        self.feed = feed
        self.command = command
    }
}

/// The name of a collection, which the name of its feed bears.
package typealias CollectionName = ShortName<SharedCollection>

/// Reads which collections there are.
package protocol CollectionReading: AnyObject {
    /// The collection of this name; nil once it was removed.
    func collection(
        named name: CollectionName,
        of kind: CollectionKind
    ) throws(DomainError) -> SharedCollection?
    /// All collections of a kind, in the order of their names.
    func collections(of kind: CollectionKind) throws(DomainError) -> [SharedCollection]
}

extension CollectionReading {
    /// The collection of a name.
    ///
    /// - Throws: `collectionNotFound`.
    package func collection(
        _ name: CollectionName,
        of kind: CollectionKind
    ) throws(DomainError) -> SharedCollection {
        try collection(named: name, of: kind).unwrapped(or: .collectionNotFound)
    }
}

/// Makes collections and takes them away.
package protocol CollectionWriting: CollectionReading {
    /// Makes a collection under a name that none of its kind has.
    func addCollection(
        named name: CollectionName,
        of kind: CollectionKind,
        at now: Instant
    ) throws(DomainError) -> SharedCollection
    /// Takes a collection out of sight, and leaves the order to delete what is in it and its feed.
    func remove(_ collection: SharedCollection) throws(DomainError)
}
