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
    case app(LedgerRole)

    /// What the application's accounts are for.
    static var appRoles: [LedgerRole] { LedgerRole.named.filter { $0 != .own } }

    /// What stands before the role of an account of the application's; no username has a colon.
    static let appPrefix = "app:"

    /// The account in the contract.
    func account(_ unit: LedgerUnit, at server: AdminConnection) async throws -> LedgerAccount {
        switch self {
        case .app(let app): LedgerAccount(unit: unit, role: app)
        case .person(let reference):
            LedgerAccount(
                userID: try await server.userID(of: reference),
                unit: unit,
                role: .own
            )
        }
    }
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
            + AccountName.appRoles.map { AccountName.appPrefix + $0.plainName }
            .joined(separator: ", "),
        parse: { text in
            guard text.hasPrefix(AccountName.appPrefix) else {
                return ValueSyntax<AccountReference>.account.parse(text).map(AccountName.person)
            }
            let name = text.dropFirst(AccountName.appPrefix.count)
            return AccountName.appRoles.first { $0.plainName == name }.map(AccountName.app)
        }
    )
}
