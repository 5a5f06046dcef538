package import StorageEngine

/// What the writing thread has found in the store lately and need not look up again.
///
/// Only the writing thread changes the store, and it tells the cache of each record that it puts or
/// deletes, so that what is there is what is stored.
package protocol TransactionCache: AnyObject, Sendable {
    /// Begins a transaction.
    func beginTransaction()

    /// Forgets what depends on a record that is put or deleted.
    func noteChange(of key: Key, in table: TableID)
}
