import Domain
import LedgerRules
import LedgerStorage
import Records
import Storage
import TestSupport

extension LedgerModel {
    static func place(of store: StoreView) throws(DomainError) -> Int {
        Int(clamping: try store.lastTransfer()?.number ?? 0)
    }

    func violations(
        of store: StoreView,
        seed: UInt64,
        proves: Bool,
        _ random: inout SeededGenerator
    ) throws(DomainError) -> [String] {
        guard let work = try LedgerWork(seed, in: store) else { return [] }
        var check = LedgerCheck(work, in: store)
        try check.run(self, proves: proves, &random)
        return check.violations
    }
}

/// Compares the ledger of a store with what the model says.
struct LedgerCheck {
    private(set) var violations: [String] = []
    private let work: LedgerWork
    private let store: StoreView

    /// Lines of either that are compared one by one: those that a kill may have met.
    private static let lineCountMax = 2_000
    /// Balances of the past that are asked for.
    private static let momentCount = 20

    init(_ work: LedgerWork, in store: StoreView) {
        self.work = work
        self.store = store
    }

    /// Compares all that is stored with what must be; the proof goes through all transfers.
    mutating func run(
        _ model: LedgerModel,
        proves: Bool,
        _ random: inout SeededGenerator
    ) throws(DomainError) {
        for account in PlannedAccount.all { try compare(account, model) }
        let first = max(1, model.lines.count - Self.lineCountMax)
        if first <= model.lines.count {
            for number in first...model.lines.count { try compare(number, model) }
        }
        try comparePast(model, &random)
        guard proves else { return }
        var found: [String] = []
        _ = try store.proveLedger { found.append("\($0.subject): \($0.problem)") }
        violations += found
    }

    private mutating func compare(
        _ planned: PlannedAccount,
        _ model: LedgerModel
    ) throws(DomainError) {
        let account = work.account(planned)
        let state = try store.state(of: account)
        require(state.balance, model.balance(planned), "balance of \(account)")
        require(state.pending, model.held(planned), "pending amount of \(account)")
        let count = Int64(model.statements[planned]?.count ?? 0)
        require(Int64(clamping: state.entryCount), count, "entries of \(account)")
        var lots: [Int64: Int64] = [:]
        for lot in try store.lots(of: account).all { lots[lot.end.milliseconds] = lot.amount }
        if lots != model.lots(planned) {
            violations.append("lots of \(account): \(lots), not \(model.lots(planned))")
        }
    }

    private mutating func compare(_ number: Int, _ model: LedgerModel) throws(DomainError) {
        guard let transfer = try store.transfer(UInt64(number)) else {
            violations.append("transfer \(number) is not there")
            return
        }
        let line = model.lines[number - 1]
        let isSame =
            "\(transfer.kind)" == line.kind && transfer.amount == line.amount
            && transfer.source.account == work.account(line.from)
            && transfer.destination.account == work.account(line.to)
            && transfer.moment.milliseconds == line.moment && transfer.first == UInt64(line.first)
            && transfer.earlier == UInt64(line.earlier)
            && transfer.lotEnd?.milliseconds == line.end
            && Self.ends(transfer.lots?.taken) == line.taken
            && (line.kind != "correct" || Self.ends(transfer.lots?.returned) == line.given)
        if !isSame { violations.append("transfer \(number) is \(transfer), not \(line)") }
        guard transfer.kind == .pending else { return }
        let hold = try store.hold(of: transfer)
        let lots = hold.map { Self.ends($0.lots) }
        if lots != model.holds[number]?.taken {
            violations.append("transfer \(number) holds \(String(describing: lots))")
        }
    }

    /// The amounts of lots by their ends.
    private static func ends(_ lots: [Lot]?) -> [Int64: Int64] {
        (lots ?? []).reduce(into: [:]) { $0[$1.end.milliseconds] = $1.amount }
    }

    private mutating func comparePast(
        _ model: LedgerModel,
        _ random: inout SeededGenerator
    ) throws(DomainError) {
        guard let first = model.lines.first, let last = model.lines.last else { return }
        for _ in 0..<Self.momentCount {
            guard let planned = PlannedAccount.all.randomElement(using: &random) else { return }
            let moment = Int64.random(in: (first.moment - 1)...(last.moment + 1), using: &random)
            let account = work.account(planned)
            let found = try store.balance(of: account, at: Instant(milliseconds: moment))
            require(found, model.balance(planned, at: moment), "\(account) at \(moment)")
        }
    }

    private mutating func require(_ found: Int64, _ expected: Int64, _ what: String) {
        if found != expected { violations.append("\(what) is \(found), not \(expected)") }
    }
}
