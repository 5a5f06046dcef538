package import Domain

/// Clears away sessions whose time was over a week ago, which nobody can use any more, and shortens
/// those that a clock which was far ahead has made last too long.
///
/// Both by lived time, so that a clock that is set forward, and back, ends nothing.
///
/// A guest has nothing but sessions until the first note is sent, so of one that never did anything
/// nothing is left with the last of them.
package struct ClearLapsedSessions: Sendable {
    /// Those that were found; one may have ended meanwhile.
    package let sessions: [SessionKey]

    /// Names what was found.
    package init(_ sessions: [SessionKey]) {
        self.sessions = sessions
    }

    /// Looks for the next sessions to clear or to shorten, in one step that is bounded and changes
    /// nothing.
    package static func find(
        after place: SessionKey?,
        in store: any SessionReading,
        at now: Instant,
        lived: Instant
    ) throws(DomainError) -> LapsedSessions {
        try store.lapsedSessions(
            before: lastMomentCleared(lived),
            orRefreshedAfter: lastMomentBelieved(now, lived),
            after: place,
            recordCountMax: DomainLimits.sessionsPerSweepStepMax,
            foundCountMax: DomainLimits.erasureStepRecordsMax
        )
    }

    /// Ends those that are over, with all tokens that belong to them; lets those that were
    /// refreshed in a time to come last as long as if that had been now.
    package func run(
        in store: any SessionWriting,
        at now: Instant,
        lived: Instant
    ) throws(DomainError) {
        let cleared = Self.lastMomentCleared(lived)
        let believed = Self.lastMomentBelieved(now, lived)
        for key in sessions {
            // A refresh may have come before this, by a clock that was set back.
            guard let session = try store.session(key) else { continue }
            if session.hasLapsed(before: cleared) {
                try store.endSession(key)
            } else if session.refreshedAt > believed {
                try store.renew(session.refreshed(at: max(now, lived)))
            }
        }
    }

    private static func lastMomentCleared(_ lived: Instant) -> Instant {
        lived.adding(seconds: -DomainLimits.lapsedSessionKeptSeconds)
    }

    /// The latest time at which a session can have been refreshed, whichever clock is right.
    private static func lastMomentBelieved(_ now: Instant, _ lived: Instant) -> Instant {
        max(now, lived).adding(seconds: DomainLimits.clockStepSecondsMax)
    }
}
