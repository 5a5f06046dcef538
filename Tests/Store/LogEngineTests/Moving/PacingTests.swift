import Locking
import Testing

@testable import LogEngine
@testable import StorageEngine

@Suite("Pacing")
struct PacingTests {
    private let generations = Generations(
        active: Overlay(byteCountMax: 64 << 10),
        frozen: Overlay(byteCountMax: 64 << 10),
        publishedBatch: 0,
        restMilliseconds: 3_600_000
    )

    @Test("The mover rests while it is ahead of the writer", .timeLimit(.minutes(1)))
    func rest() {
        let hasGoneOn = Atomic<Bool>(false)
        withThreads(1) { _ in
            generations.noteMoved(share: 0.5)
            hasGoneOn.store(true, ordering: .releasing)
        } while: {
            for fill in [0.1, 0.3, 0.44] { #expect(generations.awaitRoom(fill: fill) == nil) }
            let hasEnded = hasGoneOn.load(ordering: .acquiring)
            #expect(!hasEnded)
            // An eighth ahead is enough: the thread ends.
            #expect(generations.awaitRoom(fill: 0.45) == nil)
        }
        // Who is behind does not rest.
        generations.noteMoved(share: 0.5)
    }

    @Test("The writer ends a rest when it has to wait", .timeLimit(.minutes(1)))
    func waiting() {
        withThreads(1) { _ in
            generations.noteMoved(share: 0.5)
            generations.dropFrozen()
        } while: {
            #expect(generations.awaitNothingFrozen() == nil)
            generations.freeze(replacingActiveWith: Overlay(byteCountMax: 64 << 10))
        }
    }

    @Test("Closing ends a rest", .timeLimit(.minutes(1)))
    func closing() {
        withThreads(1) { _ in
            generations.noteMoved(share: 0.5)
        } while: {
            generations.close()
        }
    }
}
