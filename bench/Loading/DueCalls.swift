/// The calls of an open loop that one thread makes: when they are due, which of them wait, and when
/// those may leave.
///
/// They leave together, some time after those before them: a thread that woke for each of many
/// would take the processors from what it measures. Each counts from when it was due.
struct DueCalls: Sendable {
    /// The calls that are due and have not left.
    private(set) var backlog = Backlog(countMax: backlogCountMax)
    private var schedule: ArrivalSchedule
    private let departureNanosecondsMin: UInt64
    private var nextDeparture: UInt64 = 0

    /// Calls that wait, at most: more are no use to anybody.
    private static var backlogCountMax: Int { 1_000_000 }
    /// How long after others calls leave at least, for each call that all threads together make in
    /// a second: where few are made nobody waits, and of 60,000 a second 36 leave together.
    private static var departureNanosecondsPerRate: Double { 10 }
    /// No call waits longer for others, at any rate.
    private static var departureNanosecondsMax: Double { 1_000_000 }

    /// Plans calls.
    ///
    /// - Parameters:
    ///   - schedule: When the thread's calls are due.
    ///   - perSecond: How many all threads together make on average.
    init(_ schedule: ArrivalSchedule, perSecond: Double) {
        self.schedule = schedule
        let distance = max(perSecond, 0) * DueCalls.departureNanosecondsPerRate
        departureNanosecondsMin = UInt64(min(distance, DueCalls.departureNanosecondsMax))
    }

    /// Takes up what is due before `end` and by now, and returns whether calls may leave.
    mutating func mayLeave(at now: UInt64, before end: UInt64) -> Bool {
        guard now >= nextDeparture else { return false }
        while schedule.next <= now, schedule.next < end {
            backlog.append(schedule.next)
            schedule.advance()
        }
        guard backlog.count > 0 else { return false }
        nextDeparture = now + departureNanosecondsMin
        return true
    }

    /// Takes the oldest call that waits, and returns when it was due.
    mutating func popFirst() -> UInt64? {
        backlog.popFirst()
    }

    /// Whether all calls that are due before `end` have left.
    func haveLeft(before end: UInt64) -> Bool {
        backlog.count == 0 && schedule.next >= end
    }

    /// Tells when calls may leave if no answer comes before.
    ///
    /// - Parameters:
    ///   - end: Calls are due before it.
    ///   - hasRoom: Whether a connection can take a call; only asked while calls wait. Those that
    ///     wait for one need an answer, and those whose answer has come before their time need
    ///     that alone.
    /// - Returns: The time, or nil for never.
    func nextTime(before end: UInt64, hasRoom: @autoclosure () -> Bool) -> UInt64? {
        if backlog.count > 0 { return hasRoom() ? nextDeparture : nil }
        return schedule.next < end ? max(schedule.next, nextDeparture) : nil
    }
}
