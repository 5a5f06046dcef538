import Domain
import Testing

/// Lived time, which no setting of a clock moves far.
@Suite struct LivedTimeTests {
    private let start = Instant(seconds: 1_700_000_000)
    private let day: Int64 = 86_400_000

    /// Lets time go by in steps, while the clock is off by `offset` milliseconds; answers how much
    /// was lived.
    private func live(
        _ milliseconds: Int64,
        stepMilliseconds: Int64,
        offset: Int64
    ) -> Int64 {
        var time = LivedTime(from: start, steadyMilliseconds: 7)
        var last = start
        for elapsed in stride(from: 0, through: milliseconds, by: Int(stepMilliseconds)) {
            let moment = time.moment(
                clock: start.adding(milliseconds: elapsed + offset),
                steadyMilliseconds: 7 + elapsed
            )
            #expect(moment >= last)
            last = moment
        }
        return start.milliseconds(until: last)
    }

    @Test(arguments: [1, 10, 1_000, 3_600_000] as [Int64])
    func itFollowsTheClockAFifthFasterOrSlower(step: Int64) {
        let span = step * 2_000
        #expect(live(span, stepMilliseconds: step, offset: 0) == span)
        for offset in [1_000 * day, Int64.max / 2] {
            let ahead = live(span, stepMilliseconds: step, offset: offset)
            let aheadError = (ahead - span * 6 / 5).magnitude
            #expect(aheadError <= span.magnitude / 1_000)
            let behind = live(span, stepMilliseconds: step, offset: -offset)
            let behindError = (behind - span * 4 / 5).magnitude
            #expect(behindError <= span.magnitude / 1_000)
        }
        // A small step is made up for, and no more than it.
        let small = live(span, stepMilliseconds: step, offset: span / 100)
        #expect(small == span + span / 100)
        #expect(live(span, stepMilliseconds: step, offset: -span / 100) == span - span / 100)
    }

    @Test func aClockThatIsSetForwardAndBackMovesItLittle() {
        var time = LivedTime(from: start, steadyMilliseconds: 0)
        let hour: Int64 = 3_600_000
        let ahead = time.moment(
            clock: start.adding(milliseconds: 5 * day),
            steadyMilliseconds: hour
        )
        #expect(ahead == start.adding(milliseconds: hour * 6 / 5))
        let back = time.moment(
            clock: start.adding(milliseconds: 2 * hour),
            steadyMilliseconds: 2 * hour
        )
        #expect(back == start.adding(milliseconds: 2 * hour))
    }

    @Test func aStartProvesTimeByTheRunOfTheMachine() {
        let note = LivedNote(moment: start, steady: SteadyMoment(run: "a", milliseconds: day))
        let clock = start.adding(milliseconds: 30 * day)
        func lived(_ run: String, _ milliseconds: Int64) -> Int64 {
            var time = LivedTime(
                from: note,
                steady: SteadyMoment(run: run, milliseconds: milliseconds)
            )
            let moment = time.moment(clock: clock, steadyMilliseconds: milliseconds)
            return start.milliseconds(until: moment)
        }
        #expect(lived("a", 3 * day) == 2 * day * 6 / 5)
        #expect(lived("a", day) == 0)
        // The same run never goes back; of a number that does, nothing is believed.
        #expect(lived("a", 0) == 0)
        #expect(lived("b", 0) == 0)
        #expect(lived("b", 10) == 12)
    }

    @Test func theEndsOfTimeTrapNothing() {
        for moment in [Instant(milliseconds: .min), Instant(milliseconds: .max)] {
            for clock in [Instant(milliseconds: .min), Instant(milliseconds: .max)] {
                for steady in [Int64.min, -1, 0, 1, .max] {
                    var time = LivedTime(from: moment, steadyMilliseconds: steady)
                    for next in [Int64.min, 0, .max] {
                        _ = time.moment(clock: clock, steadyMilliseconds: next)
                    }
                }
            }
        }
    }
}
