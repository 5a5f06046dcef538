import Domain
import LedgerRules
import RuleTestSupport
import TestSupport
import Testing

/// What is put right, who goes, and how it is proved that all is well.
@Suite struct CorrectionTests {
    private let shelf = LedgerShelf()

    private func refused(_ number: UInt64, by amount: Int64? = nil) throws -> Refusal {
        try refusal { () throws(DomainError) in
            try shelf.correct(number, by: amount, shelf.context)
        }
    }

    @Test func aTransferIsPutRightOnceByAnotherOne() throws {
        let wrong = try shelf.earn(100)
        let correction = try shelf.correct(wrong.number, by: 40, shelf.context)
        #expect(correction.kind == .correct && correction.earlier == wrong.number)
        #expect(correction.source.account == .points(1) && correction.source.balance == 60)
        #expect(shelf.transfers[wrong.number] == wrong)
        #expect(try shelf.correct(wrong.number, by: 40, shelf.context) == correction)
        #expect(try refused(wrong.number, by: 41) == .notCorrectable)
        #expect(try refused(wrong.number) == .notCorrectable)
        // The correction itself may be put right.
        try shelf.correct(correction.number, shelf.context)
        #expect(try shelf.available() == 100)
        #expect(try shelf.findings().isEmpty)
    }

    @Test func itIsPutRightByItsAmountAtMostAndNeverBelowTheFloor() throws {
        let wrong = try shelf.earn(100)
        #expect(try refused(wrong.number, by: 0) == .amountOutOfRange(maximum: 100))
        #expect(try refused(wrong.number, by: 101) == .amountOutOfRange(maximum: 100))
        #expect(try refused(wrong.number, by: -1) == .negativeValue)
        #expect(try refused(7) == .transferNotFound)
        try shelf.spend(30)
        #expect(try refused(wrong.number) == .insufficientBalance(missing: 30))
        let pending = try shelf.spend(10, pendingUntil: shelf.day(1))
        #expect(try refused(pending.number) == .notCorrectable)
        let end = try shelf.resolve(pending.number, .void, shelf.context)
        #expect(try refused(end.number) == .notCorrectable)
        #expect(try shelf.findings().isEmpty)
    }

    @Test(arguments: [1, 10, 1_000])
    func whoGoesIsTakenOffTheLedgerStepByStep(_ recordCountMax: Int) throws {
        let (anna, ben) = (UserNumber(1), UserNumber(2))
        try shelf.earn(100)
        for day in 1...9 { try shelf.earn(10, lapsing: shelf.day(Double(day))) }
        try shelf.post(
            try Move(.move, 5, from: .points(1), to: .points(2)),
            reference: nil,
            shelf.context
        )
        try shelf.post(
            try Move(.move, 1, from: .points(2), to: .points(1)),
            reference: nil,
            shelf.context
        )
        try shelf.spend(7, pendingUntil: shelf.day(3))
        try shelf.post(
            try Move(.earn, 9, from: .issued, to: .points(1), pendingUntil: shelf.day(3)),
            reference: nil,
            shelf.context
        )
        let statement = shelf.statement(of: .points(2))
        shelf.people.remove(anna)
        while true {
            var remaining = recordCountMax
            let isDone = try shelf.eraseAccounts(of: anna, &remaining)
            #expect(try shelf.findings().isEmpty)
            if isDone { break }
        }
        #expect(shelf.accounts(of: anna).isEmpty && shelf.lots(of: .points(1)).all.isEmpty)
        #expect(shelf.state(of: .app(.forfeited, .points)).balance == 186)
        #expect(shelf.state(of: .app(.erased, .points)).balance == 0)
        let named = shelf.transfers.values.flatMap { [$0.source.account, $0.destination.account] }
        #expect(!named.contains { $0.holder == anna })
        // Ben's statement has the same numbers, and another account beside him.
        let later = shelf.statement(of: .points(2))
        #expect(later.map(\.balance) == statement.map(\.balance))
        #expect(later.allSatisfy { $0.other == .app(.erased, .points) })
        #expect(shelf.accounts(of: ben).count == 1)
        // What somebody was to get that is gone can be given back.
        let open = try #require(shelf.holds.values.first)
        try shelf.resolve(open.number, .void, shelf.context)
        #expect(try shelf.findings().isEmpty)
    }

    @Test func whatIsWrongIsToldWithItsNumbers() throws {
        try shelf.earn(100, lapsing: shelf.day(3))
        try shelf.spend(40)
        let pending = try shelf.spend(10, pendingUntil: shelf.day(1))
        let sound = (shelf.states, shelf.keptLots, shelf.transfers)
        func found(_ damage: () -> Void) throws -> [String] {
            damage()
            defer { (shelf.states, shelf.keptLots, shelf.transfers) = sound }
            return try shelf.findings().map { "\($0.subject): \($0.problem)" }
        }
        let name = "points of 00000000-0000-0001-0000-000000000001"
        #expect(
            try found { shelf.states[.points(1)]?.balance = 61 }
                == ["\(name): its balance is 61, and its transfers make 60"]
        )
        #expect(
            try found { shelf.states[.points(1)]?.pending = 9 }
                == ["\(name): its pending amount is 9, and its transfers make 10"]
        )
        #expect(try found { shelf.states[.spent]?.entryCount = 9 }.count == 1)
        #expect(try found { shelf.states[.points(3)] = AccountState(balance: 1) }.count == 1)
        let lost = try found { shelf.keptLots[.points(1)] = nil }
        #expect(lost.count == 1 && lost[0].contains("that ends on 2023-11-18, 50 should be there"))
        #expect(try found { shelf.transfers[2]?.source.balance = 61 }.count == 1)
        #expect(try found { shelf.transfers[2]?.source.sequence = 9 }.count == 1)
        #expect(try found { shelf.transfers[2] = nil }.count == 1)
        shelf.delete(try #require(shelf.hold(of: pending)))
        #expect(
            try shelf.findings().map(\.problem)
                == ["it is pending, and what it holds is not kept so"]
        )
    }

    /// The limits that the document lists are those that the rules have.
    @Test func theDocumentListsTheLimits() throws {
        let rows = try ProtocolFolder.table(under: "limits", in: "notelet/ledger/v1/README.md")
        #expect(
            rows.map { $0[1].replacing(",", with: "") } == [
                "1 to \(DomainLimits.transferAmountMax)", "\(DomainLimits.balanceMax)",
                "1 to \(DomainLimits.movesPerPostingMax)", "1000",
                "\(DomainLimits.referenceByteCounts.words)", "\(DomainLimits.lotDaysMax)",
                "\(DomainLimits.pendingDaysMax)", "\(DomainLimits.pendingPerPersonMax)",
                "\(DomainLimits.removalReasonCharactersMax) characters",
            ]
        )
    }
}
