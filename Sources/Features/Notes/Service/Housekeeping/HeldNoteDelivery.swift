internal import Domain
internal import NoteRules
internal import NoteStorage
internal import Records
internal import Serving

extension HousekeepingJob {
    /// The delivery of notes that wait for a tick; where none are held any more, of those that were
    /// held before.
    static func heldNoteDelivery(_ dependencies: ServiceDependencies) -> HousekeepingJob {
        HousekeepingJob("held-note-delivery", .eachTick) {
            let now = dependencies.clock.now()
            return await dependencies.doPiece(for: .ordinary) { store throws(DomainError) in
                try DeliverHeldNotes().run(in: store, at: now)
            }
        }
    }
}
