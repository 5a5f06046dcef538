import CommandLineInterface
import NoteletAPI
import Testing

@testable import LedgerOperatorCommands

@Suite("The ledger for programs and people")
struct LedgerRowTests {
    private let line = StatementLine(
        sequence: 2,
        change: -30,
        balance: 70,
        transfer: LedgerTransfer(
            number: 9,
            kind: .spend,
            source: LedgerAccount(
                userID: [UInt8](repeating: 1, count: 16),
                unit: .points,
                role: .own
            ),
            destination: LedgerAccount(unit: .points, role: .spent),
            amount: 30,
            firstTransfer: 9
        )
    )

    @Test("A program reads all that is known of an entry")
    func members() {
        #expect(StatementLine.kind.columns.count == 3 + LedgerTransfer.columns.count)
        let text = line.listed.text
        for name in StatementLine.kind.columns { #expect(text.contains("\"\(name)\":"), "\(name)") }
        #expect(text.contains("\"change\":-30") && text.contains("\"to\":\"app:spent\""))
        #expect(text.contains("\"kind\":\"spend\"") && text.contains("\"unit\":\"points\""))
    }

    @Test("What was held changed nothing, and a person reads no zero there")
    func heldLine() {
        var held = line
        held.change = 0
        #expect(line.row.contains("-30") && !held.row.contains("0"))
    }

    @Test(
        "An account is a person's, or the application's by what it is for",
        arguments: [
            ("app:issued", true), ("app:erased", true), ("app:own", false), ("app:", false),
            ("anna", true), ("anna@example.com", true), ("", false),
        ]
    )
    func names(_ text: String, _ fits: Bool) {
        let name = ValueSyntax<AccountName>.ledgerAccount.parse(text)
        #expect((name != nil) == fits)
        if case .app(let role) = name { #expect("app:\(role.role.plainText)" == text) }
    }
}

extension LedgerRole {
    fileprivate var plainText: String { LedgerAccount(role: self).text.replacing("app:", with: "") }
}
