internal import AccountStorage
internal import NoteStorage
internal import Domain
internal import NoteRules
internal import Records
internal import Serving

/// The delivery of notes that wait for a tick; where none are held any more, of those that were
/// held before.
struct HeldNoteDelivery: Sendable {
    private let dependencies: ServiceDependencies

    /// What the job is called.
    static let name = "held-note-delivery"

    /// Prepares to deliver.
    init(_ dependencies: ServiceDependencies) {
        self.dependencies = dependencies
    }

    /// Delivers the next of them.
    func step() async -> Housekeeping.Outcome {
        let now = dependencies.clock.now()
        do throws(DomainError) {
            return try await dependencies.store.write(.ordinary) { store throws(DomainError) in
                try DeliverHeldNotes().run(in: store, at: now)
            } ? .moreWaiting : .done
        } catch {
            return .failed
        }
    }
}
