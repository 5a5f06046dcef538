import AccountRules
import Domain
import LedgerRules
import LedgerStorage
import NoteletAPI
import Records
import Storage
import TTRPC
import Testing

@testable import LedgerService
@testable import Serving

/// How the ledger's work is cut, counted, and held up by nobody.
@Suite struct LedgerWorkTests {
    private typealias API = LedgerAdministrationAPI
    private let service: TestService
    private let desk: LedgerDesk
    private let anna: Person
    private let ben: Person

    init() async throws {
        service = try TestService()
        desk = try LedgerDesk(of: service)
        anna = try await service.person("anna")
        ben = try await service.person("ben")
    }

    /// Where much expires on the way, a change ends early, and the rest is made in further ones.
    @Test func aBatchIsMadeInSeveralChangesWhereThatIsNeeded() async throws {
        let postings = (1...5).map {
            LedgerPosting(reference: [UInt8($0)], moves: [.earning(1, by: anna)])
        }
        let context = service.dependencies.context
        var batch = try service.store.read { view throws(DomainError) in
            try PostingBatch.batches(of: postings, in: view).first
        }
        var counts: [Int] = []
        while let next = batch {
            let posted = try await service.store.write(.ordinary) { store throws(DomainError) in
                let person = Operator(name: "root")
                return try next.post(in: store, by: person, context, transferCountMax: 2)
            }
            counts.append(posted.outcomes.count)
            batch = next.dropFirst(posted.outcomes.count)
        }
        #expect(counts == [2, 2, 1])
    }

    /// Ben's account is stored as no server stores it.
    @Test func whoseAccountIsDamagedHoldsUpNoOtherPosting() async throws {
        try await desk.earn(5, by: ben)
        let account = LedgerRules.LedgerAccount.own(try service.number(of: ben), .points)
        try await service.store.write(.ordinary) { store throws(DomainError) in
            try store.put(AccountState(balance: 5, pending: -1, entryCount: 1), of: account)
        }
        let results = try await desk.post(
            [ben, anna, ben].enumerated().map { index, person in
                LedgerPosting(reference: [UInt8(index)], moves: [.earning(7, by: person)])
            }
        )
        #expect(results.map { $0.refusal?.reason } == [.dataLoss, nil, .dataLoss])
        #expect(try await desk.balance(of: anna).total == 7)
        #expect(service.ledgerCounts()["other"] == 2)
    }

    /// What a posting and a correction meet on their way, before the server has come.
    @Test func whatEndsOnTheWayIsCounted() async throws {
        let end = service.clock.now().adding(seconds: 86_400)
        for person in [anna, ben] {
            try await desk.earn(30, by: person, lapsing: end)
            try await desk.earn(5, by: person)
        }
        for _ in 0..<300 {
            service.clock.advance(seconds: 1_800)
            _ = service.dependencies.lived.now()
        }
        for _ in 0..<2 {
            _ = try await desk.post([
                LedgerPosting(reference: [1], moves: [.spending(1, by: anna)])
            ])
            let request = CorrectTransferRequest(transfer: 4, amount: 2)
            _ = try await desk.call(API.correctTransfer, request)
        }
        #expect(service.ledgerCounts() == ["earn": 4, "expire": 2, "spend": 1, "correct": 1])
        let told = try service.audit().filter { $0.action.hasPrefix("ledger correct") }
        #expect(told.count == 1)
    }

    @Test func oneProofAtATime() async throws {
        let turn = ProofTurn()
        let answer = try await turn.run { () async throws(DomainError) -> String in
            do throws(DomainError) {
                return try await turn.run { () async throws(DomainError) in "another one" }
            } catch .storeUnavailable {
                return "busy"
            }
        }
        #expect(answer == "busy")
        #expect(try await turn.run { () async throws(DomainError) in 1 } == 1)
    }
}
