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

    /// Takes the next number of a series, of which each owner has one where there are owners.
    ///
    /// None is given out twice, as long as it is used for a record that is not deleted before a
    /// later one is there. A change that is undone may leave a gap.
    ///
    /// - Throws: `.dataLoss` where what numbers are told by is damaged, or no number is left.
    func takeNumber(
        of series: NumberSeries,
        for owner: UInt64?
    ) throws(StorageError) -> UInt64
}

extension WriteView {
    /// Stores `value` under `key`, in place of what is there.
    package func put(_ value: [UInt8], for key: Key, in table: TableID) throws(StorageError) {
        try unsafe put(value.span.bytes, for: key, in: table)
    }
}
