/// Clears away sessions whose time was over a week ago, which nobody can use any more.
///
/// A guest has nothing but sessions until the first note is sent, so of one that never did anything
/// nothing is left with the last of them.
package struct ClearLapsedSessions: Sendable {
    /// Those that were found to be over; one may have ended meanwhile.
    package let sessions: [SessionKey]

    /// Names what was found.
    package init(_ sessions: [SessionKey]) {
        self.sessions = sessions
    }

    /// Looks for the next sessions to clear, in one step that is bounded and changes nothing.
    package static func find(
        after place: SessionKey?,
        in store: any Reading,
        at now: Instant
    ) throws(DomainError) -> LapsedSessions {
        try store.lapsedSessions(
            before: lastMomentCleared(at: now),
            after: place,
            recordCountMax: DomainLimits.sessionsPerSweepStepMax,
            foundCountMax: DomainLimits.erasureStepRecordsMax
        )
    }

    /// Ends them, with all tokens that belong to them.
    package func run(in store: any Writing, at now: Instant) throws(DomainError) {
        let moment = Self.lastMomentCleared(at: now)
        for key in sessions {
            // A refresh may have come before this, by a clock that was set back.
            if let session = try store.session(key), session.hasLapsed(before: moment) {
                try store.endSession(key)
            }
        }
    }

    private static func lastMomentCleared(at now: Instant) -> Instant {
        now.adding(seconds: -DomainLimits.lapsedSessionKeptSeconds)
    }
}
