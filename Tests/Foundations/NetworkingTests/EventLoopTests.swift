import Dispatch
import Locking
import Testing

@testable import Networking

@Suite
struct EventLoopTests {
    @Test
    func `Timers fire by deadline, then in the order they were scheduled`() throws {
        try TestNetwork.run(loopCount: 1) { network in
            let loop = network.group.next()
            let fired = Mailbox<Int>()
            let started = MonotonicClock.now()
            loop.execute {
                for (name, milliseconds) in [(4, 30), (1, 5), (2, 5), (3, 20)] as [(Int, UInt64)] {
                    loop.schedule(afterNanoseconds: milliseconds * 1_000_000) { fired.put(name) }
                }
                loop.schedule(afterNanoseconds: 0) { fired.put(0) }
                loop.schedule(afterNanoseconds: .max) { fired.put(-1) }
            }
            let order = try (0...4).map { _ in try fired.take() }
            #expect(order == [0, 1, 2, 3, 4])
            #expect(MonotonicClock.now() - started >= 30_000_000)
        }
    }

    @Test
    func `A cancelled timer neither fires nor keeps its job alive`() throws {
        try TestNetwork.run(loopCount: 1) { network in
            let loop = network.group.next()
            let fired = Mailbox<Int>()
            let outcome = try loop.run {
                let token = loop.schedule(afterNanoseconds: 1_000_000) { fired.put(1) }
                loop.schedule(afterNanoseconds: 5_000_000) { fired.put(2) }
                return (loop.cancel(token), loop.cancel(token))
            }
            #expect(outcome == (true, false))
            #expect(try fired.take() == 2)
        }
    }

    @Test
    func `What is left for the end of a turn runs there once, also in the last turn`() throws {
        try TestNetwork.run(loopCount: 1) { network in
            let loop = network.group.next()
            let order = Mailbox<Int>()
            loop.execute {
                loop.execute { order.put(4) }
                loop.atEndOfTurn(Remark(order, 2))
                loop.atEndOfTurn { order.put(3) }
                order.put(1)
            }
            let taken = try (1...4).map { _ in try order.take() }
            #expect(taken == [1, 2, 3, 4])
            loop.execute {
                loop.stop()
                loop.atEndOfTurn(Remark(order, 5))
            }
            let last = try order.take()
            #expect(last == 5)
        }
    }

    @Test
    func `What the end of a turn asks for runs there as well, and so does what comes later`() throws
    {
        try TestNetwork.run(loopCount: 1) { network in
            let loop = network.group.next()
            let order = Mailbox<Int>()
            loop.execute {
                loop.execute {
                    order.put(4)
                    loop.atEndOfTurn(Remark(order, 5))
                }
                loop.atEndOfTurn {
                    order.put(1)
                    loop.atEndOfTurn(Remark(order, 3))
                }
                loop.atEndOfTurn(Remark(order, 2))
            }
            let taken = try (1...5).map { _ in try order.take() }
            #expect(taken == [1, 2, 3, 4, 5])
        }
    }

    /// A job that leaves a number.
    private final class Remark: LoopJob {
        private let mailbox: Mailbox<Int>
        private let number: Int

        init(_ mailbox: Mailbox<Int>, _ number: Int) {
            self.mailbox = mailbox
            self.number = number
        }

        func run() { mailbox.put(number) }
    }

    @Test
    func `Jobs of each thread run in its order, all of them on the loop`() throws {
        try TestNetwork.run(loopCount: 1) { network in
            let loop = network.group.next()
            let threadCount = 4
            let jobCount = 5_000
            let seen = Mailbox<Bool>()
            let last = Mutex([Int](repeating: -1, count: threadCount))
            DispatchQueue.concurrentPerform(iterations: threadCount) { thread in
                for job in 0..<jobCount {
                    loop.execute {
                        let isNext = last.withLock { last in
                            defer { last[thread] = job }
                            return last[thread] == job - 1
                        }
                        if !isNext || !loop.isCurrent { seen.put(false) }
                    }
                }
            }
            loop.execute { seen.put(true) }
            let isInOrder = try seen.take()
            #expect(isInOrder)
            #expect(last.withLock { $0 } == [Int](repeating: jobCount - 1, count: threadCount))
        }
    }

    @Test
    func `A job handed in by a job runs after the turn's timers and sockets had theirs`() throws {
        try TestNetwork.run(loopCount: 1) { network in
            let loop = network.group.next()
            let turns = Mailbox<UInt64>()
            loop.execute {
                turns.put(loop.now)
                loop.execute { turns.put(loop.now) }
            }
            let (first, second) = (try turns.take(), try turns.take())
            #expect(first < second)
        }
    }

    @Test
    func `A stopped loop runs what it has, refuses more and drops its timers`() throws {
        let loop = try EventLoop()
        let ran = Mailbox<Bool>()
        let held = Mailbox<Bool>()
        loop.execute {
            ran.put(true)
            // Keeps the loop busy until the next job is certainly in before the stop.
            _ = try? held.take()
            loop.schedule(afterNanoseconds: 0) { ran.put(false) }
        }
        loop.execute { ran.put(true) }
        loop.stop()
        held.put(true)
        loop.stop()
        loop.join()
        loop.join()
        #expect(!loop.execute { ran.put(false) })
        #expect(!loop.isCurrent)
        #expect(ran.count == 2)
    }

    @Test
    func `A loop can be stopped from within`() throws {
        let loop = try EventLoop()
        loop.execute { loop.stop() }
        loop.join()
        #expect(!loop.execute {})
    }

    @Test
    func `A group gives its loops in turn`() throws {
        try TestNetwork.run(loopCount: 3) { network in
            let given = (0..<6).map { _ in network.group.next() }
            #expect(zip(given, given[3...]).allSatisfy { $0 === $1 })
            #expect(Set(given.map(ObjectIdentifier.init)).count == 3)
        }
    }

    @Test
    func `Using a loop from another thread ends the process`() async {
        await #expect(processExitsWith: .failure) {
            let loop = try EventLoop()
            loop.schedule(afterNanoseconds: 0) {}
        }
    }
}
