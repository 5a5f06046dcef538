import AccountStorage
import Domain
import LedgerRules
import RuleTestSupport
import LogStoreTools
import StoreTools
import TestSupport
import Testing

@testable import LedgerStorage
@testable import Records
@testable import Storage
@testable import StorageEngine

/// How the ledger is kept.
@Suite struct LedgerTests {
    private let store: TestStore
    private let anna: UserNumber
    private let ben: UserNumber
    private let issued = LedgerAccount.app(.issued, .points)
    private let spent = LedgerAccount.app(.spent, .points)
    private let day = Instant.epoch.adding(seconds: 86_400)

    init() throws {
        store = try TestStore()
        anna = try store.account("anna")
        ben = try store.account("ben")
    }

    private func points(_ person: UserNumber) -> LedgerAccount { .own(person, .points) }

    /// Points that lapse and points that do not, some of which are held.
    private func fill() throws -> Transfer {
        try store.post(100, from: issued, to: points(anna), called: "first")
        try store.post(30, from: issued, to: points(anna), lapsing: day)
        try store.post(20, from: points(anna), to: points(ben))
        return try store.post(40, from: points(anna), to: spent, until: day)
    }

    @Test func whatIsKeptIsThereAfterARestart() throws {
        let pending = try fill()
        let (anna, account) = (anna, points(anna))
        for isReopened in [false, true] {
            if isReopened { try store.reopen() }
            let entries = try store.statement(of: account)
            #expect(entries.map(\.balance) == [110, 110, 130, 100])
            #expect(entries.map(\.change) == [0, -20, 30, 100])
            #expect(entries.first?.transfer == pending)
            #expect(try store.statement(of: issued).map(\.balance) == [-130, -100])
            try store.read { view throws(DomainError) in
                #expect(
                    try view.balance(of: account, .atEpoch) == Balance(total: 110, pending: 40)
                )
                let hold = try view.hold(of: pending)
                #expect(hold?.lots.map(\.amount) == [10] && hold?.holder == anna)
                #expect(try view.lots(of: account).all.isEmpty)
                #expect(try view.balance(of: account, at: .epoch) == 110)
            }
            #expect(try store.ledgerProblems().isEmpty)
        }
        #expect(try store.post(100, from: issued, to: account, called: "first").number == 1)
        #expect(try store.findings().isEmpty)
    }

    @Test func aRefusedPostingLeavesNoTraceInWhatIsWritten() throws {
        let (anna, issued) = (points(anna), issued)
        try store.write { transaction throws(DomainError) in
            for amount: Int64 in [10, 20] {
                let earn = try Move(.earn, amount, from: issued, to: anna)
                try transaction.post(earn, reference: nil, .atEpoch)
                let tooMuch = try Move(.spend, 1_000, from: anna, to: .app(.spent, .points))
                do throws(DomainError) {
                    try transaction.post(tooMuch, reference: nil, .atEpoch)
                    Issue.record("it was taken")
                } catch .refused {}
            }
        }
        #expect(try store.statement(of: anna).map(\.balance) == [30, 10])
        #expect(try store.ledgerProblems().isEmpty)
        #expect(try store.findings().isEmpty)
    }

    @Test func whatIsOverEndsOnceAtItsTime() throws {
        let (account, day) = (points(anna), day)
        try store.post(30, from: issued, to: account, lapsing: day)
        try store.post(5, from: issued, to: account, lapsing: day.adding(seconds: 864_000))
        try store.post(35, from: account, to: spent, until: day.adding(seconds: 864_000))
        func end(at moment: Instant) throws -> Int {
            try store.write { transaction throws(DomainError) in
                try transaction.endWhatIsOver(.at(moment), recordCountMax: 100).lotCount
            }
        }
        #expect(try end(at: day.lotEnd.adding(milliseconds: -1)) == 0)
        #expect(try store.statement(of: account).count == 3)
        // The hold ends, and gives back one lot that is over and one that is not.
        #expect(try end(at: day.adding(seconds: 864_000)) == 1)
        #expect(try store.statement(of: account).first?.balance == 5)
        #expect(try end(at: day.adding(seconds: 10 * 864_000)) == 1)
        #expect(try store.statement(of: account).first?.balance == 0)
        let kinds = try store.statement(of: account).map(\.transfer.kind)
        #expect(kinds.prefix(3) == [.expire, .expire, .lapse])
        for table in [Schema.lots.id, Schema.lotEnds.id, Schema.holds.id, Schema.holdEnds.id] {
            #expect(try store.count(of: table) == 0)
        }
        #expect(try store.ledgerProblems().isEmpty)
        #expect(try store.findings().isEmpty)
    }

    @Test(arguments: [1, 5, 200])
    func whoGoesLeavesTheLedgerInBalanceAfterEachStep(recordCountMax: Int) throws {
        _ = try fill()
        try store.post(3, from: points(ben), to: points(anna))
        let (anna, before) = (anna, try store.statement(of: points(ben)))
        try store.write { transaction throws(DomainError) in
            try transaction.remove(anna, at: .epoch)
        }
        var isDone = false
        while !isDone {
            isDone = try !store.write { transaction throws(DomainError) in
                try transaction.eraseNext(recordCountMax: recordCountMax)
            }
            #expect(try store.ledgerProblems().isEmpty)
        }
        #expect(try store.statement(of: points(anna)).isEmpty)
        #expect(try store.statement(of: points(ben)).map(\.balance) == before.map(\.balance))
        #expect(try store.statement(of: .app(.forfeited, .points)).first?.balance == 113)
        let gone = anna
        let isNamed = try store.read { view throws(DomainError) in
            try view.firstRows(of: Schema.transfers).contains {
                [$0.source.account.holder, $0.destination.account.holder].contains(gone)
            }
        }
        #expect(!isNamed)
        #expect(try store.findings().isEmpty)
    }

    @Test func whoIsGoneGetsNothing() throws {
        let anna = anna
        try store.write { transaction throws(DomainError) in
            try transaction.remove(anna, at: .epoch)
        }
        let refused = try refusal { () throws(DomainError) in
            try store.write { transaction throws(DomainError) in
                let move = try Move(
                    .earn,
                    1,
                    from: .app(.issued, .points),
                    to: .own(anna, .points)
                )
                return try transaction.post(move, reference: nil, .atEpoch)
            }
        }
        #expect(refused == .ledgerAccountUnknown)
    }

    @Test func aStoreThatWasDumpedAndLoadedIsTheSame() throws {
        let pending = try fill()
        let (account, before) = (points(anna), try store.statement(of: points(anna)))
        let dump = try store.revealingDump()
        #expect(String(decoding: dump, as: UTF8.self).contains("\"entity\":\"hold\""))
        let path = store.directory.path("loaded")
        _ = try StoreLoad(at: path, masterKey: store.masterKey).run(from: MemoryInput(dump)) { _ in
        }
        let loaded = try RecordStore.openExisting(
            directory: path,
            masterKey: store.masterKey,
            now: .epoch
        )
        defer { loaded.close() }
        try loaded.read { view throws(DomainError) in
            var entries: [StatementEntry] = []
            _ = try view.visitStatement(of: account, before: nil, limit: 100) {
                entries.append($0)
                return .next
            }
            #expect(entries == before)
            #expect(try view.hold(of: pending)?.lots.map(\.amount) == [10])
            var problems: [String] = []
            let proof = try view.proveLedger { problems.append($0.problem) }
            #expect(problems.isEmpty && proof.transferCount == 4 && proof.openCount == 1)
        }
    }

    @Test func aLotOfNoAccountAndAHoldOfNoTransferAreFound() throws {
        _ = try fill()
        let account = points(ben)
        try store.post(7, from: issued, to: account, lapsing: day)
        try store.write { transaction throws(DomainError) in
            try transaction.delete(account)
            try transaction.delete(at: 4, in: Schema.transfers)
        }
        let told = try store.ledgerProblems()
        let name = try store.name(of: account)
        #expect(told.contains("\(name): its balance is 0, and its transfers make 27"))
        let problems = Set(try store.findings().map { "\($0.table): \($0.problem)" })
        #expect(problems.contains("lots: its account is not there"))
        #expect(problems.contains("holds: its transfer is not there"))
    }
}

