/// The calls that are due and could not be made yet, since all connections are full; oldest first.
///
/// It is bounded: a server that is asked for more than it can do would fill the memory otherwise.
/// What finds no room is counted, and never made.
struct Backlog: Sendable {
    private var dueTimes: [UInt64] = []
    private var first = 0
    private let countMax: Int
    /// The most calls that waited at one time.
    private(set) var highestCount = 0
    /// Calls that found no room.
    private(set) var droppedCount = 0

    /// Holds at most this many calls.
    init(countMax: Int) {
        self.countMax = countMax
    }

    /// When the calls that wait were due.
    var waitingDueTimes: ArraySlice<UInt64> { dueTimes[first...] }

    /// How many calls wait.
    var count: Int { dueTimes.count - first }

    /// Adds a call that is due, or drops it.
    mutating func append(_ dueTime: UInt64) {
        guard count < countMax else {
            droppedCount += 1
            return
        }
        dueTimes.append(dueTime)
        highestCount = max(highestCount, count)
    }

    /// Takes the oldest call.
    mutating func popFirst() -> UInt64? {
        guard first < dueTimes.count else { return nil }
        let dueTime = dueTimes[first]
        first += 1
        if first == dueTimes.count {
            dueTimes.removeAll(keepingCapacity: true)
            first = 0
        } else if first >= 65_536, first * 2 > dueTimes.count {
            dueTimes.removeFirst(first)
            first = 0
        }
        return dueTime
    }
}
