package import CommandLineInterface
import Domain
import NoteletAPI
import OperatorCommands

/// What an operator can see of how applications are used and how they crash.
package enum Telemetry {
    /// The commands, as the program offers them.
    package static let commands = [
        Command(
            "telemetry",
            summary: "See how applications are used, and how they crash",
            discussion: """
                Applications tell of it where the feature is on, and nothing of it says who uses \
                them. It is kept for as many days as --telemetry-days of the server says. Days are \
                those of UTC.
                """,
            subcommands: [events, summary, crashes, crash, export]
        )
    ]

    private typealias API = TelemetryAdministrationAPI

    private static let day = Option<Instant?>.optional(
        "day",
        .moment,
        help: "What happened on this day alone; all by default."
    )
    private static let name = Option<String>(
        "name",
        .text,
        default: "",
        help: "Events of this name alone; all by default."
    )
    private static let limit = Option<Int?>.optional(
        "limit",
        .number(in: 1...Int.max),
        help: "Show so many at most; all by default."
    )
    private static let signature = Argument.text(
        "SIGNATURE",
        help: "The 16 hexadecimal digits that 'telemetry crashes' shows."
    )
    private static let what = Argument<ExportedKind>(
        "WHAT",
        .choice("WHAT"),
        help: "What is exported: events or crashes."
    )
    private static let since = Option<Instant?>.optional(
        "since",
        .moment,
        help: "The first day; by default six days before the last."
    )
    private static let until = Option<Instant?>.optional(
        "until",
        .moment,
        help: "The last day; today by default."
    )

    private static let events = Command(
        "events",
        summary: "List events, day by day and in each those first that came last",
        options: [day, name, limit, PresentationOptions.format],
        asking: { context, server in
            let countMax = context[limit]
            var list = try RecordList<KeptEvent>(from: .server(server), countMax: countMax, context)
            try await forEachEvent(of: context[day], context[name], server) { try list.show($0) }
            try list.finish()
        }
    )

    private static let summary = Command(
        "summary",
        summary: "Count events by day and by name",
        options: [since, until, PresentationOptions.format],
        asking: { context, server in
            var rows: [DailyCount] = []
            for day in try days(from: context[since], until: context[until]) {
                let request = SummarizeEventsRequest(day: day)
                let counts = try await server.call(API.summarizeEvents, request).counts
                rows += counts.map { DailyCount(day: day, count: $0) }
            }
            try context.write(rows, as: DailyCount.form, head: [server.source])
        }
    )

    private static let crashes = Command(
        "crashes",
        summary: "List crashes by what they have in common, those first that were seen last",
        listing: CrashGroup.form,
        rows: { server in
            var groups: [CrashGroup] = []
            let first = ListCrashGroupsRequest(pageSize: pageSize)
            let pages = (\ListCrashGroupsRequest.cursor, \ListCrashGroupsResponse.nextCursor)
            try await server.forEachPage(of: API.listCrashGroups, first, by: pages) { page in
                groups += page.groups
                return true
            }
            return groups
        }
    )

    private static let crash = Command(
        "crash",
        summary: "Show crashes of a signature, and the one that came last with its stack",
        arguments: [signature],
        asking: { context, server in
            let request = GetCrashGroupRequest(signature: context[signature])
            let response = try await server.call(API.getCrashGroup, request)
            let (group, sample) = (response.group ?? CrashGroup(), response.sample)
            let document: [JSON.Member] = [
                server.source, ("group", CrashGroup.form.json(group)),
                ("sample", sample?.listed ?? .null),
            ]
            try context.write(document) { group.text(with: sample) }
        }
    )

    private static let export = Command(
        "export",
        summary: "Write all events or all crashes, each as a line of JSON",
        options: [day],
        arguments: [what],
        asking: { context, server in
            let output = context.output
            switch context[what] {
            case .events:
                var writer = try RowWriter(KeptEvent.kind, as: .jsonl, head: [], to: output)
                try await forEachEvent(of: context[day], "", server) { events in
                    try writer.write(events.map(\.listed))
                    return true
                }
                try writer.finish()
            case .crashes:
                var writer = try RowWriter(KeptCrash.kind, as: .jsonl, head: [], to: output)
                let day = context[day]?.dayNumber
                let first = ListCrashesRequest(day: day, pageSize: pageSize)
                let pages = (\ListCrashesRequest.cursor, \ListCrashesResponse.nextCursor)
                try await server.forEachPage(of: API.listCrashes, first, by: pages) { page in
                    try writer.write(page.crashes.map(\.listed))
                    return true
                }
                try writer.finish()
            }
        }
    )

    /// What can be exported.
    private enum ExportedKind: String, CaseIterable { case events, crashes }

    private static let pageSize = Int32(DomainLimits.pageItemsMax)

    /// Lends events page by page, until `body` answers that it has enough.
    private static func forEachEvent(
        of day: Instant?,
        _ name: String,
        _ server: AdminConnection,
        _ body: ([KeptEvent]) throws -> Bool
    ) async throws {
        let first = ListEventsRequest(day: day?.dayNumber, name: name, pageSize: pageSize)
        let pages = (\ListEventsRequest.cursor, \ListEventsResponse.nextCursor)
        try await server.forEachPage(of: API.listEvents, first, by: pages) { try body($0.events) }
    }

    /// The days from one to another, a week unless it is said; each costs a call.
    static func days(
        from first: Instant?,
        until last: Instant?,
        now: Instant = .now
    ) throws(CommandFailure) -> ClosedRange<UInt32> {
        let end = (last ?? now).dayNumber
        let start = first?.dayNumber ?? (end >= 6 ? end - 6 : 0)
        guard start <= end, end - start < dayCountMax else {
            throw CommandFailure(
                .usage,
                "--since and --until have to be in their order, and within \(dayCountMax) days."
            )
        }
        return start...end
    }

    /// As many days as a server can keep.
    private static let dayCountMax: UInt32 = 400
}

extension AdminConnection {
    /// Lends a list page by page, until `body` answers that it has enough; `by` says where requests
    /// have the cursor that responses gave.
    fileprivate func forEachPage<Request, Response: SendableMetatype>(
        of method: MethodDescriptor<Request, Response>,
        _ first: Request,
        by cursors: (WritableKeyPath<Request, [UInt8]>, KeyPath<Response, [UInt8]>),
        _ body: (Response) throws -> Bool
    ) async throws {
        var request = first
        repeat {
            let page = try await call(method, request)
            guard try body(page) else { return }
            request[keyPath: cursors.0] = page[keyPath: cursors.1]
        } while !request[keyPath: cursors.0].isEmpty
    }
}
