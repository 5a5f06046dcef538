import Domain
import LedgerRules
import RuleTestSupport
import Testing

/// What moves at once: amounts, floors, linked moves, references.
@Suite struct PostingTests {
    private let shelf = LedgerShelf()

    private func refused(
        _ body: () throws(DomainError) -> Transfer
    ) throws -> Refusal {
        let before = shelf.changeCount
        let refused = try refusal(body)
        #expect(shelf.changeCount == before, "what is refused leaves no trace")
        #expect(try shelf.findings().isEmpty)
        return refused
    }

    @Test func whatIsMovedToOneAccountIsMissingInAnother() throws {
        let earned = try shelf.earn(150)
        #expect(earned.source == TransferSide(.issued, sequence: 1, balance: -150))
        #expect(earned.destination == TransferSide(.points(1), sequence: 1, balance: 150))
        let spent = try shelf.spend(50)
        #expect(spent.number == 2 && spent.source.balance == 100 && spent.source.sequence == 2)
        #expect(try shelf.available() == 100)
        #expect(try shelf.findings().isEmpty)
    }

    @Test(
        arguments: [
            (-1, Refusal.negativeValue), (.min, .negativeValue),
            (0, .amountOutOfRange(maximum: 1_000_000_000_000)),
            (1_000_000_000_001, .amountOutOfRange(maximum: 1_000_000_000_000)),
            (.max, .amountOutOfRange(maximum: 1_000_000_000_000)),
        ] as [(Int64, Refusal)]
    )
    func anAmountIs1ToATrillion(_ amount: Int64, _ expected: Refusal) throws {
        #expect(try refused { () throws(DomainError) in try shelf.earn(amount) } == expected)
        try shelf.earn(1)
        try shelf.earn(1_000_000_000_000)
    }

