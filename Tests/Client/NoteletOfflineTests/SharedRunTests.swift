import ClientTestSupport
import Foundation
import TestSupport
import Testing

@testable import NoteletOffline

/// Work that is done once for many.
@Suite("Shared runs", .timeLimit(.minutes(1)))
struct SharedRunTests {
    private let runs = SharedRun()
    private let begun = Log<Void>()
    private let ends = Gate()

    /// Runs until the gate is opened.
    private func run() async throws {
        try await runs.run { [begun, ends] in
            begun.append(())
            try await ends.wait()
        }
    }

    @Test("Who asks while it is done is served by the next run, all of them by one")
    func laterQuestions() async throws {
        async let first: Void = run()
        await begun.wait(forCount: 1)
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 { group.addTask { try await self.run() } }
            let patience = Patience()
            while await runs.waitingCount < 20 { try await patience.pause() }
            ends.open()
            try await group.waitForAll()
        }
        try await first
        #expect(begun.entries.count == 2)
    }

    @Test("Who gives up is let go of at once, and what nobody waits for is given up")
    func cancellation() async throws {
        let first = Task { try await run() }
        await begun.wait(forCount: 1)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        ends.open()
        try await run()
        #expect(begun.entries.count == 2)
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await run()
        }
        await #expect(throws: CancellationError.self) { try await late.value }
        #expect(begun.entries.count == 2)
    }

    @Test("What goes wrong is told to all who waited for it, and to nobody after")
    func failures() async throws {
        struct Broken: Error {}
        await #expect(throws: Broken.self) { try await runs.run { throw Broken() } }
        try await runs.run {}
    }
}

/// What is waited for until it is opened.
private final class Gate: Sendable {
    private let opened = Log<Void>()

    func open() { opened.append(()) }

    func wait() async throws {
        while opened.entries.isEmpty {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}
