package import Locking

/// A fixed number of event loops that share the connections of a process.
package final class EventLoopGroup: Sendable {
    /// The loops, in the order in which `next()` gives them.
    package let loops: [EventLoop]

    private let turn = Atomic<UInt>(0)

    /// Starts `loopCount` loops, one at least, which may look for the next bytes of a lone peer
    /// instead of sleeping.
    package init(
        loopCount: Int,
        busyWaitBudget: BusyWaitBudget = .none
    ) throws(SystemError) {
        precondition(loopCount > 0, "A group needs at least one loop.")
        var started: [EventLoop] = []
        do {
            for index in 0..<loopCount {
                started.append(
                    try EventLoop(name: "event-loop-\(index)", busyWaitBudget: busyWaitBudget)
                )
            }
        } catch {
            for loop in started {
                loop.stop()
                loop.join()
            }
            throw error
        }
        loops = started
    }

    /// The next loop in turn; to be called from any thread.
    package func next() -> EventLoop {
        let turn = turn.wrappingAdd(1, ordering: .relaxed).oldValue
        return loops[Int(turn % UInt(loops.count))]
    }

    /// Stops all loops and waits until their threads have ended; not to be called on a loop.
    package func shutdown() {
        for loop in loops { loop.stop() }
        for loop in loops { loop.join() }
    }
}
