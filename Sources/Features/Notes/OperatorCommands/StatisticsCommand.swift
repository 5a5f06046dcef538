import CommandLineInterface
import Domain
import NoteRules
import NoteletAPI
import OperatorCommands
import TextForms

/// What happened on each day.
enum StatisticsCommand {
    private static let since = Option<Instant?>.optional(
        "since",
        .moment,
        help: "The first day of the table, in UTC; by default 29 days before the last."
    )
    private static let until = Option<Instant?>.optional(
        "until",
        .moment,
        help: "The last day of the table, in UTC; today by default."
    )

    private static let timeout = Option<Duration>(
        "timeout",
        .duration,
        default: "5m",
        help: "How long to wait for the server, which needs about a second for a million notes."
    )

    static let stats = Command(
        "stats",
        summary: "Count notes by day and by door, answers, blocks and reports",
        discussion: """
            Days are those of UTC. A note counts on the day of its sending, by the door through \
            which it went, whether it arrived or not; what was deleted with an account counts no \
            more. The totals are of all that is stored.

            Every note is looked at, piece by piece, which takes about a second for a million and \
            holds nobody up. A server that has not answered after --timeout is given up with exit \
            code 75.
            """,
        options: ServerOptions.ofEither + [since, until, timeout, PresentationOptions.format],
        run: { context in
            let (firstDay, dayCount) = try days(context)
            let source = try await context.openSource()
            defer { source.close() }
            let activity =
                switch source {
                case .server(let connection):
                    try await read(
                        firstDay,
                        dayCount,
                        from: connection,
                        timeout: context[timeout]
                    )
                case .files(let files): try read(firstDay, dayCount, from: files)
                }
            try context.write(
                activity.records,
                of: ShownActivity.kind,
                head: [("source", context.document(of: source))],
                tail: [("total", .object(activity.total.members))]
            ) {
                context.draw(activity.table)
            }
            return .success
        }
    )

    private static let dayCountDefault: UInt32 = 30

    private static func days(_ context: CommandContext) throws -> (first: UInt32, count: UInt32) {
        let last = (context[until] ?? .now).dayNumber
        let first =
            context[since]?.dayNumber ?? (last >= dayCountDefault ? last - dayCountDefault + 1 : 0)
        guard first <= last, last - first < Statistics.dayCountMax else {
            throw CommandFailure(
                .usage,
                "--since and --until have to be in their order, and within "
                    + "\(Statistics.dayCountMax) days."
            )
        }
        return (first, last - first + 1)
    }

    private static func read(
        _ firstDay: UInt32,
        _ dayCount: UInt32,
        from connection: AdminConnection,
        timeout: Duration
    ) async throws -> ShownActivity {
        let response = try await connection.call(
            AdministrationAPI.getStatistics,
            GetStatisticsRequest(firstDay: firstDay, dayCount: dayCount),
            timeout: timeout
        )
        return ShownActivity(
            firstDay: response.firstDay,
            days: response.days.map { NoteRules.Tally($0) },
            total: NoteRules.Tally(response.total ?? NoteletAPI.Tally())
        )
    }

    private static func read(
        _ firstDay: UInt32,
        _ dayCount: UInt32,
        from files: FileSource
    ) throws -> ShownActivity {
        let statistics = try files.read { store throws(DomainError) in
            var statistics = try Statistics(firstDay: firstDay, dayCount: dayCount)
            for kind in FactKind.allCases {
                var place: FactPlace?
                repeat {
                    place = try statistics.count(kind, after: place, in: store)
                } while place != nil
            }
            return statistics
        }
        return ShownActivity(
            firstDay: firstDay,
            days: statistics.days,
            total: statistics.total
        )
    }
}

/// Counts as they are shown.
private struct ShownActivity {
    let firstDay: UInt32
    let days: [NoteRules.Tally]
    let total: NoteRules.Tally

    /// The day as a date.
    private func text(ofDay index: Int) -> String {
        MomentText.dateText(ofDay: Int64(firstDay) + Int64(index))
    }

    /// A row for each day, the oldest first, and the totals.
    var table: TextTable {
        var table = TextTable(columns: [
            .init("day"), .init("notes", alignment: .trailing),
            .init("by link", alignment: .trailing), .init("by contact", alignment: .trailing),
            .init("filtered", alignment: .trailing),
            .init("answers", alignment: .trailing), .init("blocks", alignment: .trailing),
            .init("reports", alignment: .trailing), .init("accounts", alignment: .trailing),
        ])
        for (index, tally) in days.enumerated() {
            table.append([text(ofDay: index)] + tally.cells)
        }
        table.append(["all days"] + total.cells)
        return table
    }

    /// The days for a program, the oldest first.
    var records: [JSON] {
        days.enumerated().map { index, tally in
            .object([("day", .string(text(ofDay: index)))] + tally.members)
        }
    }

    /// What programs call them.
    static let kind = RowKind(
        listName: "days",
        recordName: "day",
        columns: ["day"] + NoteRules.Tally().members.map(\.0)
    )
}

extension NoteRules.Tally {
    /// What a server counted.
    fileprivate init(_ tally: NoteletAPI.Tally) {
        self.init()
        accounts = tally.accounts
        notesByLink = tally.notesByLink
        notesByContact = tally.notesByContact
        answers = tally.answers
        blocks = tally.blocks
        reports = tally.reports
        filteredNotes = tally.filteredNotes
    }

    private var notes: UInt64 { notesByLink &+ notesByContact }

    fileprivate var cells: [String] {
        [notes, notesByLink, notesByContact, filteredNotes, answers, blocks, reports, accounts]
            .map { String($0) }
    }

    fileprivate var members: [JSON.Member] {
        let counts: [(String, UInt64)] = [
            ("notes", notes), ("notes_by_link", notesByLink),
            ("notes_by_contact", notesByContact), ("filtered_notes", filteredNotes),
            ("answers", answers), ("blocks", blocks),
            ("reports", reports), ("accounts", accounts),
        ]
        return counts.map { ($0.0, .number(Int64(clamping: $0.1))) }
    }
}
