/// One state of the store that a use case changes.
///
/// The use case sees its own changes at once, others see all of them or none.
package protocol WriteView: ReadView {
    /// Stores `value` under `key`, in place of what is there.
    ///
    /// - Throws: `.tooLarge` when the change would pass the limits of a write set in
    ///   `EngineLimits`.
    func put(_ value: RawSpan, for key: Key, in table: TableID) throws(StorageError)

    /// Removes the record under `key`, if there is one.
    ///
    /// - Throws: `.tooLarge` when the change would pass the limits of a write set in
    ///   `EngineLimits`.
    func delete(_ key: Key, in table: TableID) throws(StorageError)
}

extension WriteView {
    /// Stores `value` under `key`, in place of what is there.
    package func put(_ value: [UInt8], for key: Key, in table: TableID) throws(StorageError) {
        try put(value.span.bytes, for: key, in: table)
    }
}
