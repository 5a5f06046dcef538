import CommandLineInterface
import Domain
import NoteletAPI

/// All reports, or those that wait.
enum ReportListCommand {
    private static let open = Option<Bool>.flag("open", help: "Show reports that wait alone.")
    private static let limit = Option<Int?>.optional(
        "limit",
        .number(in: 1...Int.max),
        help: "Show so many reports at most; all by default."
    )

    static let list = Command(
        "list",
        summary: "List reports, the newest first, without what the notes said",
        discussion: "Reports are read page by page. With --json each report is a line.",
        options: ServerOptions.ofEither + [open, limit],
        run: { context in
            let source = try await context.openSource()
            defer { source.close() }
            var remaining = context[limit] ?? .max
            var place: UInt64?
            var shownCount = 0
            repeat {
                let page = try await page(before: place, from: source, context)
                let reports = page.reports.prefix(remaining)
                remaining -= reports.count
                shownCount += reports.count
                try write(reports, from: source, context)
                place = page.next
            } while place != nil && remaining > 0
            context.remark(shownCount == 1 ? "1 report" : "\(shownCount) reports")
            return .success
        }
    )

    private static func page(
        before place: UInt64?,
        from source: RecordSource,
        _ context: CommandContext
    ) async throws -> (reports: [ShownReport], next: UInt64?) {
        let size = Int32(DomainLimits.pageItemsMax)
        let isOpenOnly = context[open]
        switch source {
        case .server(let connection):
            let response = try await connection.call(
                AdministrationAPI.listReports,
                ListReportsRequest(before: place ?? 0, pageSize: size, openOnly: isOpenOnly)
            )
            let next = response.nextBefore == 0 ? nil : response.nextBefore
            return (response.reports.map { ShownReport($0) }, next)
        case .files(let files):
            let (reports, next) = try files.read { store throws(DomainError) in
                try ListReports(
                    before: place,
                    size: try PageSize(size),
                    isOpenOnly: isOpenOnly
                ).run(in: store)
            }
            return (reports.map { ShownReport($0) }, next)
        }
    }

    private static func write(
        _ reports: ArraySlice<ShownReport>,
        from source: RecordSource,
        _ context: CommandContext
    ) throws {
        if context.isJSON {
            let origin = context.document(of: source)
            for report in reports {
                let line = JSON.document(
                    [("source", origin), ("report", .object(report.summary))]
                )
                try context.output.writeLine(line.text)
            }
        } else if !reports.isEmpty {
            var table = ShownReport.table
            for report in reports { table.append(report.row) }
            try context.output.write(context.draw(table))
        }
    }
}
