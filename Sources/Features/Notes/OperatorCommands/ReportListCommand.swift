import CommandLineInterface
import Domain
import NoteRules
import NoteletAPI
import OperatorCommands

/// All reports, or those that wait.
enum ReportListCommand {
    private static let open = Option<Bool>.flag("open", help: "Show reports that wait alone.")
    static let list = Command(
        "list",
        summary: "List reports, the newest first, without what the notes said",
        discussion: """
            Reports are read page by page. With --json, or --format jsonl, each report is a line.
            """,
        options: ServerOptions.ofEither + [open] + RecordLists.options,
        run: { context in
            let source = try await context.openSource()
            defer { source.close() }
            var reports = try RecordList(from: source, as: ShownReport.form, context)
            try await forEachPage(of: source, isOpenOnly: context[open]) { try reports.show($0) }
            try reports.finish()
            return .success
        }
    )

    /// Lends the reports page by page, until `body` answers that it has enough.
    private static func forEachPage(
        of source: RecordSource,
        isOpenOnly: Bool,
        _ body: ([ShownReport]) throws -> Bool
    ) async throws {
        let size = Int32(DomainLimits.pageItemsMax)
        switch source {
        case .server(let connection):
            var request = ListReportsRequest(before: 0, pageSize: size, openOnly: isOpenOnly)
            repeat {
                let response = try await connection.call(AdministrationAPI.listReports, request)
                guard try body(response.reports.map { ShownReport($0) }) else { return }
                request.before = response.nextBefore
            } while request.before != 0
        case .files(let files):
            try files.forEachPage(
                { (store, place: UInt64?) throws(DomainError) in
                    let (reports, next) = try ListReports(
                        before: place,
                        size: try PageSize(size),
                        isOpenOnly: isOpenOnly
                    ).run(in: store)
                    return (reports.map { ShownReport($0) }, next)
                },
                body
            )
        }
    }
}
