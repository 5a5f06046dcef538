internal import AccountRules
internal import Domain
internal import NoteRules
internal import Records

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
        let now = dependencies.lived.now()
        return await piece(.vital) { store throws(DomainError) in
            let isErasing = try store.eraseNext(
                recordCountMax: DomainLimits.erasureStepRecordsMax
            )
            let isForgetting = try store.deleteExpiredReplies(
                at: now,
                recordCountMax: DomainLimits.erasureStepRecordsMax
            )
            return isErasing || isForgetting
        }
    }

    /// Does the next piece of going through the sessions; one at a time.
    package func sweepSessions() async -> Outcome { await sessions.step() }

    /// Does the next piece of deleting notes that are older than the server keeps any; one at a
    /// time.
    package func expireNotes() async -> Outcome { await expiry?.step() ?? .done }

    /// How many notes were deleted for their age so far, each view by itself.
    package var expiredNoteCount: Int { dependencies.expiredNoteCount }

    /// Delivers the next notes that wait for a tick; where none are held any more, those that were
    /// held before.
    package func deliverHeldNotes() async -> Outcome {
        let now = dependencies.clock.now()
        return await piece(.ordinary) { store throws(DomainError) in
            try DeliverHeldNotes().run(in: store, at: now)
        }
    }

    /// Runs a write that says whether it left something for another.
    private func piece(
        _ purpose: WritePurpose,
        _ body: @escaping @Sendable (any Writing) throws(DomainError) -> Bool
    ) async -> Outcome {
        do throws(DomainError) {
            return try await dependencies.store.write(purpose, body) ? .moreWaiting : .done
        } catch {
            return .failed
        }
    }

    /// Lets idle streams give a sign of life, and notes from time to time how much was lived;
    /// called each 30 seconds.
    package func beat() {
        dependencies.hub.beat()
        dependencies.tails.beat()
        dependencies.lived.keepNote()
        dependencies.doors.keep(in: dependencies.store, at: dependencies.lived.now(), isLast: false)
    }

    /// Has kept what an end would lose: how much was lived, and what was sent.
    package func end() async {
        dependencies.lived.keepNote(isLast: true)
        await withCheckedContinuation { continuation in
            let now = dependencies.lived.now()
            dependencies.doors.keep(in: dependencies.store, at: now, isLast: true) {
                continuation.resume()
            }
        }
    }
}

/// Says when there is something to clear: at once when somebody is to be erased, and when the
/// server's clock says so.
///
/// However often it rings while nobody listens, that is one round of clearing.
package struct ClearingBell: Sendable {
    /// Gives an element for each time that the bell rang; for one listener.
    package let rings: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    /// Creates a bell that has not rung yet.
    init() {
        (rings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Rings; from any thread.
    package func ring() {
        continuation.yield()
    }
}
