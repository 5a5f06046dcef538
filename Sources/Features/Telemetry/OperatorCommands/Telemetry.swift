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
    private static let signature = Argument.text(
        "SIGNATURE",
        help: "The 16 hexadecimal digits that 'telemetry crashes' shows."
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
        options: [day, name],
        listing: KeptEvent.form,
        by: API.listEvents
    ) { context, _ in ListEventsRequest(day: context[day]?.dayNumber, name: context[name]) }

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
        rows: { try await $0.all(of: API.listCrashGroups) }
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
                ("sample", sample.map(KeptCrash.form.json) ?? .null),
            ]
            try context.write(document) { group.text(with: sample) }
        }
    )

    private static let export = Command(
        "export",
        summary: "Write what is kept one by one, each a line of JSON",
        subcommands: [exportEvents, exportCrashes]
    )

    private static let exportEvents = Command(
        "events",
        summary: "Write all events",
        options: [day],
        exporting: KeptEvent.form,
        by: API.listEvents
    ) { context, _ in ListEventsRequest(day: context[day]?.dayNumber) }

    private static let exportCrashes = Command(
        "crashes",
        summary: "Write all crashes that are kept",
        options: [day],
        exporting: KeptCrash.form,
        by: API.listCrashes
    ) { context, _ in ListCrashesRequest(day: context[day]?.dayNumber) }

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
