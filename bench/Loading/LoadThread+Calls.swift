import Locking
import Networking
import TTRPC

extension LoadThread where Speaker: ~Copyable {
    /// A server that refuses all is not asked at full speed: the pause after a failure.
    private static var pauseNanoseconds: UInt64 { 10_000_000 }

    /// Makes the calls that the clock asks for.
    func makeDueCalls(_ now: UInt64) {
        while let paused = pausedLanes.first, paused.until <= now {
            pausedLanes.removeFirst()
            if now < end { makeCall(on: paused.lane, start: now) }
        }
        guard now < end + control.drainNanoseconds,
            dueCalls?.mayLeave(at: now, before: end) == true
        else { return }
        laneOrder.beginDeparture()
        while let lane = laneOrder.lane(withRoom: { lanes[$0].hasRoom }),
            let dueTime = dueCalls?.popFirst()
        {
            makeCall(on: lanes[lane], start: dueTime)
        }
    }

    /// Makes a call that leaves at the end of the turn.
    func makeCall(on lane: Lane<Speaker>, start: UInt64) {
        guard lane.hasRoom else { return }
        lane.makeCall(start: start)
        queue(lane)
    }

    /// Has a lane send at the end of the turn.
    func queue(_ lane: Lane<Speaker>) {
        guard !lane.isQueued else { return }
        lane.isQueued = true
        unsentLanes.append(lane)
    }

    /// Takes the answers that have arrived on a lane.
    func receive(_ lane: Lane<Speaker>) {
        var now: UInt64 = 0
        lane.receive(into: room, poller) { slot, answer in
            // Those that arrived together have one time.
            if now == 0 { now = MonotonicClock.now() }
            complete(slot, answer, on: lane, at: now)
        }
        if lane.hasEnded { giveUp(lane) }
    }

    /// Takes the notes that have arrived at a watcher.
    func receive(_ watcher: WatchLane) {
        let wasUpToDate = watcher.isUpToDate
        let wasEnded = watcher.hasEnded
        var now: UInt64 = 0
        watcher.receive(into: room, poller) { content in
            if now == 0 { now = MonotonicClock.now() }
            deliver(content, to: watcher, at: now)
        }
        if watcher.isUpToDate, !wasUpToDate {
            control.readyWatcherCount.add(1, ordering: .releasing)
        }
        if watcher.hasEnded, !wasEnded {
            fail(.delivery, .connectionLost, isCounted: true)
            control.endNow()
        }
    }

    /// Counts the calls of an open loop that have no answer by as long as they have waited: left
    /// out, they would make a server that does not follow look quick.
    func countWaitingCalls() {
        guard let dueCalls else { return }
        let now = MonotonicClock.now()
        var random = SeededRandom(seed: plan.seed)
        let unmade = dueCalls.backlog.waitingDueTimes.map { dueTime in
            (plan.workload.nextOperation(using: &random), dueTime)
        }
        let unanswered = lanes.flatMap(\.callsUnderWay).map { ($0.call.operation, $0.start) }
        for (operation, start) in unmade + unanswered where start >= measuringStart && start < end {
            tally[operation].latency.record(nanoseconds: now - min(start, now))
        }
    }

    /// Whether a call counts: by its answer in a closed loop, and by when it was due in an open
    /// one, where the slowest must not be left out for being slow.
    private func counts(_ slot: CallSlot, _ now: UInt64) -> Bool {
        let time = dueCalls == nil ? now : slot.start
        return time >= measuringStart && time < end
    }

    private func complete(
        _ slot: CallSlot,
        _ answer: Answer,
        on lane: Lane<Speaker>,
        at now: UInt64
    ) {
        let isCounted = counts(slot, now)
        let failure = check(slot, answer, isCounted, at: now)
        if let failure {
            fail(slot.call.operation, failure, isCounted: isCounted)
        } else {
            rightCount += 1
            if now >= measuringStart, now < end {
                tally[slot.call.operation].answeredCount += 1
            }
            if isCounted {
                let duration = now > slot.start ? now - slot.start : 0
                tally[slot.call.operation].latency.record(nanoseconds: duration)
            }
        }
        guard dueCalls == nil, now < end else { return }
        if failure == nil {
            makeCall(on: lane, start: now)
        } else {
            pausedLanes.append((lane, now + Self.pauseNanoseconds))
        }
    }

    /// Looks at an answer, and tells what is wrong with it.
    private func check(
        _ slot: CallSlot,
        _ answer: Answer,
        _ isCounted: Bool,
        at now: UInt64
    ) -> Tally.Failure? {
        let call = slot.call
        switch answer {
        case .receipt(let id):
            material.model?.acknowledge(call, id, at: now)
            if call.user < watcherCounts.count {
                control.expectedDeliveryCount.add(watcherCounts[call.user], ordering: .relaxed)
            }
        case .page(let count, let page):
            guard count >= Int(material.noteCountsMin[call.user]), count <= plan.pageSize
            else { return .wrongAnswer }
            if isCounted { tally[.history].noteCount += UInt64(count) }
            material.model?.check(page, of: call.user, askedAt: slot.start)
        case .session(let session):
            material.model?.checkSignIn(session, of: call.user)
        case .failed(let failure):
            return failure
        }
        return nil
    }

    private func deliver(
        _ content: UnsafeRawBufferPointer,
        to watcher: WatchLane,
        at now: UInt64
    ) {
        guard let stamp = Stamp(endOf: content), stamp.start >= control.start else { return }
        if let model = material.model {
            guard let number = model.checkArrival(content, at: watcher.user) else { return }
            if !watcher.numbers.insert(number).inserted {
                model.differences.add("user \(watcher.user): a watcher got note \(number) twice")
            }
        }
        control.deliveryCount.add(1, ordering: .relaxed)
        rightCount += 1
        if now >= measuringStart, now < end {
            tally[.delivery].answeredCount += 1
            let duration = now > stamp.start ? now - stamp.start : 0
            tally[.delivery].latency.record(nanoseconds: duration)
        }
    }

    private func fail(_ operation: Operation, _ failure: Tally.Failure, isCounted: Bool) {
        failureCount += 1
        if isCounted { tally[operation].failures[failure, default: 0] += 1 }
    }

    /// Fails the calls of a lane that has ended; a run without lanes has come to its end.
    private func giveUp(_ lane: Lane<Speaker>) {
        let now = MonotonicClock.now()
        for slot in lane.takeCallsUnderWay() {
            fail(slot.call.operation, .connectionLost, isCounted: counts(slot, now))
        }
        if lanes.allSatisfy(\.hasEnded) { control.endNow() }
    }
}
