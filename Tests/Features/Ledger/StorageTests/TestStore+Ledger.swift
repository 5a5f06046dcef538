import AccountStorage
import Domain
import LedgerRules
import LedgerStorage
import RuleTestSupport

@testable import Records
@testable import Storage

extension Context {
    /// The moment at which tests begin.
    static let atEpoch = Context.at(.epoch)

    /// A moment, of a world without chance and secrets.
    static func at(_ now: Instant) -> Context {
        Context(now: now, random: CountingRandom(seed: 1), secrets: NoSecrets())
    }
}

// What is done with the ledger of a store, and what is seen of it.
extension TestStore {
    @discardableResult
    func post(
        _ amount: Int64,
        from source: LedgerAccount,
        to destination: LedgerAccount,
        lapsing: Instant? = nil,
        until deadline: Instant? = nil,
        called name: String? = nil
    ) throws -> Transfer {
        try write { transaction throws(DomainError) in
            let move = try Move(
                .move,
                amount,
                from: source,
                to: destination,
                lapsing: lapsing,
                pendingUntil: deadline
            )
            let reference = name.map { transaction.reference(Array($0.utf8), of: .operators) }
            return try transaction.post(move, reference: reference, .atEpoch)
        }
    }

    /// The entries of a statement, newest first, in pages of two.
    func statement(of account: LedgerAccount) throws -> [StatementEntry] {
        try read { view throws(DomainError) in
            var entries: [StatementEntry] = []
            var place: Sequence?
            repeat {
                place = try view.visitStatement(of: account, before: place, limit: 2) {
                    entries.append($0)
                    return .next
                }
            } while place != nil
            return entries
        }
    }

    /// Somebody's account as what is found names it.
    func name(of account: LedgerAccount) throws -> String {
        let id = try read { view in view.userID(of: account.holder) }
        return "\(account.unit) of \(id.opaque.uuid)"
    }

    /// What the proof and the check of the store find.
    func ledgerProblems() throws -> [String] {
        var found: [String] = []
        _ = try read { view throws(DomainError) in
            try view.proveLedger { found.append("\($0.subject): \($0.problem)") }
        }
        return found
    }
}
