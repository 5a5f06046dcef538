import Domain
import LedgerRules
import RuleTestSupport
import Testing

/// When that lapses which a correction gives back, and what it takes from whoever got too much.
@Suite struct ReturnTests {
    private let shelf = LedgerShelf()

    private func amounts() -> [Int64] { shelf.lots(of: .points(1)).all.map(\.amount) }

    /// What anna spends of 70 that never lapse and 30 that do.
    private func spend(_ amount: Int64) throws -> Transfer {
        try shelf.earn(70)
        try shelf.earn(30, lapsing: shelf.day(10))
        return try shelf.spend(amount)
    }

    /// As if the rest alone had been spent.
    @Test(arguments: [(50, 30), (40, 20), (20, 0), (21, 1), (1, 0)] as [(Int64, Int64)])
    func whatIsGivenBackLapsesAsItWouldHave(_ amount: Int64, _ lapsing: Int64) throws {
        let spent = try spend(50)
        #expect(amounts().isEmpty && spent.lots?.taken.map(\.amount) == [30])
        let correction = try shelf.correct(spent.number, by: amount, shelf.context)
        #expect(correction.lots?.returned.total == lapsing && correction.lotEnd == nil)
        #expect(shelf.lots(of: .points(1)).all.total == lapsing)
        #expect(try shelf.available() == 50 + amount)
        #expect(try shelf.findings().isEmpty)
    }

    @Test func whatIsOverMeanwhileLapsesAtOnce() throws {
        let spent = try spend(50)
        shelf.now = shelf.day(20)
        let correction = try shelf.correct(spent.number, shelf.context)
        #expect(correction.kind == .correct && correction.destination.balance == 100)
        #expect(try shelf.available() == 70)
        #expect(shelf.state(of: .lapsed).balance == 30)
        #expect(try shelf.correct(spent.number, shelf.context) == correction)
        #expect(try shelf.findings().isEmpty)
    }

    @Test func anotherEndIsSaid() throws {
        let spent = try spend(50)
        shelf.now = shelf.day(20)
        let end = shelf.day(5)
        let correction = try shelf.correct(spent.number, lapsing: .at(end), shelf.context)
        #expect(correction.lotEnd == end.lotEnd && amounts() == [50])
        let other = try shelf.spend(50)
        try shelf.correct(other.number, lapsing: .never, shelf.context)
        #expect(amounts().isEmpty)
        #expect(try shelf.available() == 100)
        let third = try shelf.spend(1)
        let refused = try refusal { () throws(DomainError) in
            try shelf.correct(third.number, lapsing: .at(shelf.day(-1)), shelf.context)
        }
        #expect(invalidField(refused) == "expires_at")
        #expect(try shelf.findings().isEmpty)
    }

    /// It would lapse at once, so it has to be said until when.
    @Test func ofWhatLapsedTheEndHasToBeSaid() throws {
        try shelf.earn(30, lapsing: shelf.day(1))
        shelf.now = shelf.day(2)
        _ = try shelf.endWhatIsOver(shelf.context, recordCountMax: 50)
        let refused = try refusal { () throws(DomainError) in
            try shelf.correct(2, shelf.context)
        }
        #expect(invalidField(refused) == "expires_at" && shelf.transfers[2]?.kind == .expire)
        try shelf.correct(2, by: 20, lapsing: .at(shelf.day(9)), shelf.context)
        #expect(try shelf.available() == 20 && amounts() == [20])
        #expect(try shelf.findings().isEmpty)
    }

    /// Whether it lapses later than others or never: what was right stays.
    @Test(arguments: [9, nil] as [Double?])
    func whatWasGivenIsTakenBackFirst(_ day: Double?) throws {
        try shelf.earn(50, lapsing: shelf.day(5))
        let wrong = try shelf.earn(100, lapsing: day.map(shelf.day))
        try shelf.correct(wrong.number, by: 100, shelf.context)
        #expect(amounts() == [50])
        #expect(try shelf.available() == 50)
        #expect(try shelf.findings().isEmpty)
    }

    /// What is not there any more is taken as when it is spent.
    @Test func ofWhatWasSpentMeanwhileOthersAreTaken() throws {
        try shelf.earn(50, lapsing: shelf.day(9))
        let wrong = try shelf.earn(100, lapsing: shelf.day(5))
        try shelf.spend(80)
        let correction = try shelf.correct(wrong.number, by: 60, shelf.context)
        #expect(correction.lots?.taken.map(\.amount) == [20, 40])
        #expect(amounts() == [10])
        // Putting that right gives the same back into the same.
        try shelf.correct(correction.number, shelf.context)
        #expect(amounts() == [20, 50])
        #expect(try shelf.findings().isEmpty)
    }

    @Test func whatACorrectionGaveIsTakenBackFirst() throws {
        let spent = try spend(50)
        try shelf.earn(5, lapsing: shelf.day(2))
        let correction = try shelf.correct(spent.number, shelf.context)
        #expect(amounts() == [5, 30])
        try shelf.correct(correction.number, shelf.context)
        #expect(amounts() == [5])
        #expect(try shelf.available() == 55)
        #expect(try shelf.findings().isEmpty)
    }

    @Test func whatWasHeldAndPostedIsGivenBackAsItWas() throws {
        try shelf.earn(30, lapsing: shelf.day(10))
        let pending = try shelf.spend(25, pendingUntil: shelf.day(1))
        let posted = try shelf.resolve(pending.number, .post(20), shelf.context)
        #expect(pending.lots == nil && posted.lots?.taken.map(\.amount) == [20])
        try shelf.correct(posted.number, by: 15, shelf.context)
        #expect(amounts() == [25])
        #expect(try shelf.findings().isEmpty)
    }

    /// An earlier version did not keep which lots were taken: what goes back never lapses, as then.
    @Test func whatAnEarlierVersionMadeIsPutRightAsThen() throws {
        let spent = try spend(50)
        shelf.transfers[spent.number] = Transfer(
            number: spent.number,
            kind: spent.kind,
            source: spent.source,
            destination: spent.destination,
            amount: spent.amount,
            moment: spent.moment,
            first: spent.first
        )
        try shelf.correct(spent.number, shelf.context)
        #expect(amounts().isEmpty)
        #expect(try shelf.available() == 100)
        #expect(try shelf.findings().isEmpty)
    }

    /// A transfer that says of other lots than it took, or gave back into.
    @Test func whatItSaysOfLotsIsProved() throws {
        let spent = try spend(50)
        let correction = try shelf.correct(spent.number, shelf.context)
        for (transfer, lots) in [
            (spent, LotChanges(taken: [])),
            (correction, LotChanges(taken: [], returned: [Lot(end: shelf.day(9), amount: 51)])),
        ] {
            shelf.transfers[transfer.number] = Transfer(
                number: transfer.number,
                kind: transfer.kind,
                source: transfer.source,
                destination: transfer.destination,
                amount: transfer.amount,
                moment: transfer.moment,
                first: transfer.first,
                earlier: transfer.earlier,
                reference: transfer.reference,
                lots: lots
            )
            #expect(try !shelf.findings().isEmpty)
            shelf.transfers[transfer.number] = transfer
        }
        #expect(try shelf.findings().isEmpty)
    }
}
