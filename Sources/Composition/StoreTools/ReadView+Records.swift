package import StorageEngine

extension ReadView {
    /// Lends the records of `range` in the order of their keys; `visit` has errors of its own.
    ///
    /// - Throws: what `visit` throws, or the engine's own error wrapped in the same type.
    package func forEach<Failure: StorageFailure>(
        of table: TableID,
        in range: KeyRange = .all,
        _ visit: (_ key: RawSpan, _ value: RawSpan) throws(Failure) -> ScanStep
    ) throws(Failure) {
        var failure: Failure?
        do throws(StorageError) {
            try scan(table, in: range, .ascending) { key, value in
                do throws(Failure) {
                    return try visit(key, value)
                } catch {
                    failure = error
                    return .stop
                }
            }
        } catch {
            throw Failure(error)
        }
        if let failure { throw failure }
    }
}
