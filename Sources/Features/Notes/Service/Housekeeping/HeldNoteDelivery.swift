internal import Domain
internal import NoteRules
internal import NoteStorage
internal import Records
internal import Serving

extension HousekeepingJob {
    /// The delivery of notes that wait for a tick; where none are held any more, of those that were
    /// held before.
    static func heldNoteDelivery(
        _ dependencies: ServiceDependencies,
        _ state: NoteState
    ) -> HousekeepingJob {
        HousekeepingJob("held-note-delivery", .eachTick) {
            let now = dependencies.clock.now()
            let delivery = DeliverHeldNotes { [origins = state.ticketOrigins] guest, receiver in
                origins.isShut(guest, to: receiver, at: now)
            }
            return await dependencies.doPiece(for: .ordinary) { store throws(DomainError) in
                try delivery.run(in: store, at: now)
            }
        }
    }
}
