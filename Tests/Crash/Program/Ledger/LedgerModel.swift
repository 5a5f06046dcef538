/// What the ledger must be after some operations, in dictionaries and the rules once more.
///
/// It has nothing in common with what it judges.
struct LedgerModel: PlainModel {
    /// A transfer, as far as it is compared.
    struct Line: Equatable {
        var kind: String
        var from: PlannedAccount
        var to: PlannedAccount
        var amount: Int64
        var moment: Int64
        var first: Int
        var earlier = 0
        var end: Int64?
        /// What it took of lots, by their ends.
        var taken: [Int64: Int64] = [:]
        /// What it gave into lots, by their ends.
        var given: [Int64: Int64] = [:]
    }

    /// What a transfer holds that is not ended.
    struct Hold: Equatable {
        var line: Line
        var deadline: Int64
        var taken: [Int64: Int64]
    }

    /// What is taken back where an operation is refused.
    private struct State {
        var balances: [PlannedAccount: Int64] = [:]
        var held: [PlannedAccount: Int64] = [:]
        var lots: [PlannedAccount: [Int64: Int64]] = [:]
        var holds: [Int: Hold] = [:]
    }

    private var state = State()
    private(set) var lines: [Line] = []
    /// The moment and the balance after each entry of a statement.
    private(set) var statements: [PlannedAccount: [(moment: Int64, balance: Int64)]] = [:]
    /// The names of postings.
    private var posted: Set<Int> = []
    private var corrections: Set<Int> = []
    /// How many operations were refused.
    private(set) var refusedCount = 0

    private struct Refused: Error {}

    static let work = "ledger-work"
    var summary: String { "\(lines.count) transfers, \(refusedCount) refused" }
    var place: Int { lines.count }
    var isLastDone: Bool? { nil }

    mutating func run(seed: UInt64, number: Int) {
        run(LedgerOperation(seed: seed, number: number))
    }

    func balance(_ account: PlannedAccount) -> Int64 { state.balances[account] ?? 0 }
    func held(_ account: PlannedAccount) -> Int64 { state.held[account] ?? 0 }
    func lots(_ account: PlannedAccount) -> [Int64: Int64] { state.lots[account] ?? [:] }
    var holds: [Int: Hold] { state.holds }

    /// The balance of an account at a moment.
    func balance(_ account: PlannedAccount, at moment: Int64) -> Int64 {
        statements[account]?.last { $0.moment <= moment }?.balance ?? 0
    }

    /// Does what an operation asks for, or nothing.
    mutating func run(_ operation: LedgerOperation) {
        let (state, count) = (state, lines.count)
        do {
            switch operation.deed {
            case .post(let moves, let name): try post(moves, name, operation)
            case .resolve(let account, let part, let isVoid):
                try resolve(account, part, isVoid, operation)
            case .correct(let stepsBack, let amount):
                try correct(lines.count - stepsBack, amount, operation)
            case .end(let recordCountMax): try end(recordCountMax, operation)
            }
        } catch {
            self.state = state
            lines.removeSubrange(count...)
            refusedCount += 1
            return
        }
        for line in lines[count...] { enter(line) }
    }

    /// Adds what a line changed to the statements; the balances were changed with it.
    private mutating func enter(_ line: Line) {
        let moves = !["pending", "void", "lapse"].contains(line.kind)
        for (account, change) in [(line.from, -line.amount), (line.to, line.amount)] {
            let before = statements[account]?.last?.balance ?? 0
            let after = before + (moves ? change : 0)
            statements[account, default: []].append((line.moment, after))
        }
    }

    private func moment(_ operation: LedgerOperation) -> Int64 {
        max(operation.now, lines.last?.moment ?? .min)
    }
}

extension LedgerModel {
    private mutating func post(
        _ moves: [PlannedMove],
        _ name: Int,
        _ operation: LedgerOperation
    ) throws {
        if posted.contains(name) { throw Refused() }
        for move in moves { try check(move, operation.now) }
        for move in moves { endOver(move.from, operation) }
        let first = lines.count + 1
        for move in moves { try make(move, "move", first, operation) }
        posted.insert(name)
    }

    private func check(_ move: PlannedMove, _ now: Int64) throws {
        let isLegal =
            move.amount > 0 && move.from != move.to && move.from.unit == move.to.unit
            && move.from.isThere && move.to.isThere
            && move.lapsing.map { Self.end($0) > now } ?? true
            && move.deadline.map { $0 > now } ?? true
        if !isLegal { throw Refused() }
    }

