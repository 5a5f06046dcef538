/// Work of a feature that nobody asks for: a piece of it at a time.
package struct HousekeepingJob: Sendable {
    /// What it is called, such as `session-sweep`.
    package let name: String
    /// When it is done.
    package let time: Time
    /// What is told of it; nil for nothing.
    package let tally: Tally?
    /// Does the next piece, which is bounded, and says whether another is waiting; called by one at
    /// a time.
    package let piece: @Sendable () async -> Housekeeping.Outcome

    /// When work is done.
    package enum Time: Sendable {
        /// Each half minute.
        case eachRound
        /// At the ticks at which the server delivers what it held; each half minute where there are
        /// none.
        case eachTick
    }

    /// How often something was done that the log tells of.
    package struct Tally: Sendable {
        /// The name of the event in the log, such as `notes-expired`.
        package let event: StaticString
        /// How often it was done since the process began.
        package let count: @Sendable () -> Int

        /// Joins a name to a count.
        package init(event: StaticString, count: @escaping @Sendable () -> Int) {
            self.event = event
            self.count = count
        }
    }

    /// Declares work.
    package init(
        _ name: String,
        _ time: Time = .eachRound,
        tally: Tally? = nil,
        piece: @escaping @Sendable () async -> Housekeeping.Outcome
    ) {
        self.name = name
        self.time = time
        self.tally = tally
        self.piece = piece
    }
}
