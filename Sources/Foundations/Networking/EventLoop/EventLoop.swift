import Glibc
package import Locking

/// One thread that waits for sockets, timers and jobs, and runs what they call for, in turns.
///
/// A turn goes: wait, jobs, socket events, timers. Each connection that was written to sends
/// once in a turn: after its own event if it has one, so that its bytes are still in the
/// processor's cache, else at the end. Everything that belongs to a loop is used on its thread
/// only, and nothing on that thread may block.
///
/// `@unchecked Sendable`: `inbox`, `thread` and `identity` are safe by their types; `epoll` and
/// `wakeUp` are only descriptors; everything below them is used on the loop's thread alone,
/// which `assertCurrent()` checks at each entry.
package final class EventLoop: @unchecked Sendable {
    /// Tells it from all others of the process, counted from 0.
    package let number = nextNumber.wrappingAdd(1, ordering: .relaxed).oldValue
    private let inbox = Mutex(Inbox())
    private let thread = Mutex<SystemThread?>(nil)
    private let identity = Atomic<UInt>(0)
    private let epoll: Epoll
    private let wakeUp: WakeUp

    private var sources = SourceTable()
    private var timers = TimerHeap()
    private var jobs: [any LoopJob] = []
    private var turnNow = MonotonicClock.now()
    /// Connections that have something to do at the end of this turn.
    private var unsettled: [Connection] = []
    private var settling: [Connection] = []
    /// What is to be done when the turn's connections have settled.
    private var lastJobs: [any LoopJob] = []
    /// How the loop waits: a lone peer that was answered at once may be here again soon.
    ///
    /// One whose answer another thread gave is not looked for: with two cores the loop would be in
    /// the way of that thread, and sends one at a time took longer in half of the runs.
    private var busyWait: BusyWait
    /// What has gone through the loop's sockets; readable from any thread.
    package let traffic = LoopTraffic()
    /// Where connections without left-over bytes receive, so that an idle one owns no memory.
    var scratch = ReceiveBuffer()
    /// Where encrypted bytes are received; empty but while they are decrypted.
    var ciphertext = ByteQueue()
    /// The handshakes that wait for clients.
    var handshakes = HandshakeLine()
    /// Where connections with nothing unsent get the memory that they write to.
    var spareBuffers = SpareBuffers()

    /// Work for the loop's thread.
    package typealias Job = @Sendable () -> Void

    /// How many bytes one connection may receive in one turn, but for the rest of a long frame: a
    /// flood on one connection lets the others have their turn after at most this much work, some
    /// 150 of the smallest requests. (With 28 KiB, calls beside eight floods had a p99 of 54 and
    /// 77 ms, with 8 KiB 17 and 46 ms, when replies that nobody read were not bounded yet.)
    package static let receiveByteCountPerTurn = 8_192

    /// Room for what a connection receives in a turn, encrypted or not, behind what it left over.
    private static let scratchByteCount = 32_768

    /// How many encrypted bytes one connection may receive in one turn: with what a record leaves
    /// over, their data fits into the loop's own buffer.
    static let ciphertextByteCountPerTurn = 16_384

    /// How many emptied places the job list keeps after a burst.
    private static let jobCapacityKept = 1_024

    private static let nextNumber = Atomic(0)

    /// The tag of the wake-up descriptor; no slot reaches it.
    private static let wakeUpTag = UInt64.max

    /// What other threads hand in.
    private struct Inbox {
        var jobs: [any LoopJob] = []
        /// Whether the loop waits or is about to, so that a job must wake it.
        var isAsleep = false
        var isStopping = false
    }

    /// Starts a loop on a thread of its own, which runs until `stop()`.
    package init(
        name: String = "event-loop",
        busyWaitBudget: BusyWaitBudget = .none
    ) throws(SystemError) {
        busyWait = BusyWait(busyWaitBudget)
        epoll = try Epoll()
        wakeUp = try WakeUp()
        scratch.queue.reserve(Self.scratchByteCount)
        try epoll.add(
            wakeUp.descriptor.rawValue,
            for: [.readable, .onChange],
            tag: Self.wakeUpTag
        )
        let started = try SystemThread.start(name: name) { self.run() }
        thread.withLock { $0 = started }
    }

    deinit {
        thread.withLock { $0?.detach() }
    }

    /// The monotonic time in nanoseconds at which this turn began; read on the loop only.
    package var now: UInt64 {
        assertCurrent()
        return turnNow
    }

    /// Whether the caller runs on this loop's thread.
    package var isCurrent: Bool {
        identity.load(ordering: .relaxed) == UInt(pthread_self())
    }

    /// Traps unless the caller runs on this loop's thread.
    package func assertCurrent() {
        precondition(isCurrent, "This must be called on the event loop's own thread.")
    }

    /// Runs a job on the loop; to be called from any thread.
    ///
    /// Jobs run in the order in which they were handed in, those of one thread in its order. A
    /// burst wakes the loop once. A job handed in by a job runs in the next turn.
    ///
    /// - Returns: false when the loop has been stopped; the job does not run then.
    @discardableResult
    package func execute(_ job: @escaping Job) -> Bool {
        execute(ClosureLoopJob(job))
    }

    /// Runs a job on the loop, as with a closure; to be called from any thread.
    @discardableResult
    package func execute(_ job: any LoopJob) -> Bool {
        let (accepted, mustWake) = inbox.withLock { inbox in
            if inbox.isStopping { return (false, false) }
            inbox.jobs.append(job)
            let mustWake = inbox.isAsleep
            inbox.isAsleep = false
            return (true, mustWake)
        }
        if mustWake { wakeUp.signal() }
        return accepted
    }

    /// Runs a job once, on the loop, not before the delay has passed; on the loop only.
    ///
    /// The delay is kept to the millisecond, rounded up. Timers with one deadline fire in the
    /// order in which they were scheduled. A stopped loop drops its timers.
    @discardableResult
    package func schedule(
        afterNanoseconds delay: UInt64,
        _ job: @escaping () -> Void
    ) -> TimerToken {
        assertCurrent()
        let (deadline, overflow) = MonotonicClock.now().addingReportingOverflow(delay)
        return timers.insert(deadline: overflow ? .max : deadline, job)
    }

    /// Runs a job when the connections of this turn have sent what they can; on the loop only.
    ///
    /// What such a job asks for in turn, as where it ends a call, runs in this turn too.
    package func atEndOfTurn(_ job: any LoopJob) {
        assertCurrent()
        lastJobs.append(job)
    }

    /// Runs a job when the connections of this turn have sent what they can, as with an object; on
    /// the loop only.
    package func atEndOfTurn(_ job: @escaping Job) {
        atEndOfTurn(ClosureLoopJob(job))
    }

    /// Cancels a timer and releases its job; on the loop only.
    ///
    /// - Returns: false when the timer has already fired or was cancelled before.
    @discardableResult
    package func cancel(_ token: TimerToken) -> Bool {
        assertCurrent()
        return timers.remove(token)
    }

    /// Ends the loop after this turn; to be called from any thread, and more than once.
    ///
    /// Jobs handed in so far still run. Then all connections are closed with what they have not
    /// sent, and their handlers told. Who wants connections to end in peace closes them first.
    package func stop() {
        let mustWake = inbox.withLock { inbox in
            inbox.isStopping = true
            let mustWake = inbox.isAsleep
            inbox.isAsleep = false
            return mustWake
        }
        if mustWake { wakeUp.signal() }
    }

    /// Waits until a stopped loop's thread has ended; never to be called on that thread.
    package func join() {
        precondition(!isCurrent, "An event loop cannot wait for its own end.")
        // The lock is held while waiting on purpose: a second caller waits for the same end.
        thread.withLock { thread in
            thread?.join()
            thread = nil
        }
    }
}

