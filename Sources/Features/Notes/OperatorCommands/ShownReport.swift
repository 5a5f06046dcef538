import CommandLineInterface
import Domain
import NoteRules
import NoteletAPI
import OperatorCommands

/// A report as it is shown, wherever it was read.
struct ShownReport {
    let number: UInt64
    let reason: String
    let detail: String
    let reportedAt: Moment?
    let receiver: String
    let note: String
    let content: String
    let resolution: Resolution?

    /// How a report was dealt with.
    struct Resolution {
        let operatorName: String
        let text: String
        let resolvedAt: Moment?
    }

    /// A report that a server told of.
    init(_ report: NoteletAPI.Report) {
        number = report.number
        reason = report.reason.plainName
        detail = report.detail
        reportedAt = report.reportedAt.map { Moment($0) }
        receiver = shownID(report.receiverID)
        note = shownID(report.messageID)
        content = report.content
        resolution = report.resolution.map { resolution in
            Resolution(
                operatorName: resolution.operatorName,
                text: resolution.text,
                resolvedAt: resolution.resolvedAt.map { Moment($0) }
            )
        }
    }

    /// A report that was read from a store.
    init(_ report: NoteRules.Report) {
        number = report.number
        reason = NoteletAPI.ReportReason(rawValue: Int32(report.reason.rawValue)).plainName
        detail = report.detail
        reportedAt = Moment(report.reportedAt)
        receiver = report.receiver.opaque.uuid
        note = report.note.opaque.uuid
        content = report.content
        resolution = report.resolution.map { resolution in
            Resolution(
                operatorName: resolution.operatorName,
                text: resolution.text,
                resolvedAt: Moment(resolution.resolvedAt)
            )
        }
    }

    private var resolutionJSON: JSON {
        guard let resolution else { return .null }
        return .object([
            ("operator", .string(resolution.operatorName)),
            ("text", .string(resolution.text)),
            ("resolved_at", resolution.resolvedAt.json),
        ])
    }

    /// All of the report for a program.
    var json: JSON {
        let more = RowForm<ShownReport>(
            "reports",
            "report",
            fields: Self.fields + [.text("detail", \.detail), .text("content", \.content)],
            columns: []
        )
        return more.json(self)
    }

    /// The report, a row for each fact but the content.
    var facts: [(String, String)] {
        var facts = [
            ("number", String(number)),
            ("reason", reason),
            ("detail", detail),
            ("reported", reportedAt?.shortText ?? ""),
            ("receiver", receiver),
            ("note", note),
        ]
        if let resolution {
            facts.append(("dealt with", resolution.resolvedAt?.shortText ?? ""))
            facts.append(("by", resolution.operatorName))
            facts.append(("what was done", resolution.text))
        } else {
            facts.append(("dealt with", "not yet"))
        }
        return facts
    }
}

extension ShownReport {
    private static let fields: [RowField<ShownReport>] = [
        .number("number", \.number), .text("reason", \.reason),
        RowField("reported_at") { $0.reportedAt.json }, .text("receiver_id", \.receiver),
        .text("message_id", \.note),
        RowField("resolution", members: ["operator", "text", "resolved_at"]) { $0.resolutionJSON },
    ]

    /// How reports are listed: without what the notes said.
    static let form = RowForm<ShownReport>(
        "reports",
        "report",
        fields: fields,
        columns: [
            .number("number") { Int(clamping: $0.number) }, .text("reason", \.reason),
            .text("reported", fitting: .wholeOrOmitted) { $0.reportedAt?.shortText ?? "" },
            .text("dealt with by") { $0.resolution?.operatorName ?? "waits" },
            .text("at", fitting: .wholeOrOmitted) { $0.resolution?.resolvedAt?.shortText ?? "" },
            .text("receiver", fitting: .wholeOrOmitted, \.receiver),
        ]
    )
}
