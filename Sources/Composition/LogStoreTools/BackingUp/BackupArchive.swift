package import Domain
internal import LogEngine
package import StoreTools

/// Where the batches behind backups are, and how far they are wanted.
package struct BackupArchive: Sendable {
    /// The folders.
    let folders: [String]
    private let end: Instant?

    /// Names folders, of archives or of logs, and the last moment that is wanted; nil for all that
    /// there is.
    package init(folders: [String], until end: Instant?) {
        self.folders = folders
        self.end = end
    }

    /// Proves that all that is wanted behind a backup is there and sound.
    ///
    /// - Returns: How far it leads.
    /// - Throws: `.archive` or `.system`.
    package func check(behind manifest: BackupManifest) throws(StoreToolError) -> LogReach {
        try checkEnd(behind: manifest)
        return try forEachBatch(behind: manifest) { batch throws(StoreToolError) in
            let isWhole = batch.forEach { _, _, _ in }
            if !isWhole { throw .archive(.unknownChanges(batch: batch.number)) }
        }
    }

    /// Refuses an end that lies before the backup.
    func checkEnd(behind manifest: BackupManifest) throws(StoreToolError) {
        guard let end, end < manifest.takenAt else { return }
        throw .archive(.earlierThanBackup(manifest.takenAt))
    }

    /// Lends the batches that are wanted, in their order.
    func forEachBatch(
        behind manifest: BackupManifest,
        _ body: (LoggedBatch) throws(StoreToolError) -> Void
    ) throws(StoreToolError) -> LogReach {
        try ArchivedLog(in: folders, identity: manifest.logIdentity)
            .forEach(after: manifest.lastBatch, until: end, body)
    }
}

/// How far the batches behind a backup lead.
package struct LogReach: Sendable, Equatable {
    /// The last batch.
    package internal(set) var lastBatch: UInt64
    /// How many there are.
    package internal(set) var batchCount = 0
    /// When the last one was written; nil if there is none, or if it does not say.
    package internal(set) var writtenAt: Instant?
    /// Whether there is nothing further, so that the end that was asked for need not be reached.
    package internal(set) var isExhausted = true

    /// That of a backup alone.
    init(of manifest: BackupManifest) {
        self.init(lastBatch: manifest.lastBatch)
    }

    init(lastBatch: UInt64) {
        self.lastBatch = lastBatch
    }
}
