internal import AccountRules
package import Domain
internal import Records

/// Work that nobody asked for and that has to happen: erasing deleted accounts, forgetting replies
/// whose day is over, signs of life on idle streams, and the jobs of the features.
///
/// Each call does a bounded piece in a transaction of its own and says whether more is waiting, so
/// that a large erasure shares the writer with everybody else.
package struct Housekeeping: Sendable {
    private let service: Service
    private var dependencies: ServiceDependencies { service.dependencies }

    /// Keeps the house of a service.
    package init(_ service: Service) {
        self.service = service
    }

    /// Rings when there is something to clear.
    package var bell: ClearingBell { dependencies.clearingBell }

    /// The work of the features.
    package var jobs: [HousekeepingJob] { service.parts.flatMap(\.jobs) }

    /// Whether there is more to do at once.
    package enum Outcome: Equatable, Sendable {
        /// Nothing is left to clear until the next round.
        case done
        /// This piece is done and another waits; call again at once.
        case moreWaiting
        /// The store refused; try again at the next round.
        case failed(DomainError)

        /// Why the store refused; nil where it did not.
        package var failure: DomainError? {
            if case .failed(let error) = self { error } else { nil }
        }
    }

    /// Does pieces of work until none is waiting, or the task is cancelled, and says what came of
    /// the last one.
    package static func finish(
        _ piece: @Sendable () async -> Outcome
    ) async -> Outcome {
        var outcome = await piece()
        while outcome == .moreWaiting, !Task.isCancelled { outcome = await piece() }
        return outcome
    }

    /// Does all that is done in rounds and at ticks, at once, and says whether any of it failed.
    package func finishAll() async -> Outcome {
        keepTime()
        beat()
        var outcomes = [await Self.finish(clear)]
        for job in jobs { outcomes.append(await Self.finish(job.piece)) }
        return outcomes.first { $0.failure != nil } ?? .done
    }

    /// Does the next piece of clearing.
    package func clear() async -> Outcome {
        // A change for each: one that fails holds up no other.
        let records = dependencies.store
        let erasing = await dependencies.doPiece(for: .vital) { store throws(DomainError) in
            try records.eraseNext(
                in: store,
                recordCountMax: DomainLimits.erasureStepRecordsMax
            )
        }
        let now = dependencies.lived.now()
        let forgetting = await dependencies.doPiece(for: .vital) { store throws(DomainError) in
            try store.deleteExpiredReplies(
                at: now,
                recordCountMax: DomainLimits.erasureStepRecordsMax
            )
        }
        let outcomes = [erasing, forgetting]
        if outcomes.contains(.moreWaiting) { return .moreWaiting }
        return outcomes.first { $0.failure != nil } ?? .done
    }

    /// Lets idle streams give a sign of life; called each 20 seconds.
    package func beat() {
        dependencies.hub.beat()
        for part in service.parts { part.beat?() }
    }

    /// Notes from time to time how much was lived; called each 30 seconds.
    package func keepTime() { dependencies.lived.keepNote() }

    /// Has kept what an end would lose: how much was lived, and what the features have in memory.
    package func end() async {
        dependencies.lived.keepNote(isLast: true)
        for part in service.parts { await part.end?() }
    }
}
