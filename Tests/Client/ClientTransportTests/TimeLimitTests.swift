import ClientTransport
import Testing

/// Nobody waits longer than the time that was given.
@Suite(.timeLimit(.minutes(1))) struct TimeLimitTests {
    private static let late = CallStatus(.unavailable, "late")

    private static func waitForCancellation() async throws(TransportError) {
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        throw .status(.cancelled)
    }

    @Test("What comes in time is what came, be it a value or a failure")
    func inTime() async throws {
        let value = try await withinTime(.seconds(60), orElse: Self.late) {
            () throws(TransportError) in 1
        }
        #expect(value == 1)
        await #expect(throws: TransportError.connection(.closed)) {
            try await withinTime(.seconds(60), orElse: Self.late) { () throws(TransportError) in
                throw .connection(.closed)
            }
        }
    }

    @Test("What does not come in time is cancelled, and fails as was said")
    func late() async {
        await #expect(throws: TransportError.status(Self.late)) {
            try await withinTime(.milliseconds(1), orElse: Self.late) {
                () throws(TransportError) in try await Self.waitForCancellation()
            }
        }
    }

    @Test("Who is cancelled is not told that it was late")
    func cancelled() async {
        let task = Task {
            try await withinTime(.seconds(60), orElse: Self.late) {
                () throws(TransportError) in try await Self.waitForCancellation()
            }
        }
        task.cancel()
        await #expect(throws: TransportError.status(.cancelled)) { try await task.value }
    }

    @Test("A stream that says nothing is given up")
    func silence() async {
        struct Silent: ResponseStream {
            func next() async throws(TransportError) -> [UInt8]? {
                try await TimeLimitTests.waitForCancellation()
                return nil
            }
        }
        do throws(TransportError) {
            _ = try await Silent().next(within: .milliseconds(1))
            Issue.record("Something came of nothing.")
        } catch {
            guard case .status(let status) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(status.code == .unavailable && status.message.contains("silent"))
        }
    }
}