    /// The beginning of the next day, unless it is one.
    static func end(_ moment: Int64) -> Int64 { (moment + 86_399_999) / 86_400_000 * 86_400_000 }

    private mutating func make(
        _ move: PlannedMove,
        _ kind: String,
        _ first: Int,
        _ operation: LedgerOperation
    ) throws {
        let taken = try take(move.amount, from: move.from)
        let end = move.lapsing.map(Self.end)
        var line = Line(
            kind: kind,
            from: move.from,
            to: move.to,
            amount: move.amount,
            moment: moment(operation),
            first: first,
            end: end
        )
        if let deadline = move.deadline {
            let open = state.holds.count { $0.value.line.from.person == move.from.person }
            if move.from.isPersons, open >= 100 { throw Refused() }
            line.kind = "pending"
            state.held[move.from, default: 0] += move.amount
            state.holds[lines.count + 1] = Hold(line: line, deadline: deadline, taken: taken)
        } else {
            transfer(move.amount, move.from, move.to)
            line.taken = taken
            if let end { give([end: move.amount], &line) }
        }
        lines.append(line)
    }

    private mutating func give(_ lots: [Int64: Int64], _ line: inout Line) {
        line.given = lots
        for (end, amount) in lots { state.lots[line.to, default: [:]][end, default: 0] += amount }
    }

    private mutating func transfer(_ amount: Int64, _ from: PlannedAccount, _ to: PlannedAccount) {
        state.balances[from, default: 0] -= amount
        state.balances[to, default: 0] += amount
    }

    /// Takes from what ends first; what is left never ends.
    private mutating func take(
        _ amount: Int64,
        from account: PlannedAccount
    ) throws -> [Int64: Int64] {
        guard account.isPersons else { return [:] }
        if balance(account) - held(account) < amount { throw Refused() }
        let taken = Self.first(amount, of: lots(account))
        remove(taken, from: account)
        return taken
    }

    private mutating func remove(_ taken: [Int64: Int64], from account: PlannedAccount) {
        let left = lots(account).merging(taken) { $0 - $1 }.filter { $0.value > 0 }
        state.lots[account] = left
    }

    /// Ends what is over of an account that something is taken from.
    private mutating func endOver(_ account: PlannedAccount, _ operation: LedgerOperation) {
        guard account.isPersons else { return }
        for (number, hold) in state.holds.sorted(by: { $0.key < $1.key })
        where hold.line.from == account && hold.deadline <= operation.due {
            end(number, hold, "lapse", hold.line.amount, operation)
        }
        expire(account, operation)
    }

    /// Expires so many lots at most that are over; answers how many did.
    @discardableResult
    private mutating func expire(
        _ account: PlannedAccount,
        _ operation: LedgerOperation,
        _ countMax: Int = .max
    ) -> Int {
        guard account.isPersons else { return 0 }
        let over = lots(account).filter { $0.key <= operation.due }.sorted { $0.key < $1.key }
        for (end, amount) in over.prefix(countMax) { expire(account, end, amount, operation) }
        return min(over.count, countMax)
    }

    private mutating func expire(
        _ account: PlannedAccount,
        _ end: Int64,
        _ amount: Int64,
        _ operation: LedgerOperation
    ) {
        let to = PlannedAccount.lapsed(account.unit)
        state.lots[account]?[end] = nil
        transfer(amount, account, to)
        let line = Line(
            kind: "expire",
            from: account,
            to: to,
            amount: amount,
            moment: moment(operation),
            first: lines.count + 1,
            end: end
        )
        lines.append(line)
    }

    private mutating func resolve(
        _ account: PlannedAccount,
        _ part: Int64?,
        _ isVoid: Bool,
        _ operation: LedgerOperation
    ) throws {
        let number = state.holds.filter { $0.value.line.from.person == account.person }.keys.min()
        guard let number, let hold = state.holds[number], hold.deadline > operation.due else {
            throw Refused()
        }
        let amount = isVoid ? hold.line.amount : part ?? hold.line.amount
        guard 1...hold.line.amount ~= amount else { throw Refused() }
        end(number, hold, isVoid ? "void" : "post", amount, operation)
    }

