import AccountRules
import AccountStorage
import Domain
import LedgerRules
import LedgerStorage
import Records
import Storage
import TestSupport

/// The people of the ledger's workload, and what is done for them.
struct LedgerWork: Sendable {
    let seed: UInt64
    let people: [UserNumber]

    /// What was made is asked for once more after a start, so many operations back.
    private static let retryCount = 50

    /// The people of a store; nil where there are none yet.
    init?(_ seed: UInt64, in store: StoreView) throws(DomainError) {
        var people: [UserNumber] = []
        for name in Self.names {
            guard let number = try store.userNumber(named: name) else { return nil }
            people.append(number)
        }
        self.init(seed: seed, people: people)
    }

    private init(seed: UInt64, people: [UserNumber]) {
        self.seed = seed
        self.people = people
    }

    private static let names = (0..<LedgerOperation.personCount).map {
        Username(stored: "payee\($0)")
    }

    /// Has the people of a store, whom it adds if they are not there.
    static func begin(_ seed: UInt64, on store: RecordStore) throws(DomainError) -> LedgerWork {
        let known = try store.read { view throws(DomainError) in try LedgerWork(seed, in: view) }
        if let known { return known }
        let people = try store.writeAndWait { transaction throws(DomainError) in
            var people: [UserNumber] = []
            for name in names {
                let number = try transaction.makeUserNumber()
                try transaction.add(
                    User(
                        number: number,
                        id: transaction.userID(of: number),
                        username: name,
                        email: EmailAddress(stored: "\(name.text)@example.com"),
                        passwordHash: PasswordHash("hash"),
                        linkToken: nil,
                        createdAt: Instant(milliseconds: 0)
                    )
                )
                people.append(number)
            }
            return people
        }
        return LedgerWork(seed: seed, people: people)
    }

    /// Does operations from a number on, many at a time in their order, and notes each that is
    /// acknowledged.
    func run(
        _ numbers: Range<Int>,
        on store: RecordStore,
        _ journal: Journal
    ) throws(DomainError) {
        try retry(before: numbers.lowerBound, on: store)
        try store.work(numbers, journal) { number, transaction throws(DomainError) in
            try run(LedgerOperation(seed: seed, number: number), in: transaction)
        }
    }

    /// Asks again for what was made; nothing may come of it.
    private func retry(before end: Int, on store: RecordStore) throws(DomainError) {
        for number in max(0, end - Self.retryCount)..<end {
            let operation = LedgerOperation(seed: seed, number: number)
            guard case .post(_, name: number) = operation.deed else { continue }
            let isRepeated = try store.writeAndWait { transaction throws(DomainError) in
                let name = transaction.reference(Self.bytes(number), of: .operators)
                guard try transaction.transferNumber(called: name) != nil else { return false }
                let before = try transaction.lastTransfer()?.number
                do throws(DomainError) {
                    try run(operation, in: transaction)
                } catch .refused {
                    // Its name is that of a later one, since nothing came of it.
                }
                return try transaction.lastTransfer()?.number != before
            }
            if isRepeated { throw .dataLoss("operation \(number) was done twice") }
        }
    }

    private static func bytes(_ number: Int) -> [UInt8] { Array("\(number)".utf8) }

    /// The account in the ledger.
    func account(_ planned: PlannedAccount) -> LedgerAccount {
        let unit = planned.unit == 0 ? LedgerUnit.points : .cash
        switch planned.person {
        case -1: return .app(.issued, unit)
        case -2: return .app(.spent, unit)
        case -3: return .app(.lapsed, unit)
        case people.indices: return .own(people[planned.person], unit)
        default: return .own(UserNumber(9_999_999), unit)
        }
    }

    private func run(
        _ operation: LedgerOperation,
        in store: StoreTransaction
    ) throws(DomainError) {
        let context = Context.at(operation.now, lived: operation.due)
        switch operation.deed {
        case .post(let planned, let name):
            var moves: [Move] = []
            for move in planned { moves.append(try self.move(move)) }
            let reference = store.reference(Self.bytes(name), of: .operators)
            try store.post(try Posting(moves, reference: reference), context)
        case .resolve(let planned, let part, let isVoid):
            let holder = account(planned).holder
            let number = try store.pendingNumber(of: holder).unwrapped(or: .transferNotFound)
            try store.resolve(number, isVoid ? .void : .post(part), context)
        case .correct(let stepsBack, let amount):
            let last = try store.lastTransfer()?.number ?? 0
            guard last > UInt64(stepsBack) else { return }
            try store.correct(last - UInt64(stepsBack), by: amount, context)
        case .end(let recordCountMax):
            _ = try store.endWhatIsOver(context, recordCountMax: recordCountMax)
        }
    }

    private func move(_ planned: PlannedMove) throws(DomainError) -> Move {
        try Move(
            .move,
            planned.amount,
            from: account(planned.from),
            to: account(planned.to),
            lapsing: planned.lapsing.map(Instant.init(milliseconds:)),
            pendingUntil: planned.deadline.map(Instant.init(milliseconds:))
        )
    }
}
