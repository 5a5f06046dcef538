/// What a load thread has done.
struct ThreadReading: Sendable {
    var tally: Tally
    /// The time that it had while it measured; nil if it did not come to that.
    var time: ThreadTime?
    /// Calls that were made and have no answer.
    var unansweredCount: Int
    /// Calls of an open loop that were due and never made.
    var unmadeCount: Int
    /// The most calls that waited at one time.
    var backlogCountHighest: Int
    /// What each watcher got: whom it watched, and the numbers of the notes.
    var arrivals: [(user: Int, numbers: Set<UInt64>)]
}
