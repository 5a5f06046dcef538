internal import LMDB
internal import StorageEngine

/// Makes snapshots: finds a moment at which LMDB and the layers above it belong together.
struct SnapshotSource: Sendable {
    let environment: Environment
    let generations: Generations

    /// What a snapshot shows.
    enum Moment {
        /// All that is durable.
        case durable
        /// All that the writer has done, for the writer.
        case latest
    }

    /// Lends a snapshot to `body`.
    ///
    /// - Throws: what `body` throws, or the engine's own error wrapped in the same type.
    func withSnapshot<Success, Failure: StorageFailure>(
        _ moment: Moment,
        _ body: (Snapshot) throws(Failure) -> Success
    ) throws(Failure) -> Success {
        while true {
            var result: Result<Success, Failure>?
            let layers = generations.layers
            do throws(LMDBError) {
                try environment.read { (transaction) throws(LMDBError) in
                    guard let snapshot = snapshot(moment, transaction, layers) else { return }
                    defer { snapshot.end() }
                    result = Result { () throws(Failure) in try body(snapshot) }
                }
            } catch {
                throw Failure(StorageError(error))
            }
            if let result { return try result.get() }
        }
    }

    /// Puts LMDB's state under layers that were taken before; nil if they are others by now.
    ///
    /// If they are the same, then what LMDB holds of them is of the frozen layer alone, all of
    /// which is published: the layer says the same. If they are not, LMDB may have lacked what a
    /// layer that is gone had, or may hold what must not be seen yet.
    private func snapshot(
        _ moment: Moment,
        _ transaction: consuming ReadTransaction,
        _ layers: Layers
    ) -> Snapshot? {
        let batch =
            switch moment {
            case .durable: generations.publishedBatch
            case .latest: UInt64.max
            }
        guard generations.layers === layers else { return nil }
        return Snapshot(transaction, environment: environment, layers: layers, asOf: batch)
    }
}
