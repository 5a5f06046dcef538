package import Domain
package import StorageEngine

/// What the writing thread has found in the store lately and need not look up again, of one
/// feature.
///
/// Only the writing thread changes the store, and it tells the cache of each record that it puts or
/// deletes, so that what is there is what is stored.
package protocol TransactionCache: AnyObject, Sendable {
    /// Begins a transaction.
    func beginTransaction()

    /// Forgets what depends on a record that is put or deleted.
    func noteChange(of key: Key, in table: TableID)
}

/// The caches of all features, of which each finds its own.
package struct TransactionCaches: Sendable {
    private let caches: [any TransactionCache]

    /// The place of a feature's cache among them, and what it is.
    package struct Place<Cache: TransactionCache>: Sendable {
        let index: Int

        /// Gives a feature its place: how many features before it have a cache.
        package init(_ index: Int) {
            self.index = index
        }
    }

    /// Makes an empty cache for each of the features that has one.
    package init(of features: [StoredFeature]) {
        let caches = features.compactMap(\.cache)
        precondition(
            caches.enumerated().allSatisfy { $0.offset == $0.element.place },
            "The caches of features are numbered in the order of these."
        )
        self.caches = caches.map { $0.make() }
    }

    /// The cache of a feature.
    @inline(__always)
    package subscript<Cache>(_ place: Place<Cache>) -> Cache {
        unsafeDowncast(caches[place.index], to: Cache.self)
    }

    /// Begins a transaction.
    func beginTransaction() {
        for cache in caches { cache.beginTransaction() }
    }

    /// Forgets what depends on a record that is put or deleted.
    func noteChange(of key: Key, in table: TableID) {
        for cache in caches { cache.noteChange(of: key, in: table) }
    }
}

extension Key {
    /// The user with whose number a key begins.
    package var leadingUser: UserNumber {
        withBytes { bytes in
            precondition(bytes.byteCount >= 8, "These keys begin with a user's number.")
            return UserNumber(UInt64(bigEndian: bytes.unsafeLoadUnaligned(as: UInt64.self)))
        }
    }
}