    @Test func aPersonHasNeverLessThanNothing() throws {
        try shelf.earn(100)
        #expect(
            try refused { () throws(DomainError) in try shelf.spend(101) }
                == .insufficientBalance(missing: 1)
        )
        try shelf.spend(100)
        #expect(
            try refused { () throws(DomainError) in try shelf.spend(1) }
                == .insufficientBalance(missing: 1)
        )
    }

    @Test func aBalanceIsNineQuadrillionsAtMost() throws {
        shelf.states[.points(1)] = AccountState(balance: 8_999_999_999_999_999)
        try shelf.earn(1)
        let refused = try refusal { () throws(DomainError) in try shelf.earn(1) }
        #expect(refused == .balanceOutOfRange(maximum: 9_000_000_000_000_000))
        shelf.states[.issued] = AccountState(balance: -8_999_999_999_999_999)
        try shelf.earn(1, by: 2)
        let other = try refusal { () throws(DomainError) in try shelf.earn(1, by: 2) }
        #expect(other == .balanceOutOfRange(maximum: 9_000_000_000_000_000))
    }

    @Test func accountsHaveToBeThere() throws {
        #expect(
            try refused { () throws(DomainError) in try shelf.earn(1, by: 9) }
                == .ledgerAccountUnknown
        )
        for account in [
            LedgerAccount.own(.nobody, .points), .app(.own, .points), .app(.erased, .points),
            LedgerAccount(holder: UserNumber(1), unit: .points, role: .issued),
        ] {
            let refused = try refusal { () throws(DomainError) in
                try Move(.earn, 1, from: .issued, to: account)
            }
            #expect(refused == .ledgerAccountUnknown)
        }
    }

    @Test func unitsAndSidesAreToldApart() throws {
        let others: [(LedgerAccount, Refusal)] = [
            (.own(UserNumber(1), .cash), .unitMismatch), (.points(1), .sameAccount),
        ]
        for (account, expected) in others {
            let refused = try refusal { () throws(DomainError) in
                try Move(.move, 1, from: .points(1), to: account)
            }
            #expect(refused == expected)
        }
        for kind in TransferKind.allCases where !kind.isAskedFor {
            let refused = try refusal { () throws(DomainError) in
                try Move(kind, 1, from: .issued, to: .points(1))
            }
            #expect(invalidField(refused) == "kind")
        }
    }

    @Test func linkedMovesAreAllMadeOrNone() throws {
        try shelf.earn(100)
        let moves = [
            try Move(.spend, 60, from: .points(1), to: .points(2)),
            try Move(.spend, 60, from: .points(2), to: .points(3)),
            try Move(.spend, 41, from: .points(1), to: .points(3)),
        ]
        let before = shelf.changeCount
        let refused = try refusal { () throws(DomainError) in
            try shelf.post(try Posting(moves, reference: nil), shelf.context)
        }
        #expect(refused == .insufficientBalance(missing: 1) && shelf.changeCount == before)
        let done = try shelf.post(try Posting(Array(moves[..<2]), reference: nil), shelf.context)
        #expect(done.map(\.number) == [2, 3] && done.allSatisfy { $0.first == 2 })
        #expect(try shelf.available(1) == 40 && shelf.available(3) == 60)
        #expect(try shelf.findings().isEmpty)
    }

    @Test func aPostingHas1To64Moves() throws {
        let move = try Move(.earn, 1, from: .issued, to: .points(1))
        for (count, fits) in [(0, false), (1, true), (64, true), (65, false)] {
            let moves = Array(repeating: move, count: count)
            if fits {
                let done = try shelf.post(try Posting(moves, reference: nil), shelf.context)
                #expect(done.count == count)
            } else {
                let refused = try refusal { () throws(DomainError) in
                    try Posting(moves, reference: nil)
                }
                #expect(invalidField(refused) == "moves")
            }
        }
        #expect(try shelf.findings().isEmpty)
    }

    @Test func whatIsAskedForAgainIsDoneOnce() throws {
        let first = try shelf.earn(100, called: "a")
        shelf.now = shelf.day(1)
        #expect(try shelf.earn(100, lapsing: shelf.day(9), called: "a") == first)
        #expect(try shelf.available() == 100)
        #expect(try shelf.earn(100, called: "b") != first)
        #expect(
            try refused { () throws(DomainError) in try shelf.earn(101, called: "a") }
                == .referenceReused
        )
        #expect(
            try refused { () throws(DomainError) in try shelf.earn(100, by: 2, called: "a") }
                == .referenceReused
        )
        #expect(
            try refused { () throws(DomainError) in try shelf.spend(100, called: "a") }
                == .referenceReused
        )
        let held = try shelf.spend(10, pendingUntil: shelf.day(1), called: "d")
        #expect(try shelf.spend(10, pendingUntil: shelf.day(2), called: "d") == held)
        try shelf.resolve(held.number, .void, shelf.context)
        // What would be refused now was done all the same.
        let spent = try shelf.spend(200, called: "c")
        #expect(try shelf.spend(200, called: "c") == spent)
    }

    @Test func aNameIsOfAllMovesOfAPosting() throws {
        let moves = [
            try Move(.earn, 1, from: .issued, to: .points(1)),
            try Move(.earn, 2, from: .issued, to: .points(2)),
        ]
        let reference = shelf.called("list")
        let done = try shelf.post(try Posting(moves, reference: reference), shelf.context)
        #expect(
            try shelf.post(try Posting(moves, reference: reference), shelf.context) == done
        )
        for other in [Array(moves.reversed()), Array(moves[..<1])] {
            let refused = try refusal { () throws(DomainError) in
                try shelf.post(try Posting(other, reference: reference), shelf.context)
            }
            #expect(refused == .referenceReused)
        }
    }

    /// A list of which somebody is erased before the reply came is what was made still; another
    /// person's name in that place is another list.
    @Test func whatIsAskedForAgainIsDoneOnceAlsoWhenSomebodyIsErased() throws {
        let name = shelf.called("june")
        let first = try Move(.earn, 10, from: .issued, to: .points(1))
        let second = try Move(.earn, 10, from: .issued, to: .points(2))
        let list = try Posting([first, second], reference: name)
        let done = try shelf.post(list, shelf.context)
        let ben = UserNumber(2)
        shelf.people.remove(ben)
        for isErased in [false, true] {
            var remaining = 100
            if isErased { #expect(try shelf.eraseAccounts(of: ben, &remaining)) }
            let again = try shelf.post(list, shelf.context)
            #expect(again.map(\.number) == done.map(\.number))
            #expect(again[1].destination.account.role == (isErased ? .erased : .own))
        }
        #expect(try shelf.available(1) == 10)
        for other in [
            try Move(.earn, 10, from: .issued, to: .points(3)),
            try Move(.earn, 10, from: .app(.issued, .cash), to: .own(ben, .cash)),
        ] {
            let refused = try refusal { () throws(DomainError) in
                try shelf.post(try Posting([first, other], reference: name), shelf.context)
            }
            #expect(refused == .referenceReused)
        }
        #expect(try shelf.findings().isEmpty)
    }

    @Test func momentsNeverGoBack() throws {
        let first = try shelf.earn(1)
        shelf.now = shelf.day(-3)
        #expect(try shelf.earn(1).moment == first.moment)
        shelf.now = shelf.day(4)
        #expect(try shelf.earn(1).moment == shelf.now)
    }

    @Test func aBalanceAtAMomentIsFoundByHalves() throws {
        let begin = shelf.now
        for index in 1...20 {
            shelf.now = begin.adding(seconds: Int64(index / 2) * 10)
            try shelf.earn(1)
        }
        let account = LedgerAccount.points(1)
        #expect(try shelf.balance(of: account, at: begin.adding(milliseconds: -1)) == 0)
        for step in 0...10 {
            let moment = begin.adding(seconds: Int64(step) * 10)
            let expected = Int64(min(20, step * 2 + 1))
            #expect(try shelf.balance(of: account, at: moment) == expected)
            let before = moment.adding(milliseconds: -1)
            #expect(try shelf.balance(of: account, at: before) == max(0, Int64(step) * 2 - 1))
        }
        #expect(try shelf.balance(of: .points(2), at: begin) == 0)
        let refused = try refusal { () throws(DomainError) in
            try shelf.balance(of: .app(.erased, .points), at: begin)
        }
        #expect(refused == .ledgerAccountUnknown)
    }
}
