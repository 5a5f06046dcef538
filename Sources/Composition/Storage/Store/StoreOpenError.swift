package import StorageEngine

/// Why a store cannot be opened; nothing was written to it.
package enum StoreOpenError: Error, Equatable, Sendable {
    /// A newer version of the service wrote this store.
    case newerSchema(found: UInt32, supported: UInt32)
    /// An earlier version of the service wrote this store, which has to be migrated.
    case olderSchema(found: UInt32, supported: UInt32)
    /// The store was made with another master key: with this one nobody's records are found.
    case wrongMasterKey
    /// What the store says of itself cannot be read.
    case damaged
    /// Pages of the database are damaged, so that whoever followed them might not come back: the
    /// first of them, and how many more there are.
    case damagedPages(String)
    /// The engine could not open the files, or could not write a new store's first record.
    case engine(StorageError)
}
