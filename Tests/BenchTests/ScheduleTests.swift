import Testing

@testable import notelet_bench

@Suite("Open loop")
struct ScheduleTests {
    @Test("Even arrivals come at equal distances, without drift")
    func even() {
        var schedule = self.schedule(.even, perSecond: 3000)
        for index in 1...30_000 {
            let exact = 1_000_000_000 + Double(index) * 1e9 / 3000
            #expect(abs(Double(schedule.next) - exact) < 2)
            schedule.advance()
        }
    }

    @Test("Poisson arrivals have the rate, the spread and the order of chance")
    func poisson() {
        var schedule = self.schedule(.poisson, perSecond: 1000)
        var last = 1_000_000_000.0
        var gaps: [Double] = []
        for _ in 0..<100_000 {
            let next = Double(schedule.next)
            #expect(next >= last)
            gaps.append(next - last)
            last = next
            schedule.advance()
        }
        let mean = gaps.reduce(0, +) / Double(gaps.count)
        #expect(abs(mean - 1e6) < 2e4)
        // Of an exponential law, e to the power of -1 is longer than the mean.
        let longer = Double(gaps.filter { $0 > 1e6 }.count) / Double(gaps.count)
        #expect(abs(longer - 0.3679) < 0.01)
    }

    @Test("A backlog keeps the order, and drops what finds no room")
    func backlog() {
        var backlog = Backlog(countMax: 100_000)
        for time in 0..<100_500 { backlog.append(UInt64(time)) }
        #expect(backlog.count == 100_000)
        #expect(backlog.droppedCount == 500)
        for time in 0..<90_000 { #expect(backlog.popFirst() == UInt64(time)) }
        #expect(backlog.waitingDueTimes.first == 90_000)
        backlog.append(7)
        var last: UInt64?
        while let time = backlog.popFirst() { last = time }
        #expect(last == 7)
        #expect(backlog.count == 0)
        #expect(backlog.highestCount == 100_000)
    }

    /// With 100,000 calls a second calls leave a millisecond after others at least.
    @Test("Calls that are due leave together, a while after others")
    func departures() {
        var calls = DueCalls(schedule(.even, perSecond: 100_000), perSecond: 100_000)
        #expect(calls.nextTime(before: .max, hasRoom: true) == 1_000_010_000)
        #expect(calls.mayLeave(at: 1_000_009_999, before: .max) == false)
        #expect(calls.mayLeave(at: 1_000_020_000, before: .max) == true)
        #expect(calls.popFirst() == 1_000_010_000)
        #expect(calls.popFirst() == 1_000_020_000)
        #expect(calls.popFirst() == nil)
        #expect(calls.nextTime(before: .max, hasRoom: true) == 1_001_020_000)
        #expect(calls.mayLeave(at: 1_001_019_999, before: .max) == false)
        // None waits, and yet one that is due before the end has not left.
        #expect(calls.backlog.count == 0)
        #expect(!calls.haveLeft(before: 1_000_030_001))
        #expect(calls.mayLeave(at: 1_001_020_000, before: 1_000_030_001) == true)
        #expect(!calls.haveLeft(before: 1_000_030_001))
        #expect(calls.popFirst() == 1_000_030_000)
        #expect(calls.haveLeft(before: 1_000_030_001))
        #expect(calls.popFirst() == nil)
        #expect(calls.nextTime(before: 1_000_030_001, hasRoom: true) == nil)
    }

    @Test("Calls that leave together share connections, the next ones take others")
    func laneOrder() {
        var order = LaneOrder(laneCount: 3)
        var room = [2, 2, 2]
        func nextLane() -> Int? {
            let lane = order.lane { room[$0] > 0 }
            if let lane { room[lane] -= 1 }
            return lane
        }
        order.beginDeparture()
        #expect([nextLane(), nextLane(), nextLane()] == [1, 1, 2])
        order.beginDeparture()
        #expect([nextLane(), nextLane(), nextLane()] == [0, 0, 2])
        #expect(nextLane() == nil)
        room[1] = 1
        order.beginDeparture()
        #expect([nextLane(), nextLane()] == [1, nil])
        var none = LaneOrder(laneCount: 0)
        none.beginDeparture()
        #expect(none.lane { _ in true } == nil)
    }

    @Test("Calls that wait for a connection leave with an answer, or after it when it is time")
    func departuresOfWaitingCalls() {
        var calls = DueCalls(schedule(.even, perSecond: 100_000), perSecond: 100_000)
        #expect(calls.mayLeave(at: 1_000_050_000, before: .max) == true)
        #expect(calls.popFirst() == 1_000_010_000)
        // All connections are full: nothing but an answer helps.
        #expect(calls.nextTime(before: .max, hasRoom: false) == nil)
        // The answers have come; there may be no other that would wake the thread.
        #expect(calls.nextTime(before: .max, hasRoom: true) == 1_001_050_000)
        #expect(calls.mayLeave(at: 1_001_050_000, before: .max) == true)
        #expect(calls.popFirst() == 1_000_020_000)
    }

    private func schedule(
        _ arrivals: ArrivalSchedule.Arrivals,
        perSecond: Double
    ) -> ArrivalSchedule {
        ArrivalSchedule(
            arrivals,
            perSecond: perSecond,
            start: 1_000_000_000,
            random: SeededRandom(seed: 5)
        )
    }
}
