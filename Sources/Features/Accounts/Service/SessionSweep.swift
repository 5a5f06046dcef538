internal import AccountRules
internal import Domain
internal import Locking
internal import Records
internal import Serving

/// The clearing away of sessions whose time is over, in steps.
///
/// No index tells which are: all are looked through, a few thousand a step, and from the beginning
/// again after the last. Reading holds nobody up, and the writer has to do with those alone that
/// were found, so a store without any costs it nothing. Where a step stopped is not stored; after
/// a restart the first session is the next.
final class SessionSweep: Sendable {
    private let dependencies: ServiceDependencies
    /// The session behind which the next step begins; nil to begin with the first.
    private let place = Mutex<SessionKey?>(nil)

    /// What the job is called.
    static let name = "session-sweep"

    init(_ dependencies: ServiceDependencies) {
        self.dependencies = dependencies
    }

    /// Takes the next step, which begins where the last one stopped unless that failed.
    ///
    /// More is waiting at once when as many were found as one step may clear.
    func step() async -> Housekeeping.Outcome {
        let (now, lived) = (dependencies.clock.now(), dependencies.lived.now())
        do throws(DomainError) {
            let place = place.withLock { $0 }
            let found = try dependencies.store.read { store throws(DomainError) in
                try ClearLapsedSessions.find(after: place, in: store, at: now, lived: lived)
            }
            if !found.keys.isEmpty {
                let command = ClearLapsedSessions(found.keys)
                try await dependencies.store.write(.vital) { store throws(DomainError) in
                    try command.run(in: store, at: now, lived: lived)
                }
            }
            self.place.withLock { $0 = found.next }
            let isFull = found.keys.count >= DomainLimits.erasureStepRecordsMax
            return isFull ? .moreWaiting : .done
        } catch {
            return .failed(error)
        }
    }
}
