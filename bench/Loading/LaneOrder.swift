/// Which connections take the calls of an open loop.
///
/// Calls that leave together go over as few connections as have room for them, as in the pools of
/// HTTP/2 clients, and those after them over others: written one by one, each would cost the tool
/// and the server a call of the system, and the processors are the server's.
struct LaneOrder: Sendable {
    private let laneCount: Int
    private var place = 0

    /// Begins at the first of some connections.
    init(laneCount: Int) {
        self.laneCount = laneCount
    }

    /// Goes on to the next connection, for other calls leave.
    mutating func beginDeparture() {
        advance()
    }

    /// The connection for the next call: the one that took the last call, as long as it has room;
    /// nil if none has.
    mutating func lane(withRoom hasRoom: (Int) -> Bool) -> Int? {
        for _ in 0..<laneCount {
            if hasRoom(place) { return place }
            advance()
        }
        return nil
    }

    private mutating func advance() {
        place = place + 1 < laneCount ? place + 1 : 0
    }
}
