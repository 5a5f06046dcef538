/// The time by which a server forgets: it follows the machine's clock no more than a fifth faster
/// or slower than time goes by, whatever the clock is set to.
///
/// So what is to be kept for a day is, by a clock that nobody sets, kept for twenty hours at least,
/// and goes at last also where the clock was wrong all along. A server that was off lags behind
/// the clock, and draws level in five times that time.
package struct LivedTime: Sendable {
    /// When it was put down last, and what the steady clock said then.
    private var start: Instant
    private var startSteadyMilliseconds: Int64
    /// The latest moment that was told.
    private var latest: Instant

    /// How many times slower it draws level than time goes by.
    private static let slewShare: Int64 = 5
    /// Milliseconds after which it is put down anew: far more than the fifth of one.
    private static let spanMilliseconds: Int64 = 1_000

    /// Goes on from a moment that was lived when a steady clock said `steadyMilliseconds`.
    package init(from moment: Instant, steadyMilliseconds: Int64) {
        start = moment
        latest = moment
        startSteadyMilliseconds = steadyMilliseconds
    }

    /// Goes on from a note of an earlier process, as far as a start can prove how long that is ago:
    /// since the note, if the machine runs as it did then, else since the machine began to run.
    package init(from note: LivedNote, steady: SteadyMoment) {
        let isSameRun = note.steady.run == steady.run
        let since = isSameRun ? note.steady.milliseconds : 0
        self.init(from: note.moment, steadyMilliseconds: min(since, steady.milliseconds))
    }

    /// The present moment; never before one that was told.
    ///
    /// - Parameters:
    ///   - clock: What the machine's clock says.
    ///   - steadyMilliseconds: What the steady clock says.
    /// - Returns: The moment.
    package mutating func moment(clock: Instant, steadyMilliseconds: Int64) -> Instant {
        let (difference, overflow) = steadyMilliseconds.subtractingReportingOverflow(
            startSteadyMilliseconds
        )
        let elapsed = overflow ? 0 : max(0, difference)
        let slew = elapsed / Self.slewShare
        let wanted = start.milliseconds(until: clock)
        let step = min(max(wanted, elapsed - slew), elapsed.addingSaturated(slew))
        latest = max(latest, start.adding(milliseconds: step))
        if elapsed >= Self.spanMilliseconds {
            start = latest
            startSteadyMilliseconds = steadyMilliseconds
        }
        return latest
    }
}

/// What a steady clock says, which nobody sets and which goes on while the machine sleeps.
package struct SteadyMoment: Equatable, Sendable {
    /// Names the run of the machine, from one start of its kernel to the next.
    package let run: String
    /// Milliseconds since that start.
    package let milliseconds: Int64

    /// Joins both.
    package init(run: String, milliseconds: Int64) {
        self.run = run
        self.milliseconds = milliseconds
    }
}

/// What a process leaves to the next one of the time that it has lived.
package struct LivedNote: Equatable, Sendable {
    /// How far it had come.
    package let moment: Instant
    /// When that was.
    package let steady: SteadyMoment

    /// Joins both.
    package init(moment: Instant, steady: SteadyMoment) {
        self.moment = moment
        self.steady = steady
    }
}

extension Int64 {
    fileprivate func addingSaturated(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
