import Locking
import TestSupport
import Testing

@testable import Networking

/// How a loop waits for the next bytes of a peer that is alone with it.
@Suite(.timeLimit(.minutes(1)))
struct LonePeerTests {
    private let budget = BusyWaitBudget(percent: 100, processorCount: 2)

    @Test("A loop looks for the next bytes of a peer that answers at once")
    func nextBytesAreLookedFor() throws {
        try withEcho { call in
            try callUntilSpent(call)
        }
    }

    @Test("A loop that is not called again sleeps")
    func silenceIsSleptThrough() throws {
        try withEcho { call in
            try callUntilSpent(call)
            let spent = budget.spentNanoseconds
            try pass(nanoseconds: 200_000_000)
            #expect(budget.spentNanoseconds - spent < 100_000_000)
        }
    }

    private func callUntilSpent(_ call: () throws -> Void) throws {
        let patience = Patience()
        while budget.spentNanoseconds == 0 {
            try patience.check()
            try call()
        }
    }

    /// Waits for a timer.
    private func pass(nanoseconds: UInt64) throws {
        try TestNetwork.run(loopCount: 1) { network in
            let loop = network.group.next()
            let passed = Mailbox<Bool>()
            loop.execute { loop.schedule(afterNanoseconds: nanoseconds) { passed.put(true) } }
            _ = try passed.take()
        }
    }

    /// Gives a call that sends a byte to a loop which may spend of the budget, and takes it back.
    private func withEcho(_ body: (_ call: () throws -> Void) throws -> Void) throws {
        let group = try EventLoopGroup(loopCount: 1, busyWaitBudget: budget)
        let clients = try EventLoopGroup(loopCount: 1)
        defer {
            clients.shutdown()
            group.shutdown()
        }
        let listener = try TestNetwork(group: group).listen { _ in RecordingHandler.echo() }
        let handler = RecordingHandler()
        let client = try TestNetwork(group: clients).connect(
            to: listener.boundAddress,
            handler: handler
        )
        try body {
            client.loop.execute { client.write([1]) }
            _ = try handler.takeBytes(1)
        }
    }
}
