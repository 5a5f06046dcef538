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
            store with --store. The exit code is 0 when all is well, and 1 when something differs; \
            any other tells why it could not be proved. People are named by their ids, and a line \
            has all that is wrong with one thing; --json has each finding by itself.
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
            let sum =
                "\(outcome.transferCount) transfers of \(outcome.accountCount) accounts, "
                + "\(outcome.pendingCount) of them pending"
            let count = outcome.findingCount
            let verdict =
                count == 0
                ? "all in balance"
                : "\(count == 1 ? "1 finding" : "\(count) findings"): "
                    + "the ledger is not in balance"
            let found = lines(of: outcome.findings, count: count)
            return (found + ["\(sum): \(verdict)."]).map { $0.terminalSafe + "\n" }.joined()
        }
    }
}

// What a person reads of what was found.
extension LedgerVerification {
    /// As many lines as are read; the first ones tell what the others follow from.
    static let lineCountMax = 20

    /// Findings of one thing in a line, and those of several of which one thing is wrong.
    static func lines(of findings: [NoteletAPI.LedgerFinding], count: UInt64) -> [String] {
        var groups: [(subject: String, problems: [String], others: Int)] = []
        var (places, likes) = ([String: Int](), [String: Int]())
        for finding in findings {
            if let place = places[finding.subject], groups[place].others == 0 {
                groups[place].problems.append(finding.problem)
            } else if let place = likes[finding.problem], groups[place].problems.count == 1 {
                groups[place].others += 1
            } else {
                places[finding.subject] = groups.count
                likes[finding.problem] = groups.count
                groups.append((finding.subject, [finding.problem], 0))
            }
        }
        let shown = groups.prefix(lineCountMax)
        let lines = shown.map { group in
            let others = group.others == 0 ? "" : " and \(group.others) more"
            return "\(group.subject)\(others): \(group.problems.joined(separator: "; "))"
        }
        let shownCount = shown.reduce(0) { $0 + $1.problems.count + $1.others }
        let hiddenCount = Int(clamping: count) - shownCount
        return hiddenCount > 0
            ? lines + ["and \(hiddenCount) more findings, of which --json has the first ones"]
            : lines
    }
}
