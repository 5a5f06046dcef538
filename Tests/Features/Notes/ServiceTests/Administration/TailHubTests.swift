import NoteStorage
import Domain
import Records
import Testing

@testable import NoteService

/// What an operator who watches is told, and what is left out.
@Suite struct TailHubTests {
    @Test func whoTakesTooSlowlyMissesSomeAndIsToldHowMany() async throws {
        let hub = TailHub { _ in }
        let tail = hub.open()
        let event = NoteEvent.blocked(by: UserNumber(1))
        for _ in 0..<3 {
            hub.publish([any StoreEvent](repeating: event, count: TailHub.waitingCountMax / 2 + 1))
        }
        let batch = try #require(await tail.next())
        #expect(batch.events.count == TailHub.waitingCountMax)
        #expect(batch.missedCount == UInt64(TailHub.waitingCountMax / 2 + 3))
        hub.publish([event])
        let next = try #require(await tail.next())
        #expect(next.events.count == 1 && next.missedCount == 0)
        tail.close()
        #expect(await tail.next() == nil && hub.tailCount == 0)
    }

    @Test func whoGetsEventsNeedsNoSignOfLife() async throws {
        let hub = TailHub { _ in }
        let tail = hub.open()
        hub.beat()
        hub.publish([NoteEvent.blocked(by: UserNumber(1))])
        let batch = try #require(await tail.next())
        #expect(batch.events.count == 1 && !batch.isSignOfLife)
        let next = Task { await tail.next() }
        hub.publish([NoteEvent.blocked(by: UserNumber(2))])
        #expect(await next.value?.events.count == 1)
    }

    @Test func waitingEndsWithItsTask() async throws {
        let hub = TailHub { _ in }
        let tail = hub.open()
        let waiting = Task { await tail.next() }
        waiting.cancel()
        #expect(await waiting.value == nil)
        #expect(hub.tailCount == 0)
    }
}
