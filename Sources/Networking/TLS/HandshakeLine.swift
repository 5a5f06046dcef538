/// The handshakes of a loop that wait for clients, in the order in which they came.
struct HandshakeLine {
    private var waiting: [Place: Handshake] = [:]
    private var first: Place = 0
    private var next: Place = 0

    /// Where one stands; given once.
    typealias Place = UInt64

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
