package import Domain
package import StorageEngine

/// What the writing thread has found in the store lately and need not look up again, of one
/// feature.
///
/// Only the writing thread changes the store, and it tells the cache of each record of the feature
/// that it puts or deletes, so that what is there is what is stored.
package protocol TransactionCache: AnyObject, Sendable {
    /// Begins a transaction.
    func beginTransaction()

    /// Forgets what depends on a record of the feature that is put or deleted.
    func noteChange(of key: Key, in table: TableID)
}

/// The caches of all features, of which each finds its own.
@usableFromInline
package final class TransactionCaches: Sendable {
    private let caches: [any TransactionCache]
    /// Who is told of the changes of each table, by its number: the cache of its feature alone, so
    /// that a change costs the same however many there are.
    private let listeners: [(any TransactionCache)?]

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
        var caches: [any TransactionCache] = []
        var listeners = [(any TransactionCache)?](repeating: nil, count: Int(UInt8.max) + 1)
        for feature in features {
            guard let (place, make) = feature.cache else { continue }
            precondition(
                place == caches.count,
                "The caches of features are numbered in the order of these."
            )
            let cache = make()
            caches.append(cache)
            for table in feature.tables { listeners[Int(table.id.rawValue)] = cache }
        }
        self.caches = caches
        self.listeners = listeners
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

    /// Has forgotten what depends on a record that is put or deleted.
    func noteChange(of key: Key, in table: TableID) {
        listeners[Int(table.rawValue)]?.noteChange(of: key, in: table)
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
