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
        let columns = StatementLine.form.kind.columns
        #expect(columns.count == 3 + LedgerTransfer.form.kind.columns.count)
        let text = StatementLine.form.json(line).text
        for name in columns { #expect(text.contains("\"\(name)\":"), "\(name)") }
        #expect(text.contains("\"change\":-30") && text.contains("\"to\":\"app:spent\""))
        #expect(text.contains("\"kind\":\"spend\"") && text.contains("\"unit\":\"points\""))
    }

    @Test("What was held changed nothing, and a person reads no zero there")
    func heldLine() throws {
        var held = line
        held.change = 0
        #expect(try cells(of: line).contains("-30") && !cells(of: held).contains("0"))
    }

    @Test("A line has all that is wrong with one thing, or all of which one thing is wrong")
    func findings() {
        func lines(_ findings: [(String, String)], count: UInt64) -> [String] {
            LedgerVerification.lines(
                of: findings.map { LedgerFinding(subject: $0.0, problem: $0.1) },
                count: count
            )
        }
        #expect(lines([], count: 0).isEmpty)
        let several = [("a", "1"), ("b", "lost"), ("a", "2"), ("c", "lost"), ("d", "lost")]
        #expect(lines(several, count: 5) == ["a: 1; 2", "b and 2 more: lost"])
        let many = (1...25).map { ("transfer \($0)", "it is \($0)") }
        let shown = lines(many, count: 125)
        #expect(shown.count == LedgerVerification.lineCountMax + 1)
        #expect(shown[0] == "transfer 1: it is 1")
        #expect(shown.last?.hasPrefix("and 105 more findings") == true)
    }

    /// What a person reads of an entry.
    private func cells(of line: StatementLine) throws -> [String] {
        let table = StatementLine.form.text(of: [line], in: try Surroundings())
        return (table.split(separator: "\n").last ?? "").split(separator: " ").map(String.init)
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
        if case .app(let role) = name { #expect("app:\(role.plainText)" == text) }
    }

    /// What a command reads that shows rows.
    private struct Surroundings: CommandSurroundings {
        let invocation: Invocation

        init() throws {
            let options: [any ParameterDeclaration] = [
                PresentationOptions.json, PresentationOptions.color, PresentationOptions.format,
            ]
            let command = Command("x", summary: "", options: options, action: { _ in .success })
            let outcome = try CommandLineParser(command, environment: [:]).parse([])
            guard case .run(let invocation) = outcome else { throw CommandFailure(.usage, "") }
            self.invocation = invocation
        }
    }
}

extension LedgerRole {
    fileprivate var plainText: String { LedgerAccount(role: self).text.replacing("app:", with: "") }
}
