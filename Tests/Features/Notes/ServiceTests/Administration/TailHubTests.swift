import Domain
import Locking
import NoteStorage
import Records
import Testing

@testable import NoteService

/// What an operator who watches is told, and what is left out.
@Suite struct TailHubTests {
    private let event = NoteEvent.blocked(by: UserNumber(1))

    @Test func whoTakesTooSlowlyMissesSomeAndIsToldHowMany() throws {
        let hub = TailHub { _ in }
        let tail = hub.open()
        for _ in 0..<3 {
            hub.publish([any StoreEvent](repeating: event, count: TailHub.waitingCountMax / 2 + 1))
        }
        for _ in 0..<TailHub.waitingCountMax {
            guard case .event = tail.next() else { throw Missing() }
            // What comes behind some that were left out is told after them, or not at all.
            hub.publish([event])
        }
        guard case .missed(let count) = tail.next() else { throw Missing() }
        #expect(count == UInt64(TailHub.waitingCountMax / 2 + 3 + TailHub.waitingCountMax))
        #expect(tail.next() == nil)
        hub.publish([event])
        guard case .event = tail.next() else { throw Missing() }
        #expect(tail.next() == nil)
    }

    @Test func whoWatchesIsToldOfNewsAndOfEachBeat() {
        let hub = TailHub { _ in }
        let tail = hub.open()
        let counts = Mutex((wakes: 0, beats: 0))
        tail.attach(
            Tail.Listener(
                wake: { counts.withLock { $0.wakes += 1 } },
                beat: { counts.withLock { $0.beats += 1 } }
            )
        )
        hub.publish([])
        hub.publish([event, event])
        hub.beat()
        #expect(counts.withLock { $0 } == (1, 1))
    }

    @Test func theStoreTellsOnlyWhileSomebodyWatches() {
        let told = Mutex<[Bool]>([])
        let hub = TailHub { isTold in told.withLock { $0.append(isTold) } }
        var tails = [hub.open(), hub.open()]
        tails.removeLast()
        #expect(hub.tailCount == 1)
        tails.removeLast()
        #expect(hub.tailCount == 0)
        #expect(told.withLock { $0 } == [true, true, false])
        hub.publish([event])
    }

    private struct Missing: Error {}
}
