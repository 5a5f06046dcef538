import CommandLineInterface
import Domain
import LedgerRules
import NoteletAPI
import OperatorCommands

/// Whether the ledger is in balance.
enum LedgerVerification {
    private static let timeout = Option<Duration>(
        "timeout",
        .duration,
        default: "10m",
        help: "How long the server may take."
    )

    /// Findings in files that are shown: more than anybody reads, and no matter of memory.
    private static let findingCountMax = 10_000

    static let command = Command(
        "verify",
        summary: "Prove from its transfers alone that the ledger is in balance",
        discussion: """
            All transfers are gone through in their order, and what every balance, every lot and \
            every pending amount must be is reckoned from them and compared with what is stored; \
            all accounts of a unit together have nothing. What differs, and what cannot be read, \
            is listed with the numbers; entries of statements are proved by 'store verify'. It \
            needs memory for each account that has anything, and a server does one at a time.

            It is done by the running server on one state of the ledger, or on the files of a \
            store with --store. The exit code is 0 when all is well, and 1 when something differs.
            """,
        options: ServerOptions.ofEither + [timeout],
        run: { context in
            let source = try await context.openSource()
            defer { source.close() }
            let outcome = try await verify(source, timeout: context[timeout])
            try show(outcome, of: source, context)
            return outcome.findingCount == 0 ? .success : .refused
        }
    )

    private static func verify(
        _ source: RecordSource,
        timeout: Duration
    ) async throws -> VerifyLedgerResponse {
        switch source {
        case .server(let connection):
            return try await connection.call(
                LedgerAdministrationAPI.verifyLedger,
                VerifyLedgerRequest(),
                timeout: timeout
            )
        case .files(let files):
            var (findings, count) = ([NoteletAPI.LedgerFinding](), 0)
            let proof = try files.read { store throws(DomainError) in
                try store.proveLedger {
                    count += 1
                    guard findings.count < findingCountMax else { return }
                    findings.append(.init(subject: $0.subject, problem: $0.problem))
                }
            }
            return VerifyLedgerResponse(
                transferCount: UInt64(proof.transferCount),
                accountCount: UInt64(proof.accountCount),
                pendingCount: UInt64(proof.openCount),
                findingCount: UInt64(count),
                findings: findings
            )
        }
    }

    private static func show(
        _ outcome: VerifyLedgerResponse,
        of source: RecordSource,
        _ context: CommandContext
    ) throws {
        let counts: [(String, UInt64)] = [
            ("transfers", outcome.transferCount), ("accounts", outcome.accountCount),
            ("pending", outcome.pendingCount), ("finding_count", outcome.findingCount),
        ]
        let findings = outcome.findings.map { finding in
            JSON.object([
                ("subject", .string(finding.subject)), ("problem", .string(finding.problem)),
            ])
        }
        let members = counts.map { ($0.0, JSON.number(Int64(clamping: $0.1))) }
        try context.write(
            [("source", context.document(of: source))] + members + [("findings", .array(findings))]
        ) {
            let lines = outcome.findings.map { "\($0.subject): \($0.problem)\n".terminalSafe }
            let sum =
                "\(outcome.transferCount) transfers of \(outcome.accountCount) accounts, "
                + "\(outcome.pendingCount) of them pending"
            let verdict =
                outcome.findingCount == 0
                ? "all in balance"
                : "\(outcome.findingCount) findings: the ledger is not in balance"
            return lines.joined() + "\(sum): \(verdict).\n"
        }
    }
}
