/// Knows how a storm of notes goes: what was acknowledged, and what each kill cut off.
actor StormLog {
    /// Notes that were acknowledged.
    private(set) var acknowledgedCount = 0
    /// Notes on their way when the server was killed, whose reply never came.
    private(set) var cutOffCount = 0
    /// Notes that found no server.
    private(set) var turnedAwayCount = 0
    private var isServing = true
    private let bell = Bell()

    /// Begins a note.
    ///
    /// - Returns: Whether there is a server to send it to.
    func begin() -> Bool { isServing }

    /// Ends a note well.
    func acknowledge() {
        acknowledgedCount += 1
        bell.ring()
    }

    /// Ends a note without a reply.
    func lose(begunWhileServing: Bool) {
        if begunWhileServing { cutOffCount += 1 } else { turnedAwayCount += 1 }
    }

    /// Says that the server is about to be killed.
    func serverGoes() {
        isServing = false
    }

    /// Says that the server is there again.
    func serverIsBack() {
        isServing = true
        bell.ring()
    }

    /// Waits for a number of acknowledgements.
    func wait(forAcknowledgedCount count: Int) async throws {
        try await bell.wait("\(count) notes are acknowledged") { acknowledgedCount >= count }
    }

    /// Waits for the server.
    func waitUntilServing() async throws {
        try await bell.wait("the server is back") { isServing }
    }
}
