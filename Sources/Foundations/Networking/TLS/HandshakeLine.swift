/// The handshakes of a loop that wait for clients, in the order in which they came, and how many
/// may go on in a turn.
struct HandshakeLine {
    private var waiting: [Place: Handshake] = [:]
    private var first: Place = 0
    private var next: Place = 0
    private var remainingStepCount = stepCountPerTurn

    /// Steps of handshakes in one turn of the loop, at most.
    ///
    /// One may compute as long as fifty requests. When thousands come at once, connections that
    /// have something to ask have their turn after a millisecond of it; those that must wait are
    /// told of again in the next turn, which the kernel begins with others.
    static let stepCountPerTurn = 4

    /// Where one stands; given once.
    typealias Place = UInt64

    /// Begins a turn of the loop.
    mutating func beginTurn() {
        remainingStepCount = Self.stepCountPerTurn
    }

    /// Takes one of the turn's steps; false when there is none left.
    mutating func takeStep() -> Bool {
        guard remainingStepCount > 0 else { return false }
        remainingStepCount -= 1
        return true
    }

    /// How many wait.
    var count: Int { waiting.count }

    /// Takes one in at the end.
    mutating func join(_ handshake: Handshake) -> Place {
        defer { next += 1 }
        waiting[next] = handshake
        return next
    }

    /// Lets one go.
    mutating func leave(_ place: Place) {
        waiting[place] = nil
    }

    /// The one that has waited longest.
    mutating func oldest() -> Handshake? {
        while first < next {
            if let handshake = waiting[first] { return handshake }
            first += 1
        }
        return nil
    }
}
