import Domain
import LedgerRules
import RuleTestSupport
import Testing

/// What a proof finds of single records that are sound by their form, and wrong.
@Suite struct ProofTests {
    private let shelf = LedgerShelf()

    private func found() throws -> [String] {
        try shelf.findings().map { "\($0.subject): \($0.problem)" }
    }

    /// What is found of a transfer that is another one.
    private func found(
        of transfer: Transfer,
        _ changed: (Transfer) -> Transfer
    ) throws -> [String] {
        shelf.transfers[transfer.number] = changed(transfer)
        defer { shelf.transfers[transfer.number] = transfer }
        return try found()
    }

    /// Points of anna's that are held for ben, to lapse once he has them.
    private func hold() throws -> Transfer {
        try shelf.earn(100)
        let move = try Move(
            .move,
            60,
            from: .points(1),
            to: .points(2),
            lapsing: shelf.day(9),
            pendingUntil: shelf.day(1)
        )
        return try shelf.post(move, reference: nil, shelf.context)
    }

    @Test func namesLeadToWhatHasThem() throws {
        let transfer = try shelf.earn(1, called: "a")
        let wrong = try shelf.correct(transfer.number, shelf.context)
        #expect(try found().isEmpty)
        for transfer in [transfer, wrong] {
            let name = try #require(transfer.reference)
            shelf.misled = [name: 7]
            #expect(try found() == ["transfer \(transfer.number): its name does not lead to it"])
        }
    }

    @Test func endsAreThere() throws {
        let pending = try hold()
        try shelf.earn(5, by: 3, lapsing: shelf.day(2))
        shelf.endless = [pending.number]
        #expect(try found() == ["transfer \(pending.number): nothing ends it"])
        shelf.endless = [0]
        #expect(try found().map { $0.contains("nothing ends its lot") } == [true])
    }

    @Test func anEndIsOfWhatWasPending() throws {
        let pending = try hold()
        let end = try shelf.resolve(pending.number, .post(50), shelf.context)
        #expect(try found().isEmpty)
        let others = try found(of: end) { $0.with(destination: .points(3)) }
        #expect(others.contains { $0.contains("it is not to whom 2 was pending") })
        let later = try found(of: end) { $0.with(lotEnd: shelf.day(20).lotEnd) }
        #expect(later.contains { $0.contains("lapses at another moment than 2 says") })
        let unnamed = try found(of: end) { $0.with(reference: .some(nil)) }
        #expect(unnamed == ["transfer 3: it is not called the end of 2"])
    }

    @Test func nothingLapsesBeforeItsTime() throws {
        let pending = try hold()
        try shelf.earn(7, by: 3, lapsing: shelf.day(1))
        shelf.now = shelf.day(3)
        _ = try shelf.endWhatIsOver(shelf.context, recordCountMax: 100)
        let ends = shelf.transfers.values.filter { $0.kind == .lapse || $0.kind == .expire }
        #expect(ends.count == 2)
        for end in ends {
            let early = try found(of: end) { $0.with(moment: pending.moment) }
            let words = end.kind == .lapse ? "its deadline" : "the end of its lot"
            #expect(early.contains { $0.contains(words) })
        }
    }

    @Test func aCorrectionIsTheReverse() throws {
        let wrong = try shelf.earn(10)
        let correction = try shelf.correct(wrong.number, by: 4, shelf.context)
        let other = try found(of: wrong) { $0.with(destination: .points(3)) }
        #expect(other.contains { $0.contains("it does not move back what 1 moved") })
        let none = try found(of: correction) { $0.with(reference: .some(nil)) }
        #expect(none == ["transfer 2: it is not called the correction of 1"])
    }

    @Test func whoIsThereIsNotLeaving() throws {
        try shelf.earn(10)
        shelf.states[.points(1)]?.isLeaving = true
        #expect(try found().count == 1)
    }

    /// One is told, and what it may have moved is taken from those behind it.
    @Test func whatCannotBeReadIsToldOnce() throws {
        for amount in 1...5 as ClosedRange<Int64> {
            try shelf.earn(amount)
            try shelf.spend(1)
        }
        shelf.unreadable = [4]
        #expect(try found() == ["transfer 4: it cannot be read"])
        shelf.unreadable = [1, 2, 7]
        #expect(try found().count == 3)
        shelf.unreadable = [10]
        // Nothing behind it tells of its accounts.
        #expect(try found().count > 1)
    }

    /// Which lots were taken afterwards, and are left, follows from those that nobody knows.
    @Test func ofWhomOneIsLostTheLotsAreNotTold() throws {
        try shelf.earn(100, lapsing: shelf.day(2))
        try shelf.earn(50, lapsing: shelf.day(1))
        for amount in 20...22 as ClosedRange<Int64> {
            try shelf.earn(100, by: 2, lapsing: shelf.day(3))
            try shelf.spend(amount)
        }
        #expect(try found().isEmpty)
        shelf.transfers[2] = nil
        #expect(try found() == ["transfer 3: the one before it is 1"])
        shelf.keptLots[.points(2)] = nil
        #expect(try found().count == 2)
    }
}

extension Transfer {
    /// The same with something else.
    fileprivate func with(
        destination: LedgerAccount? = nil,
        moment: Instant? = nil,
        lotEnd: Instant? = nil,
        reference: TransferReference?? = nil
    ) -> Transfer {
        var other = self.destination
        if let destination { other.account = destination }
        return Transfer(
            number: number,
            kind: kind,
            source: source,
            destination: other,
            amount: amount,
            moment: moment ?? self.moment,
            first: first,
            earlier: earlier,
            lotEnd: lotEnd ?? self.lotEnd,
            deadline: deadline,
            subject: subject,
            reference: reference ?? self.reference,
            lots: lots
        )
    }
}