/// Records that no server writes.
@Suite struct LedgerRecordTests {
    private let secrets: StoreSecrets

    init() throws {
        secrets = try TestStore().store.secrets
    }

    private func transfer(lots: LotChanges? = nil) -> TransferRow {
        TransferRow(
            Transfer(
                number: 7,
                kind: .earn,
                source: TransferSide(.app(.issued, .points), sequence: 1, balance: -5),
                destination: TransferSide(
                    .own(UserNumber(3), .points),
                    sequence: 1,
                    balance: 5
                ),
                amount: 5,
                moment: .epoch,
                first: 7,
                lots: lots
            )
        )
    }

    private func isRead<Row: KeyedRow>(_ row: Row, in table: SchemaTable<Row>) -> Bool {
        let (key, value) = (row.storedKey, row.storedValue(secrets))
        let read = key.withBytes { key in try? table.row(key: key, value: value.span.bytes) }
        return read != nil
    }

    @Test func aTransferIsReadAsItIsWrittenAndNotOtherwise() throws {
        #expect(isRead(transfer(), in: Schema.transfers))
        let limit = UInt64(DomainLimits.balanceMax)
        let damages: [(String, (inout TransferRow) -> Void)] = [
            ("number 0", { $0.key = 0 }), ("number", { $0.key = 1 << 62 + 1 }),
            ("kind", { $0.kindNumber = 11 }), ("kind 0", { $0.kindNumber = 0 }),
            ("amount 0", { $0.amount = 0 }), ("amount", { $0.amount = limit + 1 }),
            ("first", { $0.first = 8 }), ("first 0", { $0.first = 0 }),
            ("earlier", { $0.earlier = 7 }), ("lot", { $0.lotEnd = 1 << 63 }),
            ("deadline", { $0.deadline = 1 }), ("unit", { $0.source.account.unit = 3 }),
            ("role", { $0.source.account.role = 8 }),
            ("holder", { $0.source.account.holder = UserNumber(1) }),
            ("nobody", { $0.destination.account.holder = .nobody }),
            ("sequence", { $0.source.sequence = 0 }),
            ("balance", { $0.source.balance = Int64(limit) + 1 }),
        ]
        for (what, damage) in damages {
            var row = transfer()
            damage(&row)
            #expect(!isRead(row, in: Schema.transfers), "\(what)")
        }
        for (what, change) in [
            ("amount", { $0.amount = limit }), ("lot", { $0.lotEnd = 1 << 63 - 1 }),
            ("number", { $0.key = 1 << 62 }),
        ] as [(String, (inout TransferRow) -> Void)] {
            var row = transfer()
            change(&row)
            #expect(isRead(row, in: Schema.transfers), "\(what)")
        }
    }

