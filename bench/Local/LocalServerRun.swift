import CommandLineInterface
import NoteletClient
import NoteletLocalServer

/// What a test of an application waits for that has a server in its process: its start, two
/// accounts, a note from one to the other, and its end.
struct LocalServerRun {
    /// What came of it, a value for each round.
    struct Result {
        /// From nothing to a server that is there.
        var start = Histogram()
        /// From there to the second account.
        var signUps = Histogram()
        /// The note, until it is acknowledged.
        var send = Histogram()
        /// The list of notes of its receiver.
        var read = Histogram()
        /// From there until nothing is left.
        var end = Histogram()
        /// All of it.
        var whole = Histogram()
    }

    /// Makes the rounds, one after the other, of which a first one does not count.
    static func run(roundCount: Int) async throws -> Result {
        var result = Result()
        var first = Result()
        try await round(&first)
        for _ in 0..<roundCount { try await round(&result) }
        return result
    }

    private static func round(_ result: inout Result) async throws {
        let begin = ContinuousClock.now
        var moment = begin
        func lap(_ histogram: inout Histogram) {
            let now = ContinuousClock.now
            histogram.record(nanoseconds: nanoseconds(now - moment))
            moment = now
        }
        let server = try LocalServer()
        lap(&result.start)
        let (minji, jun) = (server.connect(), server.connect())
        for (notelet, name) in [(minji, "minji"), (jun, "jun")] {
            _ = try await notelet.signUp(
                username: name,
                email: "\(name)@example.com",
                password: Population.password
            )
        }
        let link = try await minji.link()?.url ?? ""
        lap(&result.signUps)
        try await jun.send("안녕", toLink: link)
        lap(&result.send)
        var contents: [String] = []
        for try await note in minji.inbox().items { contents.append(note.content) }
        guard contents == ["안녕"] else {
            throw CommandFailure(.badData, "The note did not arrive: \(contents).")
        }
        lap(&result.read)
        await server.stop()
        lap(&result.end)
        result.whole.record(nanoseconds: nanoseconds(moment - begin))
    }

    private static func nanoseconds(_ duration: Duration) -> UInt64 {
        UInt64(max(0, duration / .nanoseconds(1)))
    }
}