extension EventLoop {
    /// Starts to watch a source's descriptor and returns the tag to name it by.
    func register(
        _ source: any EventSource,
        _ descriptor: Int32,
        for interest: Readiness
    ) throws(SystemError) -> UInt64 {
        assertCurrent()
        let tag = sources.insert(source)
        do {
            try epoll.add(descriptor, for: interest, tag: tag)
        } catch {
            sources.remove(tag)
            throw error
        }
        return tag
    }

    /// Changes what a registered descriptor is watched for.
    func update(_ tag: UInt64, _ descriptor: Int32, for interest: Readiness) {
        do {
            try epoll.modify(descriptor, for: interest, tag: tag)
        } catch {
            preconditionFailure("A registered descriptor can always be modified: \(error)")
        }
    }

    /// Stops watching; events of this turn that are still to come find nothing.
    func deregister(_ tag: UInt64, _ descriptor: Int32) {
        sources.remove(tag)
        do {
            try epoll.remove(descriptor)
        } catch {
            preconditionFailure("A registered descriptor can always be removed: \(error)")
        }
    }

    /// Has a connection settle at the end of this turn, or of the next if this one is ending,
    /// unless it has settled by then.
    func settleLater(_ connection: Connection) {
        unsettled.append(connection)
    }

    private func run() {
        identity.store(UInt(pthread_self()), ordering: .relaxed)
        while let timeout = prepareToWait() {
            let count = wait(timeoutMilliseconds: timeout)
            turnNow = MonotonicClock.now()
            let sentByteCount = traffic.sentByteCount
            handshakes.beginTurn()
            let jobCount = runJobs()
            for index in 0..<count { dispatchEvent(at: index) }
            runTimers()
            settleConnections()
            runLastJobs()
            let isLone = count == 1 && jobCount == 0
            busyWait.isExpectant = isLone && traffic.sentByteCount > sentByteCount
        }
        end()
        identity.store(0, ordering: .relaxed)
    }

