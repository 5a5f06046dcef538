import CommandLineInterface
import Domain
import LogStoreTools
import OperatingSystem
import OperatorCommands
import StoreTools

/// A sound store out of a damaged one.
enum SalvageCommand {
    private static let target = Argument<String>(
        "FOLDER",
        .folder,
        help: "Where the new store is made; there must be nothing, or an empty folder."
    )

    static let salvage = Command(
        "salvage",
        summary: "Make a sound store of what can be read of a damaged one",
        discussion: """
            All records that can be read are put into a new store: those of sound pages, those of \
            which damage has cut the way off, and what the log holds beyond them. Nothing of the \
            damaged store is changed; nobody may have it open.

            The records are made to agree: what finds others is made again; a note that is lost \
            counts as deleted, and one whose content is lost goes from its sender's view as well; \
            an account that cannot be read is erased, and its notes to others stay. The new store \
            is checked as 'store verify' does, and has its name only when it is sound and durable. \
            It begins a new log, as after a restore: clients read everything again. The master key \
            is not copied, and opens both. The audit log of the new store says that it was made so.

            Listed is what is not as it was: what was lost, dropped for what is lost, changed, \
            added or made again, and of damaged pages also those that cost nothing (recovered). \
            Each is named by its table, the id of its account or guest, and its key or range of \
            keys; contents are not shown. A backup that is newer than what is lost may be better: \
            compare the two.

            The exit code is 0 when nothing is lost, and 2 when something is.
            """,
        options: [PresentationOptions.format],
        arguments: [target],
        run: { context in
            let path = context[target].withoutFinalSlashes
            let key = try context.masterKey()
            context.removeAbandoned(beside: path)
            let salvage = try context.attempt { () throws(StoreToolError) in
                try StoreSalvage(of: context.storePath, to: path, masterKey: key)
            }
            let list = try SalvageList(path, context)
            let progress = context.progress("salvage", countTotal: nil)
            let summary = try context.attempt { () throws(StoreToolError) in
                try salvage.run(
                    operatorName: CommandContext.operatorName,
                    at: .now,
                    report: list.add,
                    progress: progress.report
                )
            }
            progress.finish()
            try list.finish(summary)
            return summary.hasLoss ? .damaged : .success
        }
    )
}

/// What was not kept as it was, told as it is found.
private final class SalvageList {
    private let path: String
    private let context: CommandContext
    /// What programs read; nil where a person does.
    private var writer: RowWriter?
    private var failure: (any Error)?

    private static let kind = RowKind(
        listName: "findings",
        recordName: "finding",
        columns: ["outcome", "table", "person", "key", "end", "page", "problem"]
    )

    init(_ path: String, _ context: CommandContext) throws {
        self.path = path
        self.context = context
        let format = try context.rowFormat(ofJSON: .json)
        guard format != .table else { return }
        let head: [JSON.Member] = [("store", .string(path))]
        writer = try RowWriter(Self.kind, as: format, head: head, to: context.output)
    }

    func add(_ finding: SalvageFinding) {
        do {
            if writer != nil {
                try writer?.write([Self.json(finding)])
            } else {
                try context.output.writeLine(Self.text(finding).terminalSafe)
            }
        } catch {
            failure = failure ?? error
        }
    }

    func finish(_ summary: StoreSalvage.Summary) throws {
        if let failure { throw failure }
        let counts = SalvageFinding.Outcome.allCases.map { outcome in
            (outcome.rawValue, summary.counts[outcome] ?? 0)
        }
        if writer != nil {
            try writer?.finish(tail: [
                ("records", .number(Int64(summary.recordCount))),
                ("counts", .object(counts.map { ($0.0, .number(Int64($0.1))) })),
            ])
            return
        }
        let told = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
        let end = told.isEmpty ? "nothing is lost" : told.joined(separator: ", ")
        let line = "Salvaged \(context.storePath) to \(path): \(summary.recordCount) records; "
        try context.output.writeLine((line + end + ".").terminalSafe)
    }

    private static func json(_ finding: SalvageFinding) -> JSON {
        .object([
            ("outcome", .string(finding.outcome.rawValue)),
            ("table", .nonempty(finding.table)),
            ("person", .nonempty(finding.person)),
            ("key", .nonempty(finding.key)),
            ("end", finding.end.map(JSON.string) ?? .null),
            ("page", finding.page.map { .number(Int64(clamping: $0)) } ?? .null),
            ("problem", .string(finding.problem)),
        ])
    }

    /// A line: what became of it, whose and which it is, and why.
    private static func text(_ finding: SalvageFinding) -> String {
        let keys = finding.end.map { end in
            "keys \(finding.key.isEmpty ? "" : "from \(finding.key) ")"
                + (end.isEmpty ? "to the end" : "before \(end)")
        }
        let place: [String?] = [
            finding.page.map { "page \($0)" },
            finding.table.isEmpty ? nil : finding.table,
            finding.person.isEmpty ? nil : "of \(finding.person)",
            keys ?? (finding.key.isEmpty ? nil : "key \(finding.key)"),
        ]
        let words = [finding.outcome.rawValue] + place.compactMap(\.self)
        return words.joined(separator: " ") + ": " + finding.problem
    }
}
