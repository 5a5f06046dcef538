import Dispatch
import Locking
import Testing

@testable import TTRPC

@Suite(.timeLimit(.minutes(1)))
struct MessageQueueTests {
    @Test
    func messagesComeInOrderAndThenTheEnd() async throws {
        let queue = MessageQueue()
        for index in 0..<UInt8(200) { _ = queue.append([index]) }
        queue.finish(nil)
        #expect(queue.append([9]) == .some)
        queue.finish(RPCError(.aborted, "late"))
        for index in 0..<UInt8(200) { #expect(try await queue.next() == [index]) }
        #expect(try await queue.next() == nil)
        #expect(try await queue.next() == nil)
    }

    @Test
    func errorsComeAfterTheMessages() async throws {
        let queue = MessageQueue()
        _ = queue.append([1])
        queue.finish(RPCError(.unavailable, "gone"))
        #expect(try await queue.next() == [1])
        await #expect(throws: RPCError(.unavailable, "gone")) { try await queue.next() }
    }

    @Test
    func aFullQueueAsksToWaitUntilHalfIsTaken() async throws {
        let queue = MessageQueue()
        for _ in 0..<63 { #expect(queue.append([1]) == .some) }
        #expect(queue.append([1]) == .full)
        let isDrained = Mutex(false)
        queue.whenDrained { isDrained.withLock { $0 = true } }
        for _ in 0..<31 { _ = try await queue.next() }
        #expect(!isDrained.withLock { $0 })
        _ = try await queue.next()
        #expect(isDrained.withLock { $0 })
        isDrained.withLock { $0 = false }
        queue.whenDrained { isDrained.withLock { $0 = true } }
        #expect(isDrained.withLock { $0 })
    }

    @Test
    func bytesFillTheQueueToo() {
        let queue = MessageQueue()
        #expect(queue.append([UInt8](repeating: 0, count: 262_143)) == .some)
        #expect(queue.append([1]) == .full)
    }

    @Test
    func aWaiterGetsTheNextMessage() async throws {
        let queue = MessageQueue()
        let task = Task { try await queue.next() }
        while queue.append([1]) == .some, !Task.isCancelled {
            if let message = try? await task.value, message == [1] { break }
        }
        #expect(try await task.value == [1])
    }

    /// Somebody else keeps the lock busy, so that cancellations come while a taker waits for it.
    @Test
    func aCancellationIsNotMissedByATaskThatBeginsToWait() async {
        let queue = MessageQueue()
        let isOver = Flag()
        DispatchQueue.global().async {
            while !isOver.isSet { queue.whenDrained {} }
        }
        defer { isOver.set() }
        for round in 0..<5_000 {
            let (hasBegun, hasEnded) = (Flag(), Flag())
            let task = Task {
                hasBegun.set()
                _ = try? await queue.next()
                hasEnded.set()
            }
            while !hasBegun.isSet { await Task.yield() }
            task.cancel()
            var yieldsLeft = 100_000
            while !hasEnded.isSet, yieldsLeft > 0 {
                yieldsLeft -= 1
                await Task.yield()
            }
            guard hasEnded.isSet else {
                Issue.record("the cancellation of round \(round) was missed")
                // Whoever waits is let go.
                _ = queue.append([1])
                return
            }
        }
    }

    /// Something that has happened, or not yet.
    private final class Flag: Sendable {
        private let value = Atomic(false)

        var isSet: Bool { value.load(ordering: .acquiring) }

        func set() { value.store(true, ordering: .releasing) }
    }

    @Test
    func cancellingTheTaskEndsTheWait() async {
        let queue = MessageQueue()
        let task = Task { try await queue.next() }
        task.cancel()
        let error = await #expect(throws: RPCError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }
}
