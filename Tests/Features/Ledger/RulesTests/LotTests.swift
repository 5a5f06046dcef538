import Domain
import LedgerRules
import RuleTestSupport
import Testing

/// What lapses: lots, their order and their ends.
@Suite struct LotTests {
    private let shelf = LedgerShelf()

    private func amounts(_ person: UInt64 = 1) -> [Int64] {
        shelf.lots(of: .points(person)).all.map(\.amount)
    }

    @Test func whatLapsesFirstIsSpentFirst() throws {
        try shelf.earn(100)
        try shelf.earn(30, lapsing: shelf.day(20))
        try shelf.earn(20, lapsing: shelf.day(10))
        try shelf.earn(5, lapsing: shelf.day(10))
        #expect(amounts() == [25, 30])
        try shelf.spend(26)
        #expect(amounts() == [29])
        try shelf.spend(30)
        #expect(amounts().isEmpty)
        #expect(try shelf.available() == 99)
        #expect(try shelf.findings().isEmpty)
    }

    @Test func endsAreThoseOfDays() throws {
        let midnight = Instant(seconds: 1_700_006_400)
        for (milliseconds, expected) in [
            (-86_400_000, -86_400), (-86_399_999, 0), (-1, 0), (0, 0), (1, 86_400),
        ] as [(Int64, Int64)] {
            let end = midnight.adding(milliseconds: milliseconds).lotEnd
            #expect(end == midnight.adding(seconds: expected))
        }
    }

    @Test func aLotIsGoneAtItsEndAndNotBefore() throws {
        try shelf.earn(7)
        let earned = try shelf.earn(30, lapsing: shelf.day(1))
        let end = try #require(earned.lotEnd)
        shelf.now = end.adding(milliseconds: -1)
        #expect(try shelf.available() == 37)
        #expect(try shelf.lapsingLots(of: .points(1), shelf.context).map(\.amount) == [30])
        shelf.now = end
        // Before anybody came to take it away.
        #expect(try shelf.available() == 7)
        #expect(try shelf.lapsingLots(of: .points(1), shelf.context).isEmpty)
        #expect(
            try refusal { () throws(DomainError) in try shelf.spend(8) }
                == .insufficientBalance(missing: 1)
        )
        #expect(amounts() == [30])
        try shelf.spend(7)
        #expect(amounts().isEmpty)
        #expect(
            shelf.statement(of: .points(1)).map(\.transfer.kind) == [.earn, .earn, .expire, .spend]
        )
        #expect(shelf.state(of: .lapsed).balance == 30)
        #expect(try shelf.findings().isEmpty)
    }

    @Test func whatIsOverIsTakenAwayInPieces() throws {
        for day in 1...40 { try shelf.earn(1, lapsing: shelf.day(Double(day))) }
        try shelf.earn(1, by: 2, lapsing: shelf.day(1))
        #expect(try shelf.endWhatIsOver(shelf.context, recordCountMax: 50) == (false, 0, 0))
        shelf.now = shelf.day(39)
        var (pieces, lots) = (0, 0)
        while true {
            let (isLeft, _, count) = try shelf.endWhatIsOver(shelf.context, recordCountMax: 50)
            pieces += 1
            lots += count
            #expect(count <= 6)
            guard isLeft else { break }
        }
        #expect(lots == 38 + 1 && pieces > 6)
        #expect(amounts() == [1, 1])
        #expect(try shelf.findings().isEmpty)
    }

    /// What expires along with a pending transfer, of either person, is bounded as well.
    @Test func whatExpiresWithPendingTransfersIsTakenAwayInPieces() throws {
        for person in [1, 2] as [UInt64] {
            for day in 1...40 {
                try shelf.earn(2, by: person, lapsing: shelf.day(Double(day)))
            }
        }
        for (from, to) in [(1, 2), (2, 1), (1, 2)] as [(UInt64, UInt64)] {
            let move = try Move(
                .move,
                3,
                from: .points(from),
                to: .points(to),
                pendingUntil: shelf.day(1)
            )
            try shelf.post(move, reference: nil, shelf.context)
        }
        shelf.now = shelf.day(60)
        var (pendingCount, lotCount, isLeft) = (0, 0, true)
        while isLeft {
            let before = shelf.transfers.count
            let ended = try shelf.endWhatIsOver(shelf.context, recordCountMax: 50)
            (pendingCount, lotCount) = (pendingCount + ended.1, lotCount + ended.2)
            #expect(shelf.transfers.count - before <= 7)
            isLeft = ended.0
        }
        // What is given back may come when the rest of its lot has gone.
        #expect(pendingCount == 3 && 80...84 ~= lotCount)
        #expect(try [shelf.available(1), shelf.available(2)] == [0, 0])
        #expect(shelf.state(of: .lapsed).balance == 160)
        #expect(try shelf.findings().isEmpty)
    }

    @Test func aClockThatIsAheadTakesNothing() throws {
        try shelf.earn(30, lapsing: shelf.day(1))
        let lived = shelf.now
        shelf.now = shelf.day(100)
        shelf.lived = lived
        #expect(try shelf.available() == 30)
        #expect(try shelf.endWhatIsOver(shelf.context, recordCountMax: 50) == (false, 0, 0))
        try shelf.spend(30)
        #expect(try shelf.findings().isEmpty)
    }

    @Test func anEndIsToComeAndNotTooFar() throws {
        let last = shelf.day(1_100)
        for (end, fits) in [
            (shelf.now.toTheDay, false), (shelf.now, true), (shelf.day(-1), false), (last, true),
            (last.lotEnd, true), (last.lotEnd.adding(milliseconds: 1), false),
            (Instant(milliseconds: .max), false), (.distantPast, false),
        ] {
            if fits {
                try shelf.earn(1, lapsing: end)
                continue
            }
            let refused = try refusal { () throws(DomainError) in
                try shelf.earn(1, lapsing: end)
            }
            #expect(invalidField(refused) == "expires_at", "\(end)")
        }
        // What goes to the application does not lapse.
        let refused = try refusal { () throws(DomainError) in
            try Move(.spend, 1, from: .points(1), to: .spent, lapsing: shelf.day(1))
        }
        #expect(invalidField(refused) == "expires_at")
    }

    @Test func anAccountHasNoMoreLotsThanDaysThatMayCome() throws {
        for hour in 0..<(1_100 * 24) where hour.isMultiple(of: 7) {
            try shelf.earnSilently(lapsing: shelf.now.adding(seconds: Int64(hour) * 3_600))
        }
        #expect(amounts().count <= 1_101)
    }
}

extension LedgerShelf {
    /// Gives points without looking through all transfers that there are.
    fileprivate func earnSilently(lapsing end: Instant) throws {
        var lots = lots(of: .points(1))
        lots.add(Lot(end: end.lotEnd, amount: 1))
        keptLots[.points(1)] = lots
    }
}
