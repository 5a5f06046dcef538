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

    /// The report for a program, as lists have it.
    var summary: [JSON.Member] {
        [
            ("number", .number(Int64(clamping: number))),
            ("reason", .string(reason)),
            ("reported_at", reportedAt.json),
            ("receiver_id", .string(receiver)),
            ("message_id", .string(note)),
            ("resolution", resolutionJSON),
        ]
    }

    /// All of the report for a program.
    var json: JSON {
        .object(summary + [("detail", .string(detail)), ("content", .string(content))])
    }

    /// An empty table of reports.
    static var table: TextTable {
        TextTable(columns: [
            .init("number", alignment: .trailing), .init("reason"),
            .init("reported", fitting: .wholeOrOmitted), .init("dealt with by"),
            .init("at", fitting: .wholeOrOmitted), .init("receiver", fitting: .wholeOrOmitted),
        ])
    }

    /// The report as a row of that table.
    var row: [String] {
        [
            String(number), reason, reportedAt?.shortText ?? "",
            resolution?.operatorName ?? "waits",
            resolution?.resolvedAt?.shortText ?? "", receiver,
        ]
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

extension ShownReport: ListedRecord {
    static let kind = RowKind(
        listName: "reports",
        recordName: "report",
        columns: [
            "number", "reason", "reported_at", "receiver_id", "message_id", "resolution.operator",
            "resolution.text", "resolution.resolved_at",
        ]
    )
    static let nouns = (one: "report", several: "reports")

    var listed: JSON { .object(summary) }
}
