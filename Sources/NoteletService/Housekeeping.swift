internal import Domain

/// Work that nobody asked for and that has to happen: erasing deleted accounts, forgetting replies
/// whose day is over, clearing away sessions whose time is over, deleting notes that are older than
/// the server keeps any, delivering notes that were held, and signs of life on idle streams.
///
/// Each call does a bounded piece in a transaction of its own and says whether more is waiting, so
/// that a large erasure shares the writer with everybody else.
package struct Housekeeping: Sendable {
    private let dependencies: ServiceDependencies
    private let sessions: SessionSweep
    private let expiry: NoteExpiry?

    /// Keeps the house of this service, and notes for so many days; nil for as long as people do.
    package init(_ dependencies: ServiceDependencies, notesKeptDays: Int? = nil) {
        self.dependencies = dependencies
        sessions = SessionSweep(dependencies)
        expiry = notesKeptDays.map { NoteExpiry(dependencies, dayCount: $0) }
    }

    /// Rings when there is something to clear.
    package var bell: ClearingBell { dependencies.clearingBell }

    /// Whether there is more to do at once.
    package enum Outcome: Sendable {
        /// Nothing is left to clear until the next round.
        case done
        /// This piece is done and another waits; call again at once.
        case moreWaiting
        /// The store refused; try again at the next round.
        case failed
    }

    /// Does the next piece of clearing.
    package func clear() async -> Outcome {
        await withCheckedContinuation { continuation in
            clear { continuation.resume(returning: $0) }
        }
    }

    private func clear(completion: @escaping @Sendable (Outcome) -> Void) {
        let now = dependencies.lived.now()
        dependencies.store.write(.vital) { store throws(DomainError) in
            let isErasing = try store.eraseNext(
                recordCountMax: DomainLimits.erasureStepRecordsMax
            )
            let isForgetting = try store.deleteExpiredReplies(
                at: now,
                recordCountMax: DomainLimits.erasureStepRecordsMax
            )
            return isErasing || isForgetting
        } completion: { result in
            switch result {
            case .success(let hasMore): completion(hasMore ? .moreWaiting : .done)
            case .failure: completion(.failed)
            }
        }
    }

    /// Does the next piece of going through the sessions; one at a time.
    package func sweepSessions() async -> Outcome {
        await withCheckedContinuation { continuation in
            sessions.step { continuation.resume(returning: $0) }
        }
    }

    /// Does the next piece of deleting notes that are older than the server keeps any; one at a
    /// time.
    package func expireNotes() async -> Outcome { await expiry?.step() ?? .done }

    /// How many notes were deleted for their age so far, each view by itself.
    package var expiredNoteCount: Int { dependencies.expiredNoteCount }

    /// Delivers the next notes that wait for a tick; where none are held any more, those that were
    /// held before.
    package func deliverHeldNotes() async -> Outcome {
        await withCheckedContinuation { continuation in
            let now = dependencies.clock.now()
            dependencies.store.write(.ordinary) { store throws(DomainError) in
                try DeliverHeldNotes().run(in: store, at: now)
            } completion: { (result: Result<Bool, DomainError>) in
                switch result {
                case .success(let hasMore):
                    continuation.resume(returning: hasMore ? .moreWaiting : .done)
                case .failure: continuation.resume(returning: .failed)
                }
            }
        }
    }

    /// Lets idle streams give a sign of life, and notes from time to time how much was lived;
    /// called each 30 seconds.
    package func beat() {
        dependencies.hub.beat()
        dependencies.tails.beat()
        dependencies.lived.keepNote()
    }
}