    /// How many milliseconds to wait at most, or nil when the loop has been stopped.
    private func prepareToWait() -> Int32? {
        let hasUnsettled = !unsettled.isEmpty
        let mustNotSleep: Bool? = inbox.withLock { inbox in
            if inbox.isStopping { return nil }
            inbox.isAsleep = inbox.jobs.isEmpty && !hasUnsettled
            return !inbox.isAsleep
        }
        guard let mustNotSleep else { return nil }
        if mustNotSleep { return 0 }
        guard let deadline = timers.nextDeadline else { return -1 }
        let now = MonotonicClock.now()
        if deadline <= now { return 0 }
        let milliseconds = (deadline - now - 1) / 1_000_000 + 1
        return Int32(clamping: milliseconds)
    }

    /// Waits until there are events, or the time is over; answers how many there are.
    private func wait(timeoutMilliseconds: Int32) -> Int {
        busyWait.wait(
            look: {
                let count = epoll.wait(timeoutMilliseconds: 0)
                return count > 0 || timeoutMilliseconds == 0 ? count : nil
            },
            sleep: { epoll.wait(timeoutMilliseconds: timeoutMilliseconds) }
        )
    }

    /// Tells a source of its event; the wake-up has none, since it has done its work.
    private func dispatchEvent(at index: Int) {
        let (tag, readiness) = epoll.event(at: index)
        sources[tag]?.handle(readiness)
    }

    /// Runs the jobs that are there now, and answers how many; those they hand in wait for the next
    /// turn.
    @discardableResult
    private func runJobs() -> Int {
        inbox.withLock { inbox in
            inbox.isAsleep = false
            swap(&inbox.jobs, &jobs)
        }
        let count = jobs.count
        for job in jobs { job.run() }
        jobs.removeAll(keepingCapacity: jobs.capacity <= Self.jobCapacityKept)
        return count
    }

    private func runTimers() {
        while let job = timers.popDue(at: turnNow) { job() }
    }

    private func settleConnections() {
        swap(&unsettled, &settling)
        for connection in settling { connection.settle() }
        settling.removeAll(keepingCapacity: settling.capacity <= Self.jobCapacityKept)
    }

    private func runLastJobs() {
        if lastJobs.isEmpty { return }
        var count = 0
        while count < lastJobs.count {
            // Not within the list, which may grow.
            let job = lastJobs[count]
            count += 1
            job.run()
        }
        lastJobs.removeAll(keepingCapacity: true)
    }

    /// Runs the last jobs and gives up all sources; nothing can be handed in any more.
    private func end() {
        runJobs()
        for source in sources.all { source.loopWillEnd() }
        while !unsettled.isEmpty { settleConnections() }
        runLastJobs()
        timers.removeAll()
    }
}
