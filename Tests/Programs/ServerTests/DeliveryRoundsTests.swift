import Domain
import Locking
import Serving
import Testing

@testable import notelet_server

@Suite("Delivery rounds", .timeLimit(.minutes(2)))
struct DeliveryRoundsTests {
    /// A time that goes on by what is slept.
    private final class SleptTime: Sendable {
        let pauses = Mutex<[Duration]>([])
        private let moment: Mutex<Int64>

        init(milliseconds: Int64) { moment = Mutex(milliseconds) }

        var now: Instant { Instant(milliseconds: moment.withLock { $0 }) }

        func sleep(_ time: Duration) {
            pauses.withLock { $0.append(time) }
            moment.withLock { $0 += Int64(time / .milliseconds(1)) }
        }
    }

    /// Makes rounds with these outcomes; answers how long each was waited for.
    private func pauses(
        tick: Duration,
        from milliseconds: Int64,
        _ outcomes: [Housekeeping.Outcome]
    ) async -> [Duration] {
        let time = SleptTime(milliseconds: milliseconds)
        let rest = Mutex(outcomes)
        let rounds = DeliveryRounds(tick: tick, now: { time.now }) { pause in
            guard rest.withLock({ !$0.isEmpty }) else { throw CancellationError() }
            time.sleep(pause)
        }
        await rounds.run { rest.withLock { $0.removeFirst() } }
        return time.pauses.withLock { $0 }
    }

    @Test("A round that failed is made again soon, and the next one at its time")
    func failedRounds() async {
        let failed = Housekeeping.Outcome.failed(.storeFull)
        let pauses = await pauses(
            tick: .seconds(3_600),
            from: 1_000,
            [.done, failed, failed, failed, .done, .done]
        )
        let seconds: [Double] = [3_599, 3_600, 1, 2, 4, 3_593]
        #expect(pauses == seconds.map { Duration.seconds($0) })
    }

    @Test("However often a round fails, no wait is longer than half a minute, nor than the tick")
    func manyFailures() async {
        let failures = [Housekeeping.Outcome](repeating: .failed(.storeFull), count: 40)
        let long = await pauses(tick: .seconds(86_400), from: 0, failures)
        #expect(long.dropFirst().allSatisfy { $0 > .zero && $0 <= .seconds(30) })
        #expect(long.suffix(3) == [.seconds(30), .seconds(30), .seconds(30)])
        let short = await pauses(tick: .seconds(1), from: 0, failures)
        #expect(short.allSatisfy { $0 == .seconds(1) })
    }
}
