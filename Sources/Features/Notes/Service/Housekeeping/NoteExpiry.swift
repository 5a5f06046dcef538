internal import AccountStorage
internal import Domain
internal import Locking
internal import NoteRules
internal import NoteStorage
internal import Records
internal import Serving

/// The deletion of notes that are older than the server keeps any, in steps.
///
/// No index tells which are: all are looked through, a few thousand a step, and from the beginning
/// again after the last. Where a step stopped is not stored; after a restart the first note is the
/// next. One that cannot be deleted, for its other half is damaged, is passed over and holds up no
/// other.
final class NoteExpiry: Sendable {
    private let dependencies: ServiceDependencies
    private let state: NoteState
    private let dayCount: Int
    /// The note behind which the next step begins; nil to begin with the first.
    private let place = Mutex<NotePlace?>(nil)

    /// What the job is called.
    static let name = "note-expiry"

    /// Prepares to delete what is older than so many days.
    init(_ dependencies: ServiceDependencies, _ state: NoteState, dayCount: Int) {
        self.dependencies = dependencies
        self.state = state
        self.dayCount = dayCount
    }

    /// Takes the next step, which begins where the last one stopped unless that failed.
    ///
    /// More is waiting at once when as many were found as one step may delete.
    func step() async -> Housekeeping.Outcome {
        // A clock that is ahead must not delete what is not that old.
        let now = min(dependencies.clock.now(), dependencies.lived.now())
        let found: AgedNotes
        do throws(DomainError) {
            let place = place.withLock { $0 }
            found = try dependencies.store.read { store throws(DomainError) in
                try ExpireNotes.find(after: place, in: store, at: now, keptFor: dayCount)
            }
        } catch {
            return .failed(error)
        }
        do throws(DomainError) {
            try await delete(found.notes)
        } catch {
            return .failed(error)
        }
        place.withLock { $0 = found.next }
        let isFull = found.notes.count >= DomainLimits.expiredNotesPerStepMax
        return isFull ? .moreWaiting : .done
    }

    /// Deletes notes in one change or, where one of them is damaged, in one change each.
    private func delete(_ notes: [NotePlace]) async throws(DomainError) {
        if notes.isEmpty { return }
        do throws(DomainError) {
            return try await change(ExpireNotes(notes))
        } catch .dataLoss {
            // Once more below.
        } catch {
            throw error
        }
        for note in notes {
            do throws(DomainError) {
                try await change(ExpireNotes([note]))
            } catch .dataLoss {
                continue
            } catch {
                throw error
            }
        }
    }

    private func change(_ command: ExpireNotes) async throws(DomainError) {
        let count = try await dependencies.store.write(.vital) { store throws(DomainError) in
            try command.run(in: store)
        }
        _ = state.expiredNotes.add(count, ordering: .relaxed)
    }
}
