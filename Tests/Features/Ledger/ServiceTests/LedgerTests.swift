import AccountRules
import Domain
import NoteletAPI
import NoteletService
import ProtobufCoding
import TTRPC
import Testing

@testable import Serving

/// What operators have moved, and what they see of it.
@Suite struct LedgerServiceTests {
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

    @Test func postingsAreMadeInTheirOrderEachOnItsOwn() async throws {
        let results = try await desk.post([
            LedgerPosting(reference: [1], moves: [.earning(100, by: anna)]),
            LedgerPosting(reference: [2], moves: [.spending(101, by: anna)]),
            LedgerPosting(
                reference: [3],
                moves: [.spending(60, by: anna), .spending(60, by: anna)]
            ),
            LedgerPosting(
                reference: [4],
                moves: [.spending(60, by: anna), .spending(40, by: anna)]
            ),
            LedgerPosting(reference: [1], moves: [.earning(100, by: anna)]),
            LedgerPosting(reference: [1], moves: [.earning(99, by: anna)]),
        ])
        #expect(results.map(\.firstTransfer) == [1, 0, 0, 2, 1, 0])
        #expect(results.map(\.transferCount) == [1, 0, 0, 2, 1, 0])
        let reasons = results.map { $0.refusal?.reason }
        #expect(
            reasons == [
                nil, .insufficientBalance, .insufficientBalance, nil, nil, .referenceReused,
            ]
        )
        #expect(results[1].refusal?.fields == ["missing": "1"])
        #expect(results[2].refusal?.fields == ["missing": "20"])
        #expect(results[1].refusal?.texts["ko"]?.isEmpty == false)
        #expect(try service.audit().map(\.action).contains("ledger transfer 1 to 3"))
        let verified = try await desk.verify()
        #expect(verified.transferCount == 3 && verified.findingCount == 0)
        #expect(verified.accountCount == 3)
        // A retry is counted once.
        let counts = service.ledgerCounts()
        #expect(counts == ["earn": 1, "spend": 2, "insufficientBalance": 2, "other": 1])
    }

    /// Every field below, at and beyond its limit.
    @Test func badMovesAreRefused() async throws {
        let earning = LedgerMove.earning(1, by: anna)
        let guest = try await service.guest()
        let now = service.clock.now()
        let changes: [(String, RefusalReason?, (inout LedgerMove) -> Void)] = [
            ("as it is", nil, { _ in }),
            ("no kind", .invalidValue, { $0.kind = .unspecified }),
            ("pending", .invalidValue, { $0.kind = .pending }),
            ("unknown kind", .invalidValue, { $0.kind = .init(rawValue: 262) }),
            ("below", .negativeValue, { $0.amount = -1 }),
            ("least", .negativeValue, { $0.amount = .min }),
            ("nothing", .amountOutOfRange, { $0.amount = 0 }),
            ("most", nil, { $0.amount = 1_000_000_000_000 }),
            ("beyond", .amountOutOfRange, { $0.amount = 1_000_000_000_001 }),
            ("greatest", .amountOutOfRange, { $0.amount = .max }),
            ("no source", .invalidValue, { $0.source = nil }),
            ("no unit", .invalidValue, { $0.source?.unit = .unspecified }),
            ("unknown unit", .invalidValue, { $0.source?.unit = .init(rawValue: -1) }),
            ("other unit", .unitMismatch, { $0.source?.unit = .cash }),
            ("no role", .invalidValue, { $0.source?.role = .unspecified }),
            ("unknown role", .invalidValue, { $0.source?.role = .init(rawValue: 300) }),
            ("erased", .ledgerAccountUnknown, { $0.source?.role = .erased }),
            ("nobody's own", .ledgerAccountUnknown, { $0.source?.role = .own }),
            ("a person's issued", .ledgerAccountUnknown, { $0.destination?.role = .issued }),
            ("short id", .invalidValue, { $0.destination?.userID.removeLast() }),
            (
                "foreign id", .ledgerAccountUnknown,
                { $0.destination?.userID = .init(repeating: 7, count: 16) }
            ),
            ("guest", .ledgerAccountUnknown, { $0.destination?.userID = guest.user.id }),
            ("same", .sameAccount, { $0.destination = $0.source }),
            ("lapsed", .invalidValue, { $0.expiresAt = Timestamp(now.adding(seconds: -86_400)) }),
            ("lapsing", nil, { $0.expiresAt = Timestamp(now.adding(seconds: 1_100 * 86_400)) }),
            (
                "too late", .invalidValue,
                { $0.expiresAt = Timestamp(now.adding(seconds: 1_102 * 86_400)) }
            ),
            ("over", .invalidValue, { $0.pendingUntil = Timestamp(now) }),
            ("pending", nil, { $0.pendingUntil = Timestamp(now.adding(seconds: 400 * 86_400)) }),
            (
                "too long", .invalidValue,
                { $0.pendingUntil = Timestamp(now.adding(seconds: 401 * 86_400)) }
            ),
        ]
        for (what, expected, change) in changes {
            var move = earning
            change(&move)
            let reason = try await desk.refused([move], called: .new())
            #expect(reason == expected, "\(what)")
        }
        var move = LedgerMove.spending(1, by: anna)
        move.expiresAt = Timestamp(now.adding(seconds: 86_400))
        #expect(try await desk.refused([move], called: .new()) == .invalidValue)
        #expect(try await desk.verify().findingCount == 0)
    }

    @Test func namesAndCountsHaveTheirLimits() async throws {
        let move = LedgerMove.earning(1, by: anna)
        for (count, expected) in [(0, .invalidValue), (1, nil), (128, nil), (129, .invalidValue)]
            as [(Int, RefusalReason?)]
        {
            let name = [UInt8](repeating: 7, count: count)
            #expect(try await desk.refused([move], called: name) == expected, "\(count)")
        }
        for (count, expected) in [(0, .invalidValue), (64, nil), (65, .invalidValue)]
            as [(Int, RefusalReason?)]
        {
            let moves = Array(repeating: move, count: count)
            #expect(try await desk.refused(moves, called: .new()) == expected, "\(count)")
        }
        #expect(try await desk.refusal(API.postTransfers, .init()).reason == .invalidValue)
        let large = (0..<1_000).map { number in
            LedgerPosting(reference: Array("\(number)".utf8), moves: [move])
        }
        let results = try await desk.post(large)
        #expect(results.count == 1_000 && results.allSatisfy { $0.transferCount == 1 })
        let numbers = results.map(\.firstTransfer)
        #expect(numbers == Array((numbers.first ?? 0)...(numbers.last ?? 0)))
        let twice = LedgerPosting(reference: .new(), moves: [move, move])
        let more = PostTransfersRequest(postings: large.dropLast() + [twice])
        let tooMany = try await desk.refusal(API.postTransfers, more)
        #expect(tooMany.fields["field"] == "postings", "\(tooMany)")
        #expect(try await desk.verify().findingCount == 0)
    }

    @Test func whatIsHeldIsPostedOrVoidedOnce() async throws {
        try await desk.earn(100, by: anna)
        var move = LedgerMove.spending(60, by: anna)
        move.pendingUntil = Timestamp(service.clock.now().adding(seconds: 600))
        let made = try await desk.post([LedgerPosting(reference: [1], moves: [move])])
        let number = try #require(made.first).firstTransfer
        let held = try await desk.balance(of: anna)
        #expect(held.total == 100 && held.pending == 60)
        func resolve(
            _ resolution: ResolveTransferRequest.Resolution?,
            _ transfer: UInt64? = nil
        ) -> ResolveTransferRequest {
            ResolveTransferRequest(transfer: transfer ?? number, resolution: resolution)
        }
        for (request, expected) in [
            (resolve(nil), .invalidValue), (resolve(.void(false)), .invalidValue),
            (resolve(.postAll(false)), .invalidValue),
            // What was reckoned to be nothing is not all.
            (resolve(.post(0)), .amountOutOfRange),
            (resolve(.post(61)), .amountOutOfRange), (resolve(.post(-1)), .negativeValue),
            (resolve(.void(true), 99), .transferNotFound),
            (resolve(.void(true), 0), .transferNotFound),
            (resolve(.void(true), .max), .transferNotFound),
            (resolve(.void(true), 1), .transferNotPending),
        ] as [(ResolveTransferRequest, RefusalReason)] {
            #expect(try await desk.refusal(API.resolveTransfer, request).reason == expected)
        }
        let end = try await desk.call(API.resolveTransfer, resolve(.post(50))).transfer
        #expect(end?.kind == .post && end?.amount == 50 && end?.earlierTransfer == number)
        #expect(try await desk.call(API.resolveTransfer, resolve(.post(50))).transfer == end)
        let refusal = try await desk.refusal(API.resolveTransfer, resolve(.void(true)))
        #expect(refusal.fields == ["state": "posted"])
        #expect(try await desk.balance(of: anna).total == 50)
        #expect(try await desk.balance(of: anna).pending == 0)
        // A retry is told and counted once.
        let told = try service.audit().filter { $0.action == "ledger post \(number) 50" }
        #expect(told.count == 1)
        #expect(service.ledgerCounts() == ["earn": 1, "pending": 1, "post": 1])
    }

    @Test func allOfWhatIsHeldIsPostedWhereThatIsSaid() async throws {
        try await desk.earn(100, by: anna)
        var move = LedgerMove.spending(60, by: anna)
        move.pendingUntil = Timestamp(service.clock.now().adding(seconds: 600))
        let made = try await desk.post([LedgerPosting(reference: [1], moves: [move])])
        let request = ResolveTransferRequest(
            transfer: try #require(made.first).firstTransfer,
            resolution: .postAll(true)
        )
        for _ in 0..<2 {
            let end = try await desk.call(API.resolveTransfer, request).transfer
            #expect(end?.kind == .post && end?.amount == 60)
        }
        #expect(try await desk.balance(of: anna) == GetBalanceResponse(total: 40))
    }

    @Test func aTransferIsPutRight() async throws {
        let number = try await desk.earn(100, by: anna)
        for (amount, expected) in [
            (0, .amountOutOfRange), (101, .amountOutOfRange), (-1, .negativeValue),
        ] as [(Int64, RefusalReason)] {
            let request = CorrectTransferRequest(transfer: number, amount: amount)
            #expect(try await desk.refusal(API.correctTransfer, request).reason == expected)
        }
        let request = CorrectTransferRequest(transfer: number, amount: 30, reason: "실수")
        let correction = try await desk.call(API.correctTransfer, request).transfer
        #expect(correction?.kind == .correct && correction?.earlierTransfer == number)
        #expect(try await desk.balance(of: anna).total == 70)
        let other = CorrectTransferRequest(transfer: number)
        #expect(try await desk.refusal(API.correctTransfer, other).reason == .notCorrectable)
        let reasonless = CorrectTransferRequest(
            transfer: number,
            reason: String(repeating: "가", count: 1_001)
        )
        #expect(try await desk.refusal(API.correctTransfer, reasonless).reason == .invalidValue)
        let action = "ledger correct \(number) 30 --reason '실수'"
        #expect(try service.audit().map(\.action).contains(action))
    }

    @Test func whatIsGivenBackLapsesAsItDidUnlessSomethingElseIsSaid() async throws {
        let end = service.clock.now().adding(seconds: 3 * 86_400)
        try await desk.earn(90, by: anna, lapsing: end)
        let other = Timestamp(end.adding(seconds: 86_400))
        for (expiresAt, isNever, expected) in [
            (nil, false, [90]), (nil, true, [60]), (other, false, [30, 30]),
        ] as [(Timestamp?, Bool, [Int64])] {
            let spending = LedgerPosting(reference: .new(), moves: [.spending(30, by: anna)])
            let spent = try #require(try await desk.post([spending]).first).firstTransfer
            var request = CorrectTransferRequest(transfer: spent, expiresAt: other)
            request.neverExpires = true
            let refusal = try await desk.refusal(API.correctTransfer, request)
            #expect(refusal.fields["field"] == "expires_at")
            (request.expiresAt, request.neverExpires) = (expiresAt, isNever)
            _ = try await desk.call(API.correctTransfer, request)
            let lots = try await desk.call(API.listLots, ListLotsRequest(account: .own(anna)))
            #expect(lots.lots.map(\.amount) == expected)
        }
        #expect(try await desk.balance(of: anna).total == 90)
        #expect(try await desk.verify().findingCount == 0)
    }

    @Test func aStatementTellsWhoAndWhatWasLeft() async throws {
        try await desk.earn(100, by: anna)
        let before = service.clock.now()
        service.clock.advance(seconds: 60)
        _ = try await desk.post([
            LedgerPosting(
                reference: [9],
                moves: [
                    LedgerMove(
                        kind: .move,
                        source: .own(anna),
                        destination: .own(ben),
                        amount: 30,
                        subject: 7
                    ),
                    .spending(20, by: anna),
                ]
            )
        ])
        let lines = try await desk.statement(.own(anna))
        #expect(lines.map(\.change) == [-20, -30, 100] && lines.map(\.balance) == [50, 70, 100])
        #expect(lines.map(\.sequence) == [3, 2, 1])
        let moved = try #require(lines[1].transfer)
        #expect(moved.destination == .own(ben) && moved.subject == 7 && moved.firstTransfer == 2)
        #expect(lines[0].transfer?.firstTransfer == 2)
        #expect(try await desk.balance(of: anna, at: before).total == 100)
        #expect(try await desk.balance(of: anna, at: before.adding(seconds: -1)).total == 0)
        #expect(try await desk.statement(.app(.issued)).map(\.balance) == [-100])
        #expect(try await desk.statement(.app(.erased)).isEmpty)
        let large = ListTransfersRequest(account: .own(anna), pageSize: 501)
        #expect(try await desk.refusal(API.listTransfers, large).reason == .invalidValue)
        let first = ListTransfersRequest(account: .own(anna), pageSize: 1)
        let cursor = try await desk.call(API.listTransfers, first).nextCursor
        for other in [NoteletAPI.LedgerAccount.own(ben), .own(anna, .cash), .app(.issued)] {
            let request = ListTransfersRequest(account: other, cursor: cursor)
            #expect(try await desk.refusal(API.listTransfers, request).reason == .invalidCursor)
        }
        let none = try await desk.refusal(API.getBalance, GetBalanceRequest())
        #expect(none.fields["field"] == "account.unit")
    }

    @Test func whatIsOverEndsByItself() async throws {
        let now = service.clock.now()
        try await desk.earn(30, by: anna, lapsing: now.adding(seconds: 86_400))
        try await desk.earn(5, by: anna, lapsing: now.adding(seconds: 10 * 86_400))
        var move = LedgerMove.spending(2, by: anna)
        move.pendingUntil = Timestamp(now.adding(seconds: 600))
        _ = try await desk.post([LedgerPosting(reference: [1], moves: [move])])
        let request = ListLotsRequest(account: .own(anna))
        #expect(try await desk.call(API.listLots, request).lots.map(\.amount) == [28, 5])
        await end()
        #expect(try await desk.statement(.own(anna)).count == 3)
        for _ in 0..<300 {
            service.clock.advance(seconds: 1_800)
            _ = service.dependencies.lived.now()
        }
        // Before the server has come.
        #expect(try await desk.balance(of: anna) == GetBalanceResponse(total: 5))
        await end()
        #expect(try await desk.balance(of: anna).total == 5)
        let kinds = try await desk.statement(.own(anna)).compactMap(\.transfer?.kind)
        #expect(kinds.contains(.expire) && kinds.contains(.lapse))
        #expect(try await desk.call(API.listLots, request).lots.map(\.amount) == [5])
        #expect(service.ledgerCounts() == ["earn": 2, "pending": 1, "lapse": 1, "expire": 1])
        #expect(try await desk.verify().findingCount == 0)
    }

    /// Has the work of the feature done until nothing is left of it.
    private func end() async {
        let jobs = Housekeeping(service.running).jobs
        guard let job = jobs.first(where: { $0.name == "ledger-ends" }) else {
            Issue.record("there is no such job")
            return
        }
        while await job.piece() == .moreWaiting {}
    }

    @Test func anExportHasTheStatementsOfAllOnesAccounts() async throws {
        for number in 1...150 { try await desk.earn(Int64(number), by: anna) }
        for number in 1...3 { try await desk.earn(Int64(number), by: anna, unit: .cash) }
        try await desk.earn(7, by: ben)
        let stream = RecordingStream()
        let request = ExportDataRequest(password: TestService.password)
        _ = try service.open(AccountsAPI.exportData, request, as: anna.elsewhere, on: stream)
        await stream.runUntilFinished()
        let entries = try stream.decoded(ExportDataResponse.self).compactMap { response in
            if case .record(let record) = response.part, record.type == LedgerEntry.fullName {
                return try ProtobufDecoder().decode(LedgerEntry.self, from: record.value)
            }
            return nil
        }
        #expect(entries.count == 153)
        let points = entries.filter { $0.unit == .points }
        #expect(points.map(\.sequence) == (1...150).reversed().map(UInt64.init))
        #expect(points.first?.balance == 150 * 151 / 2 && points.first?.change == 150)
        #expect(entries.filter { $0.unit == .cash }.map(\.balance) == [6, 3, 1])
    }

    @Test func aFeatureThatIsOffIsRefusedToOperators() async throws {
        #expect(!OfferedFeatures(byDefaultOf: .all).names.contains("ledger"))
        let offered = OfferedFeatures(byDefaultOf: .all)
        let desk = try LedgerDesk(of: try TestService(offered: offered))
        let refusal = try await desk.refusal(API.verifyLedger, VerifyLedgerRequest())
        #expect(refusal.reason == .featureOff && refusal.fields == ["feature": "ledger"])
        let other = try await desk.refusal(API.postTransfers, PostTransfersRequest())
        #expect(other.reason == .featureOff)
    }
}
