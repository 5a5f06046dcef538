import Domain
import Locking
import Testing

@testable import Serving

@Suite struct PulledStreamTests {
    /// Has one message; while the first look at what there is goes on, news come.
    private struct LateSource: PullSource {
        let newsCome: @Sendable () -> Void
        var pullCount = 0

        mutating func pull() throws(DomainError) -> Pull {
            pullCount += 1
            switch pullCount {
            case 1:
                newsCome()
                return .wait
            case 2: return .message([7])
            default: return .wait
            }
        }

        func heartbeat() -> [UInt8]? { nil }
    }

    /// What comes while a stream reads holds nobody up, and is read after that.
    @Test func aStreamIsWokenWhileItPulls() {
        let stream = RecordingStream()
        let woken = Mutex<PulledStream<LateSource>?>(nil)
        let pulled = PulledStream(
            stream: stream,
            source: LateSource { woken.withLock { $0 }?.wake() }
        )
        woken.withLock { $0 = pulled }
        pulled.start()
        stream.runJobs()
        #expect(stream.messages == [[7]])
        woken.withLock { $0 = nil }
    }
}
