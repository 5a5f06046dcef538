import Foundation
import Locking
import Networking

/// One thread with its share of the connections, which makes calls and takes their answers.
///
/// A turn goes: wait, take what has arrived, make the calls that are due, send. Nothing in it takes
/// memory for each call.
///
/// `@unchecked Sendable`: what changes is used on the thread alone once it runs; before that, by
/// the one who prepares it.
final class LoadThread<Speaker: Caller & ~Copyable>: @unchecked Sendable {
    /// How far the thread is.
    let progress = ThreadProgress()

    let plan: LoadPlan
    let material: CallMaterial
    let control: RunControl
    let poller = Poller()
    let room = UnsafeMutableRawBufferPointer.allocate(
        byteCount: LoadConnection.roomByteCount,
        alignment: 4096
    )
    private let index: Int
    var lanes: [Lane<Speaker>] = []
    var watchers: [WatchLane] = []
    /// How many watchers each watched user has, on all threads.
    let watcherCounts: [Int]

    var tally = Tally()
    var rightCount: UInt64 = 0
    var failureCount: UInt64 = 0
    /// Nil in a closed loop.
    var dueCalls: DueCalls?
    var laneOrder = LaneOrder(laneCount: 0)
    /// The lanes that wait after a failure, and until when, the earliest first.
    var pausedLanes: [(lane: Lane<Speaker>, until: UInt64)] = []
    /// Lanes that have something to send.
    var unsentLanes: [Lane<Speaker>] = []
    var measuringStart: UInt64 = 0
    var end: UInt64 = 0

    private var hasStarted = false
    private var isIdle = false
    private var timeAtStart: ThreadTime?
    private var timeAtEnd: ThreadTime?

    /// No wait is longer, so that the end of the run is noticed.
    private static var waitNanosecondsMax: UInt64 { 20_000_000 }

    /// Prepares a thread.
    init(index: Int, _ plan: LoadPlan, _ material: CallMaterial, _ control: RunControl) {
        self.index = index
        self.plan = plan
        self.material = material
        self.control = control
        watcherCounts = (0..<(plan.watch?.watchedUserCount ?? 0)).map {
            plan.watch?.watcherCount(ofUserAt: $0) ?? 0
        }
    }

    deinit {
        room.deallocate()
    }

    /// Opens a connection that makes calls.
    func addLane(_ caller: consuming Speaker) throws {
        precondition(watchers.isEmpty, "Lanes come before watchers: their tags are lower.")
        lanes.append(
            Lane(
                try LoadConnection(to: plan.address, poller, tag: lanes.count),
                caller,
                depth: plan.depth
            )
        )
    }

    /// Opens a connection that watches what a user receives, or as that user what a pool has.
    func addWatcher(_ user: Int) throws {
        let tag = lanes.count + watchers.count
        let pool = plan.watch?.pool
        let connection = try LoadConnection(to: pool?.address ?? plan.address, poller, tag: tag)
        let watcher = WatchLane(connection, user: user, of: pool?.feed, material.addressBook)
        watcher.flush(poller)
        watchers.append(watcher)
    }

    /// Works until the run is over, and returns what came of it.
    func run() async -> ThreadReading {
        await withCheckedContinuation { continuation in
            let thread = Thread { [self] in
                work()
                continuation.resume(returning: reading())
            }
            thread.name = "load-\(index)"
            thread.start()
        }
    }

    private func work() {
        TimerSlack.makeSmall()
        while !control.isOver.load(ordering: .acquiring) {
            let now = MonotonicClock.now()
            keepTime(now)
            if hasStarted { makeDueCalls(now) }
            flush()
            publish(now)
            let eventCount = poller.wait(nanosecondsMax: waitTime(MonotonicClock.now()))
            for index in 0..<eventCount { take(poller.event(at: index)) }
        }
        if timeAtEnd == nil { timeAtEnd = .current }
        countWaitingCalls()
    }

