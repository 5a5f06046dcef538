import Networking
import TTRPC

/// One connection that keeps a number of calls under way: each answer makes the next call.
///
/// Used on its loop's thread alone.
final class Lane {
    private let connection: ClientConnection
    private unowned let thread: LoadThread.State
    private var caller: Caller
    private let depth: Int
    private(set) var underWayCount = 0
    private var isEnded = false

    /// The pause after a failure: a server that refuses all is not to be asked at full speed.
    private static let pauseNanoseconds: UInt64 = 10_000_000

    /// Puts a lane on a connection.
    init(
        _ connection: ClientConnection,
        _ caller: Caller,
        depth: Int,
        thread: LoadThread.State
    ) {
        self.connection = connection
        self.caller = caller
        self.depth = depth
        self.thread = thread
    }

    /// Makes the first calls.
    func start() {
        for _ in 0..<depth where !isEnded { callNext() }
    }

    /// Makes no further calls.
    func stop() {
        isEnded = true
    }

    /// Ends the connection.
    func close() {
        isEnded = true
        connection.close()
    }

    private func callNext() {
        let call = caller.next()
        underWayCount += 1
        let start = MonotonicClock.now()
        let (operation, noteCountMin) = (call.operation, call.noteCountMin)
        call.payload.withUnsafeBytes { payload in
            connection.call(call.method, payload.bytes, options: call.options) {
                [unowned self] status, page in
                complete(operation, status, page, noteCountMin, since: start)
            }
        }
    }

    private func complete(
        _ operation: Operation,
        _ status: Status,
        _ page: RawSpan,
        _ noteCountMin: Int,
        since start: UInt64
    ) {
        underWayCount -= 1
        let isRight = thread.record(operation, status, page, noteCountMin, since: start)
        guard !isEnded else { return }
        if isRight {
            callNext()
        } else {
            thread.loop.schedule(afterNanoseconds: Lane.pauseNanoseconds) { [weak self] in
                if let self, !isEnded { callNext() }
            }
        }
    }
}
