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

    /// Deletes the notes of which an archive gave back nothing but their places, if a restoration
    /// has left any: nobody is served before.
    ///
    /// - Throws: Why they cannot be deleted; the next opening goes on then.
    func deleteNotesBlanked(inStore directory: String) throws(StoreOpenError) {
        guard BlankMark.isThere(inStore: directory) else { return }
        try deleteBlankNotes()
        BlankMark.remove(inStore: directory)
    }
}