    /// Notices the beginning, and measures the thread's own time in the part that counts.
    private func keepTime(_ now: UInt64) {
        if !hasStarted, control.start <= now { start() }
        measuringStart = control.measuringStart
        end = control.end
        if timeAtStart == nil, now >= measuringStart { timeAtStart = .current }
        if timeAtEnd == nil, now >= end { timeAtEnd = .current }
    }

    private func start() {
        hasStarted = true
        laneOrder = LaneOrder(laneCount: lanes.count)
        guard case .openLoop(let perSecond, let arrivals) = plan.pace else {
            for lane in lanes {
                for _ in 0..<plan.depth { makeCall(on: lane, start: MonotonicClock.now()) }
            }
            return
        }
        let share = Double(lanes.count) / Double(plan.connectionCount)
        let schedule = ArrivalSchedule(
            arrivals,
            perSecond: perSecond * share,
            start: control.start,
            random: SeededRandom(seed: plan.seed, stream: .max - UInt64(index))
        )
        dueCalls = DueCalls(schedule, perSecond: perSecond)
    }

    private func waitTime(_ now: UInt64) -> UInt64 {
        var next = now + Self.waitNanosecondsMax
        if !hasStarted { next = min(next, max(control.start, now), now + 1_000_000) }
        for time in [measuringStart, end] where time > now { next = min(next, time) }
        let time = dueCalls?.nextTime(before: end, hasRoom: lanes.contains { $0.hasRoom })
        if let time { next = min(next, time) }
        if let paused = pausedLanes.first { next = min(next, paused.until) }
        return next > now ? next - now : 0
    }

    private func take(_ event: Poller.Event) {
        if event.tag < lanes.count {
            let lane = lanes[event.tag]
            if event.isReadable { receive(lane) }
            if event.isWritable { queue(lane) }
        } else {
            let watcher = watchers[event.tag - lanes.count]
            if event.isReadable { receive(watcher) }
            if event.isWritable { watcher.flush(poller) }
        }
    }

    private func flush() {
        for lane in unsentLanes {
            lane.isQueued = false
            lane.flush(poller)
        }
        unsentLanes.removeAll(keepingCapacity: true)
    }

    /// Tells how far the thread is.
    private func publish(_ now: UInt64) {
        progress.rightCount.store(rightCount, ordering: .relaxed)
        progress.failureCount.store(failureCount, ordering: .relaxed)
        progress.backlogCount.store(dueCalls?.backlog.count ?? 0, ordering: .relaxed)
        guard !isIdle, now >= end else { return }
        let haveLeft = dueCalls?.haveLeft(before: end) ?? true
        let isDone = haveLeft && lanes.allSatisfy { $0.underWayCount == 0 }
        guard isDone || now >= end + control.drainNanoseconds else { return }
        isIdle = true
        control.idleThreadCount.add(1, ordering: .releasing)
    }

    private func reading() -> ThreadReading {
        ThreadReading(
            tally: tally,
            time: timeAtStart.flatMap { start in timeAtEnd.map { $0 - start } },
            unansweredCount: lanes.reduce(0) { $0 + $1.underWayCount },
            unmadeCount: dueCalls.map { $0.backlog.count + $0.backlog.droppedCount } ?? 0,
            backlogCountHighest: dueCalls?.backlog.highestCount ?? 0,
            arrivals: watchers.map { ($0.user, $0.numbers) }
        )
    }
}

/// What a load thread has done.
struct ThreadReading: Sendable {
    var tally: Tally
    /// The time that it had while it measured; nil if it did not come to that.
    var time: ThreadTime?
    /// Calls that were made and have no answer.
    var unansweredCount: Int
    /// Calls of an open loop that were due and never made.
    var unmadeCount: Int
    /// The most calls that waited at one time.
    var backlogCountHighest: Int
    /// What each watcher got: whom it watched, and the numbers of the notes.
    var arrivals: [(user: Int, numbers: Set<UInt64>)]
}
