/// Draws the calls of one connection: which, by whom, to whom.
struct CallDraw {
    /// For whom the connection speaks.
    private(set) var user = 0
    private let material: CallMaterial
    private var random: SeededRandom
    private var callsLeft = 0

    /// Draws with chances that no other connection of the run has.
    init(_ material: CallMaterial, connection: Int) {
        self.material = material
        random = SeededRandom(seed: material.seed, stream: UInt64(connection))
    }

    /// Draws the next operation, and now and then another user who makes it.
    mutating func nextOperation() -> Operation {
        if callsLeft == 0 { speakForAnother() }
        callsLeft -= 1
        return material.workload.nextOperation(using: &random)
    }

    /// Draws the receiver of a note, anybody but the sender: nobody writes to himself.
    mutating func nextReceiver() -> Int {
        let receiver = material.receivers.draw(using: &random)
        // Who is watched makes no calls, so that there is always another receiver.
        return receiver == user ? (receiver + 1) % material.addressBook.userCount : receiver
    }

    /// Draws the index of a text.
    mutating func nextText() -> Int {
        let count = material.corpus.count
        return count == 1 ? 0 : Int(random.number(below: UInt64(count)))
    }

    /// Draws one of those who make calls.
    mutating func nextCaller() -> Int {
        let callers = material.callers
        return callers.lowerBound + Int(random.number(below: UInt64(callers.count)))
    }

    private mutating func speakForAnother() {
        callsLeft = material.callsPerUser
        switch material.workload {
        case .history, .mixed: user = material.receivers.draw(using: &random)
        case .send, .watch, .signIn: user = nextCaller()
        }
    }
}