    private mutating func end(
        _ number: Int,
        _ hold: Hold,
        _ kind: String,
        _ amount: Int64,
        _ operation: LedgerOperation,
        expiring lotCountMax: Int = .max
    ) {
        let line = hold.line
        state.holds[number] = nil
        state.held[line.from, default: 0] -= line.amount
        for (end, rest) in Self.rest(of: hold.taken, behind: kind == "post" ? amount : 0) {
            state.lots[line.from, default: [:]][end, default: 0] += rest
        }
        var made = line
        (made.kind, made.amount, made.earlier) = (kind, amount, number)
        (made.moment, made.first) = (moment(operation), lines.count + 1)
        made.end = kind == "post" ? line.end : nil
        if kind == "post" {
            transfer(amount, line.from, line.to)
            made.taken = Self.first(amount, of: hold.taken)
            if let end = line.end { give([end: amount], &made) }
        }
        lines.append(made)
        let count = expire(line.from, operation, lotCountMax)
        if kind == "post" { expire(line.to, operation, lotCountMax - count) }
    }

    private mutating func correct(
        _ number: Int,
        _ amount: Int64?,
        _ operation: LedgerOperation
    ) throws {
        guard number >= 1, !corrections.contains(number) else { throw Refused() }
        let line = lines[number - 1]
        let amount = amount ?? line.amount
        guard !["pending", "void", "lapse", "expire"].contains(line.kind),
            1...line.amount ~= amount
        else { throw Refused() }
        endOver(line.to, operation)
        var made = Line(
            kind: "correct",
            from: line.to,
            to: line.from,
            amount: amount,
            moment: moment(operation),
            first: lines.count + 1,
            earlier: number
        )
        made.taken = try takeBack(amount, line)
        transfer(amount, made.from, made.to)
        give(Self.rest(of: line.taken, behind: line.amount - amount), &made)
        lines.append(made)
        if !made.given.isEmpty { expire(made.to, operation) }
        corrections.insert(number)
    }

    /// Takes what a line gave, as far as it is there, and then as ever.
    private mutating func takeBack(_ amount: Int64, _ line: Line) throws -> [Int64: Int64] {
        let account = line.to
        guard account.isPersons else { return [:] }
        let free = balance(account) - held(account)
        if free < amount { throw Refused() }
        let neverThere = free - lots(account).values.reduce(0, +)
        let neverGiven = line.amount - line.given.values.reduce(0, +)
        var (rest, taken) = (amount, [Int64: Int64]())
        for (end, part) in line.given.sorted(by: { $0.key < $1.key }) {
            taken[end] = min(part, lots(account)[end] ?? 0, rest)
            rest -= taken[end] ?? 0
        }
        rest -= min(rest, neverThere, neverGiven)
        for (end, has) in lots(account).sorted(by: { $0.key < $1.key }) {
            let more = min(has - (taken[end] ?? 0), rest)
            taken[end, default: 0] += more
            rest -= more
        }
        taken = taken.filter { $0.value > 0 }
        remove(taken, from: account)
        return taken
    }

    /// What an amount takes of lots, first of the one that ends first.
    private static func first(_ amount: Int64, of lots: [Int64: Int64]) -> [Int64: Int64] {
        var (remaining, taken) = (amount, [Int64: Int64]())
        for (end, has) in lots.sorted(by: { $0.key < $1.key }) where remaining > 0 {
            taken[end] = min(has, remaining)
            remaining -= min(has, remaining)
        }
        return taken
    }

    /// What an amount leaves of lots.
    static func rest(
        of lots: [Int64: Int64],
        behind amount: Int64
    ) -> [Int64: Int64] {
        lots.merging(first(amount, of: lots)) { $0 - $1 }.filter { $0.value > 0 }
    }

    /// Ends what is over, in pieces as the ledger cuts them.
    private mutating func end(_ recordCountMax: Int, _ operation: LedgerOperation) throws {
        var remaining = recordCountMax
        while remaining > 0 {
            let over = state.holds.filter { $0.value.deadline <= operation.due }
            let next = over.min { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
            if let (number, hold) = next {
                remaining -= 7 + 2 * hold.taken.count
                let count = lines.count
                end(
                    number,
                    hold,
                    "lapse",
                    hold.line.amount,
                    operation,
                    expiring: max(0, remaining / 9)
                )
                remaining -= 9 * (lines.count - count - 1)
            } else if let account = firstEnded(operation.due) {
                remaining -= 9 * expire(account, operation, max(1, remaining / 9))
            } else {
                return
            }
        }
    }

    /// Of whom a lot ended first.
    private func firstEnded(_ due: Int64) -> PlannedAccount? {
        var first: (end: Int64, account: PlannedAccount)?
        for (account, lots) in state.lots {
            guard let end = lots.keys.min(), end <= due else { continue }
            let order = (end, account.person, account.unit)
            if let known = first, (known.end, known.account.person, known.account.unit) < order {
                continue
            }
            first = (end, account)
        }
        return first?.account
    }
}
