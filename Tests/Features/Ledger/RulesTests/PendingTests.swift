import Domain
import LedgerRules
import RuleTestSupport
import Testing

/// What is held, and then posted, voided or lapsed.
@Suite struct PendingTests {
    private let shelf = LedgerShelf()

    private func hold(_ amount: Int64 = 60) throws -> Transfer {
        try shelf.earn(70)
        try shelf.earn(30, lapsing: shelf.day(10))
        return try shelf.spend(amount, pendingUntil: shelf.day(1))
    }

    private func state(
        _ number: UInt64,
        _ resolution: Resolution
    ) throws -> String? {
        let refused = try refusal { () throws(DomainError) in
            try shelf.resolve(number, resolution, shelf.context)
        }
        guard case .transferNotPending(let state) = refused else { return nil }
        return state
    }

    @Test func whatIsHeldCannotBeSpentAndIsStillThere() throws {
        let pending = try hold()
        #expect(pending.kind == .pending && pending.source.balance == 100)
        #expect(
            try shelf.balance(of: .points(1), shelf.context) == Balance(total: 100, pending: 60)
        )
        #expect(
            try refusal { () throws(DomainError) in try shelf.spend(41) }
                == .insufficientBalance(missing: 1)
        )
        try shelf.spend(40)
        #expect(shelf.lots(of: .points(1)).all.isEmpty)
        #expect(try shelf.findings().isEmpty)
    }

    @Test(arguments: [1, 29, 30, 31, 59, 60] as [Int64])
    func postingMovesAPartAndGivesTheRestBack(_ amount: Int64) throws {
        let pending = try hold()
        let end = try shelf.resolve(pending.number, .post(amount), shelf.context)
        #expect(end.kind == .post && end.earlier == pending.number && end.amount == amount)
        #expect(try shelf.available() == 100 - amount)
        #expect(shelf.lots(of: .points(1)).all.total == max(0, 30 - amount))
        #expect(shelf.state(of: .spent).balance == amount)
        #expect(try shelf.findings().isEmpty)
    }

    @Test func voidingPutsBackIntoTheSameLots() throws {
        let pending = try hold()
        let before = shelf.lots(of: .points(1))
        try shelf.resolve(pending.number, .void, shelf.context)
        #expect(before.all.isEmpty && shelf.lots(of: .points(1)).all.total == 30)
        #expect(try shelf.available() == 100)
        #expect(try shelf.findings().isEmpty)
    }

    @Test func aLotThatEndedMeanwhileLapsesAtOnce() throws {
        try shelf.earn(30, lapsing: shelf.day(1))
        let pending = try shelf.spend(30, pendingUntil: shelf.day(10))
        shelf.now = shelf.day(5)
        try shelf.resolve(pending.number, .void, shelf.context)
        #expect(try shelf.available() == 0)
        #expect(shelf.state(of: .lapsed).balance == 30)
        #expect(shelf.lots(of: .points(1)).all.isEmpty)
        #expect(try shelf.findings().isEmpty)
    }

    @Test func itEndsOnce() throws {
        let pending = try hold()
        #expect(invalid(try refusing(pending, .post(0))) == 60)
        #expect(invalid(try refusing(pending, .post(61))) == 60)
        #expect(try refusing(pending, .post(-1)) == .negativeValue)
        let end = try shelf.resolve(pending.number, .post(10), shelf.context)
        #expect(try shelf.resolve(pending.number, .post(10), shelf.context) == end)
        #expect(try state(pending.number, .post(11)) == "posted")
        #expect(try state(pending.number, .post(nil)) == "posted")
        #expect(try state(pending.number, .void) == "posted")
        #expect(try state(end.number, .void) == "posted")
        #expect(try state(1, .void) == "done")
        let none = try refusal { () throws(DomainError) in
            try shelf.resolve(99, .void, shelf.context)
        }
        #expect(none == .transferNotFound)
    }

    private func refusing(_ pending: Transfer, _ resolution: Resolution) throws -> Refusal {
        try refusal { () throws(DomainError) in
            try shelf.resolve(pending.number, resolution, shelf.context)
        }
    }

    private func invalid(_ refusal: Refusal) -> Int? {
        guard case .amountOutOfRange(let maximum) = refusal else { return nil }
        return maximum
    }

    @Test func itEndsByItselfAtItsDeadlineAndNotBefore() throws {
        let pending = try hold()
        let deadline = try #require(pending.deadline)
        shelf.now = deadline.adding(milliseconds: -1)
        #expect(try shelf.endWhatIsOver(shelf.context, recordCountMax: 50) == (false, 0, 0))
        shelf.now = deadline
        // Before anybody came to end it.
        #expect(try state(pending.number, .post(nil)) == "lapsed")
        #expect(try state(pending.number, .void) == "lapsed")
        #expect(try shelf.endWhatIsOver(shelf.context, recordCountMax: 50) == (false, 1, 0))
        #expect(try state(pending.number, .void) == "lapsed")
        #expect(try shelf.available() == 100)
        #expect(shelf.statement(of: .points(1)).last?.transfer.kind == .lapse)
        #expect(try shelf.findings().isEmpty)
    }

    @Test func whatWasHeldIsListedAgainFromTheDeadlineOn() throws {
        let pending = try hold()
        #expect(try shelf.lapsingLots(of: .points(1), shelf.context).isEmpty)
        shelf.now = try #require(pending.deadline)
        #expect(try shelf.lapsingLots(of: .points(1), shelf.context).map(\.amount) == [30])
        shelf.now = shelf.day(20)
        #expect(try shelf.lapsingLots(of: .points(1), shelf.context).isEmpty)
    }

    /// Before anybody came to end it, and what lapsed meanwhile is not there.
    @Test func whatWasHeldCanBeSpentFromTheDeadlineOn() throws {
        try shelf.earn(70)
        try shelf.earn(30, lapsing: shelf.day(2))
        let pending = try shelf.spend(60, pendingUntil: shelf.day(1))
        shelf.now = try #require(pending.deadline).adding(milliseconds: -1)
        let balance = try shelf.balance(of: .points(1), shelf.context)
        #expect(balance == Balance(total: 100, pending: 60))
        shelf.now = shelf.day(3)
        #expect(
            try shelf.balance(of: .points(1), shelf.context) == Balance(total: 70, pending: 0)
        )
        #expect(
            try refusal { () throws(DomainError) in try shelf.spend(71) }
                == .insufficientBalance(missing: 1)
        )
        #expect(shelf.state(of: .points(1)).pending == 60)
        try shelf.spend(70)
        #expect(
            shelf.statement(of: .points(1)).suffix(3).map(\.transfer.kind) == [
                .lapse, .expire, .spend,
            ]
        )
        #expect(try state(pending.number, .void) == "lapsed")
        #expect(try shelf.endWhatIsOver(shelf.context, recordCountMax: 50) == (false, 0, 0))
        #expect(try shelf.findings().isEmpty)
    }

    /// Each of several moves, and a correction, of which the first one gives back.
    @Test func whatIsOverIsGivenBackOnce() throws {
        try shelf.earn(10)
        let paid = try shelf.earn(10, by: 2)
        for person in [1, 2] as [UInt64] {
            try shelf.spend(10, by: person, pendingUntil: shelf.day(1))
        }
        shelf.now = shelf.day(1)
        let half = try Move(.spend, 5, from: .points(1), to: .spent)
        try shelf.post(try Posting([half, half], reference: nil), shelf.context)
        try shelf.correct(paid.number, shelf.context)
        #expect(shelf.holds.isEmpty)
        #expect(try [shelf.available(1), shelf.available(2)] == [0, 0])
        #expect(shelf.transfers.values.filter { $0.kind == .lapse }.count == 2)
        #expect(try shelf.findings().isEmpty)
    }

    @Test func aDeadlineIsToComeAndNotTooFar() throws {
        try shelf.earn(10)
        let last = shelf.day(400)
        for (deadline, fits) in [
            (shelf.now, false), (shelf.now.adding(milliseconds: 1), true), (last, true),
            (last.adding(milliseconds: 1), false), (Instant(milliseconds: .max), false),
        ] {
            if fits {
                try shelf.spend(1, pendingUntil: deadline)
                continue
            }
            let refused = try refusal { () throws(DomainError) in
                try shelf.spend(1, pendingUntil: deadline)
            }
            #expect(invalidField(refused) == "pending_until", "\(deadline)")
        }
    }

    /// Of both units together, and those of the same posting among them; each that ends makes room.
    @Test func somebodyHasNoMoreThanAHundredPending() throws {
        try shelf.earn(1_000)
        let cash = LedgerAccount.own(UserNumber(1), .cash)
        let earning = try Move(.earn, 10, from: .app(.issued, .cash), to: cash)
        try shelf.post(earning, reference: nil, shelf.context)
        for _ in 1...98 { try shelf.spend(1, pendingUntil: shelf.day(1)) }
        let other = try Move(
            .spend,
            1,
            from: cash,
            to: .app(.spent, .cash),
            pendingUntil: shelf.day(2)
        )
        for count in [3, 2] {
            let posting = try Posting(Array(repeating: other, count: count), reference: nil)
            if count == 2 {
                try shelf.post(posting, shelf.context)
                continue
            }
            let refused = try refusal { () throws(DomainError) in
                try shelf.post(posting, shelf.context)
            }
            #expect(refused == .pendingLimitReached(limit: 100))
        }
        let refused = try refusal { () throws(DomainError) in
            try shelf.spend(1, pendingUntil: shelf.day(1))
        }
        #expect(refused == .pendingLimitReached(limit: 100))
        // Of others, and of the application, there may be more.
        try shelf.earn(1, by: 2)
        try shelf.spend(1, by: 2, pendingUntil: shelf.day(1))
        let earned = try Move(.earn, 1, from: .issued, to: .points(1), pendingUntil: shelf.day(1))
        for _ in 0...100 { try shelf.post(earned, reference: nil, shelf.context) }
        // Those that are over end first.
        shelf.now = shelf.day(1)
        try shelf.spend(1, pendingUntil: shelf.day(1))
        #expect(shelf.holds(of: UserNumber(1)).count == 3)
        #expect(try shelf.findings().isEmpty)
    }

    @Test func theLotOfWhatIsPostedIsThatOfThePendingOne() throws {
        try shelf.earn(10)
        let move = try Move(
            .move,
            10,
            from: .points(1),
            to: .points(2),
            lapsing: shelf.day(2),
            pendingUntil: shelf.day(9)
        )
        for days in [1.0, 5.0] {
            let pending = try shelf.post(move, reference: nil, shelf.context)
            #expect(shelf.lots(of: .points(2)).all.total == (days == 1 ? 0 : 5))
            shelf.now = shelf.day(days)
            try shelf.resolve(pending.number, .post(5), shelf.context)
            // The second time the lot is over, and lapses as soon as it is there.
            #expect(shelf.lots(of: .points(2)).all.total == (days == 1 ? 5 : 0))
            if days == 1 { try shelf.earn(5) }
        }
        #expect(try shelf.findings().isEmpty)
    }

    @Test func nobodyIsPaidWhoIsGone() throws {
        try shelf.earn(10)
        let move = try Move(.move, 10, from: .points(1), to: .points(2), pendingUntil: shelf.day(9))
        let pending = try shelf.post(move, reference: nil, shelf.context)
        shelf.people.remove(UserNumber(2))
        #expect(try refusing(pending, .post(nil)) == .ledgerAccountUnknown)
        var remaining = 100
        #expect(try shelf.eraseAccounts(of: UserNumber(2), &remaining))
        #expect(shelf.transfers[pending.number]?.destination == .erased(.points))
        #expect(try refusing(pending, .post(nil)) == .ledgerAccountUnknown)
        try shelf.resolve(pending.number, .void, shelf.context)
        #expect(try shelf.available() == 10)
    }
}
