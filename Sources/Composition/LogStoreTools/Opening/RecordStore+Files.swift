package import LogEngine
package import Storage

// What a store has whose records lie in files of this engine.
extension RecordStore {
    /// Looks for damaged pages, at the pace of whoever asks it to; nil for an engine without pages.
    package var scrub: PageScrub? { (engine as? WriteAheadEngine)?.scrub }

    /// The number by which `StoreFault` tells the store from others of the process; nil where it
    /// does not.
    package var mapNumber: Int? { (engine as? WriteAheadEngine)?.mapNumber }

    /// What was done so far to clean the archive of the log, if there is one.
    package var archiveCleaning: ArchiveCleaningProgress {
        (archive as? ArchiveCleaner)?.progress ?? ArchiveCleaningProgress()
    }

    /// Deletes what an archive gave back of what was erased, if a restoration has left any: nobody
    /// is served before.
    ///
    /// - Throws: Why it cannot be deleted; the next opening goes on then.
    func deleteArchiveRemains(inStore directory: String) throws(StoreOpenError) {
        guard BlankMark.isThere(inStore: directory) else { return }
        try deleteArchiveRemains()
        BlankMark.remove(inStore: directory)
    }
}
