import AccountOperatorCommands
import AccountRules
import CommandLineInterface
import NoteletAPI
import OperatorCommands

/// An account of the ledger as an operator names it, in whichever unit.
enum AccountName: Hashable {
    /// A person's own.
    case person(AccountReference)
    /// One of the application's.
    case app(AppRole)

    /// What the application's accounts are for.
    enum AppRole: String, CaseIterable {
        case issued, spent, withdrawn, lapsed, forfeited, erased

        /// The same in the contract.
        var role: LedgerRole {
            switch self {
            case .issued: .issued
            case .spent: .spent
            case .withdrawn: .withdrawn
            case .lapsed: .lapsed
            case .forfeited: .forfeited
            case .erased: .erased
            }
        }
    }

    /// What stands before the role of an account of the application's; no username has a colon.
    static let appPrefix = "app:"

    /// The account in the contract.
    func account(_ unit: UnitName, at server: AdminConnection) async throws -> LedgerAccount {
        switch self {
        case .app(let app): LedgerAccount(unit: unit.unit, role: app.role)
        case .person(let reference):
            LedgerAccount(
                userID: try await server.userID(of: reference),
                unit: unit.unit,
                role: .own
            )
        }
    }
}

/// What amounts are counted in, as an operator says it.
enum UnitName: String, CaseIterable {
    case points, cash

    /// The same in the contract.
    var unit: LedgerUnit { self == .points ? .points : .cash }
}

/// What an operator has moved something for.
enum KindName: String, CaseIterable {
    case earn, spend, move

    /// The same in the contract.
    var kind: TransferKind {
        switch self {
        case .earn: .earn
        case .spend: .spend
        case .move: .move
        }
    }
}

extension ValueSyntax<AccountName> {
    /// An account of the ledger, as an operator names it.
    static let ledgerAccount = ValueSyntax(
        placeholder: "ACCOUNT",
        expectation: "a username, an e-mail address or the whole id of an account, or "
            + AccountName.AppRole.allCases.map { AccountName.appPrefix + $0.rawValue }
            .joined(separator: ", "),
        parse: { text in
            guard text.hasPrefix(AccountName.appPrefix) else {
                return ValueSyntax<AccountReference>.account.parse(text).map(AccountName.person)
            }
            let role = String(text.dropFirst(AccountName.appPrefix.count))
            return AccountName.AppRole(rawValue: role).map(AccountName.app)
        }
    )
}
