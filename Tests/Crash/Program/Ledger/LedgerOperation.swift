import TestSupport

/// Something that is asked of the ledger, made of a seed and a number alone, so that whoever has
/// both knows what it was.
struct LedgerOperation: Sendable {
    let number: Int
    /// What the clock says, in milliseconds since 1970; it steps back, and is ahead at times.
    let now: Int64
    /// By which moment lots and pending transfers end: never ahead.
    let due: Int64
    let deed: Deed

    /// What is asked.
    enum Deed: Sendable {
        /// Moves that belong together, by the name that a number is.
        case post([PlannedMove], name: Int)
        /// The first pending transfer of somebody ends: a part is posted (nil: all), or it is void.
        case resolve(PlannedAccount, part: Int64?, isVoid: Bool)
        /// The transfer so far behind the last one is put right, by an amount or all of it.
        case correct(stepsBack: Int, amount: Int64?)
        /// What is over ends, about so many records.
        case end(recordCountMax: Int)
    }

    static let personCount = 20
    private static let begin: Int64 = 1_700_000_000_000
    private static let day: Int64 = 86_400_000

    init(seed: UInt64, number: Int) {
        var random = SeededGenerator(seed: seed, stream: UInt64(number))
        self.number = number
        // A thousand operations take some eight hours.
        let lived = Self.begin + Int64(number) * 30_000
        let isAhead = number / 1_000 % 37 == 5
        let jitter = Int64(random.number(in: -300_000...300_000))
        now = lived + jitter + (isAhead ? 40 * Self.day : 0)
        due = min(now, lived)
        deed = Self.deed(number, now, &random)
    }

    private static func deed(
        _ number: Int,
        _ now: Int64,
        _ random: inout SeededGenerator
    ) -> Deed {
        switch random.number(in: 0...99) {
        case ..<35:
            return .post([earn(now, &random)], name: number)
        case ..<60:
            return .post([spend(now, &random)], name: number)
        case ..<70:
            let count = random.number(in: 2...5)
            let moves = (0..<count).map { _ in move(now, &random) }
            return .post(moves, name: number)
        case ..<74:
            // The name of an earlier one, for something else.
            return .post([earn(now, &random)], name: max(0, number - random.number(in: 1...50)))
        case ..<88:
            let account = PlannedAccount.random(&random)
            let part = Bool.random(using: &random) ? Int64(random.number(in: 0...60)) : nil
            return .resolve(account, part: part, isVoid: random.number(in: 0...2) == 0)
        case ..<94:
            let amount = Bool.random(using: &random) ? Int64(random.number(in: 0...60)) : nil
            return .correct(stepsBack: random.number(in: 0...30), amount: amount)
        default:
            return .end(recordCountMax: random.number(in: 1...200))
        }
    }

    private static func earn(_ now: Int64, _ random: inout SeededGenerator) -> PlannedMove {
        var move = PlannedMove(from: .issued(0), to: .random(&random))
        move.from.unit = move.to.unit
        move.amount = Int64(random.number(in: 0...200))
        if random.number(in: 0...3) > 0 {
            move.lapsing = now + Int64(random.number(in: -1...60)) * day
        }
        return move
    }

    private static func spend(_ now: Int64, _ random: inout SeededGenerator) -> PlannedMove {
        var move = PlannedMove(from: .random(&random), to: .spent(0))
        move.to.unit = move.from.unit
        move.amount = Int64(random.number(in: 1...300))
        if random.number(in: 0...2) == 0 {
            move.deadline = now + Int64(random.number(in: -1...20)) * day / 2
        }
        return move
    }

    private static func move(_ now: Int64, _ random: inout SeededGenerator) -> PlannedMove {
        var move = PlannedMove(from: .random(&random), to: .random(&random))
        // Few are of two units or of one account, which nothing comes of.
        if random.number(in: 0...20) > 0 { move.to.unit = move.from.unit }
        move.amount = Int64(random.number(in: 1...60))
        if random.number(in: 0...4) == 0 {
            move.lapsing = now + Int64(random.number(in: 0...30)) * day
        }
        if random.number(in: 0...9) == 0 { move.deadline = now + 5 * day }
        return move
    }
}

/// An account of the workload.
struct PlannedAccount: Hashable, Sendable {
    /// Whose; below 0 for those of the application.
    var person: Int
    /// 0 or 1.
    var unit: Int

    static func issued(_ unit: Int) -> PlannedAccount { PlannedAccount(person: -1, unit: unit) }
    static func spent(_ unit: Int) -> PlannedAccount { PlannedAccount(person: -2, unit: unit) }
    static func lapsed(_ unit: Int) -> PlannedAccount { PlannedAccount(person: -3, unit: unit) }

    /// That of somebody, who is nobody at times.
    static func random(_ random: inout SeededGenerator) -> PlannedAccount {
        PlannedAccount(
            person: random.number(in: 0...LedgerOperation.personCount),
            unit: random.number(in: 0...3) == 0 ? 1 : 0
        )
    }

    var isPersons: Bool { person >= 0 }
    var isThere: Bool { person < LedgerOperation.personCount }

    /// All of those that there can be.
    static var all: [PlannedAccount] {
        (-3..<LedgerOperation.personCount).flatMap { person in
            (0...1).map { PlannedAccount(person: person, unit: $0) }
        }
    }
}

/// An amount that is to go somewhere.
struct PlannedMove: Sendable {
    var from: PlannedAccount
    var to: PlannedAccount
    var amount: Int64 = 0
    /// When it lapses, in milliseconds since 1970.
    var lapsing: Int64?
    /// Until when it is pending.
    var deadline: Int64?
}