    /// What did nothing to lots has the form of before there was another one.
    @Test func aTransferKeepsWhatItDidToLots() throws {
        #expect(transfer().storedValue(secrets).count == 127)
        #expect(transfer().storedValue(secrets).first == 1)
        let first = Lot(end: .epoch.adding(seconds: 1), amount: 2)
        let second = Lot(end: .epoch.adding(seconds: 2), amount: 3)
        for (taken, returned) in [
            ([], []), ([first], []), ([first, second], []), ([], [second]), ([first], [first]),
        ] as [([Lot], [Lot])] {
            let changes = LotChanges(taken: taken, returned: returned)
            let value = transfer(lots: changes).storedValue(secrets)
            #expect(value.count == 135 + 16 * (taken.count + returned.count) && value.first == 2)
            var row = try TransferRow(value: value.span.bytes)
            row.key = 7
            #expect(row.transfer?.lots == changes)
            #expect(try TransferRow.moment(in: value.span.bytes) == .epoch)
        }
        for lots in [
            LotChanges(taken: [second, first]), LotChanges(taken: [first, first]),
            LotChanges(taken: [Lot(end: first.end, amount: 0)]),
        ] {
            #expect(!isRead(transfer(lots: lots), in: Schema.transfers))
        }
        var row = transfer(lots: LotChanges(taken: [first]))
        for bytes in [Array(row.lots.dropLast()), [0], Array(repeating: 255, count: 24)] {
            row.lots = bytes
            #expect(!isRead(row, in: Schema.transfers))
        }
    }

    @Test func anAccountIsReadWithinItsLimits() throws {
        let account = LedgerAccount.own(UserNumber(3), .cash)
        let limit = DomainLimits.balanceMax
        for (state, fits) in [
            (AccountState(balance: limit), true), (AccountState(balance: limit + 1), false),
            (AccountState(balance: -limit - 1), false), (AccountState(pending: -1), false),
            (AccountState(pending: limit), true), (AccountState(pending: limit + 1), false),
            (AccountState(entryCount: 1 << 62), true),
            (AccountState(entryCount: 1 << 62 + 1), false),
        ] {
            #expect(isRead(AccountRow(state, of: account), in: Schema.ledgerAccounts) == fits)
        }
    }

    @Test func lotsAndHoldsAreReadWithinTheirLimits() throws {
        let account = LedgerAccount.own(UserNumber(3), .points)
        for (amount, fits) in [(0, false), (1, true), (9_000_000_000_000_001, false)] {
            let row = LotRow(Lot(end: .epoch, amount: Int64(amount)), of: account)
            #expect(isRead(row, in: Schema.lots) == fits)
        }
        #expect(
            !isRead(LotRow(Lot(end: .epoch, amount: 1), of: .app(.spent, .points)), in: Schema.lots)
        )
        let lot = Lot(end: .epoch, amount: 1)
        for (lots, fits) in [([], true), ([lot], true), ([lot, lot], false)] as [([Lot], Bool)] {
            let hold = Hold(number: 1, holder: .nobody, deadline: .epoch, lots: lots)
            #expect(isRead(HoldRow(hold), in: Schema.holds) == fits)
        }
        var row = HoldRow(Hold(number: 1, holder: .nobody, deadline: .epoch, lots: [lot]))
        row.lots.removeLast()
        #expect(!isRead(row, in: Schema.holds))
        row = HoldRow(Hold(number: 0, holder: .nobody, deadline: .epoch, lots: []))
        #expect(!isRead(row, in: Schema.holds))
    }
}
