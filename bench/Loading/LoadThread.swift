import Networking
import TTRPC

/// One event loop with its share of the connections.
///
/// `@unchecked Sendable`: `state` is used on the loop's thread alone, in the jobs of this type.
final class LoadThread: @unchecked Sendable {
    let loop: EventLoop
    private let state: State

    /// What is used on the loop's thread alone.
    final class State {
        let loop: EventLoop
        var lanes: [Lane] = []
        var tally = Tally()
        let pageSize: Int
        var processorStart: UInt64 = 0

        init(loop: EventLoop, pageSize: Int) {
            self.loop = loop
            self.pageSize = pageSize
        }
    }

    /// What a thread has done since the measuring began.
    struct Reading: Sendable {
        let tally: Tally
        /// Processor time of the thread, in nanoseconds.
        let processorNanoseconds: UInt64
        let underWayCount: Int
    }

    /// Starts a thread without connections.
    init(name: String, pageSize: Int) throws {
        loop = try EventLoop(name: name)
        state = State(loop: loop, pageSize: pageSize)
    }

    /// Opens a connection and puts a lane on it.
    func connect(to address: Address, _ caller: Caller, depth: Int) async throws {
        let connection = try await withCheckedContinuation { continuation in
            ClientConnection.connect(to: address, on: loop) { continuation.resume(returning: $0) }
        }.get()
        await perform { state in
            state.lanes.append(Lane(connection, caller, depth: depth, thread: state))
        }
    }

    /// Makes the first calls on all lanes.
    func start() async {
        await perform { state in
            for lane in state.lanes { lane.start() }
        }
    }

    /// Forgets what was counted so far: the warm-up is over.
    func beginMeasuring() async {
        await perform { $0.reset() }
    }

    /// Counts the answers so far.
    func answerCount() async -> (right: UInt64, failed: UInt64) {
        await perform { ($0.tally.count, $0.tally.failureCount) }
    }

    /// Makes no further calls, and tells what was counted up to this moment.
    func endMeasuring() async -> Reading {
        await perform { state in
            for lane in state.lanes { lane.stop() }
            return state.reading()
        }
    }

    /// How many calls have no answer yet.
    func underWayCount() async -> Int {
        await perform { $0.reading().underWayCount }
    }

    /// Ends all connections and the thread.
    func close() async {
        await perform { state in
            for lane in state.lanes { lane.close() }
        }
        loop.stop()
        loop.join()
    }

    private func perform<Value: Sendable>(
        _ body: @escaping @Sendable (State) -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            let isTaken = loop.execute { [self] in continuation.resume(returning: body(state)) }
            precondition(isTaken, "A load thread is used until it is closed.")
        }
    }
}

extension LoadThread.State {
    /// Counts an answer, and tells whether it was right.
    func record(
        _ operation: Operation,
        _ status: Status,
        _ page: RawSpan,
        _ noteCountMin: Int,
        since start: UInt64
    ) -> Bool {
        if let failure = failure(of: operation, status, page, noteCountMin) {
            tally[operation].failures[failure, default: 0] += 1
            return false
        }
        tally[operation].latency.record(nanoseconds: MonotonicClock.now() - start)
        return true
    }

    private func failure(
        of operation: Operation,
        _ status: Status,
        _ page: RawSpan,
        _ noteCountMin: Int
    ) -> Tally.Failure? {
        guard status.code == .ok else { return .status(status.code) }
        switch operation {
        case .send:
            return page.isEmpty ? .wrongAnswer : nil
        case .history:
            guard let count = PageCheck.noteCount(of: page), count >= noteCountMin,
                count <= pageSize
            else { return .wrongAnswer }
            tally[operation].noteCount += UInt64(count)
            return nil
        }
    }

    fileprivate func reset() {
        tally = Tally()
        processorStart = ProcessorTime.ofThread()
    }

    fileprivate func reading() -> LoadThread.Reading {
        LoadThread.Reading(
            tally: tally,
            processorNanoseconds: ProcessorTime.ofThread() - processorStart,
            underWayCount: lanes.reduce(0) { $0 + $1.underWayCount }
        )
    }
}
