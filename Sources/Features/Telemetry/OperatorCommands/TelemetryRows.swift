import CommandLineInterface
import NoteletAPI
import OperatorCommands
import TextForms

extension KeptEvent {
    /// How events are shown.
    static let form = RowForm<KeptEvent>(
        "events",
        "event",
        fields: [
            .moment("occurred_at", \.occurredAt), .text("name", \.name),
            RowField("properties") { row in
                .object(row.pairs.map { ($0.key, .string($0.value)) })
            },
            .text("app_version", \.appVersion), .text("platform", \.platform),
            RowField("installation") { .nonempty($0.installation.map(digits).joined()) },
        ],
        columns: [
            .moment("time", \.occurredAt), .text("name", \.name), .text("version", \.appVersion),
            .text("platform", \.platform),
            .text("properties") { $0.pairs.map { "\($0.key)=\($0.value)" }.joined(separator: " ") },
        ]
    )

    private var pairs: [(key: String, value: String)] { properties.sorted { $0.key < $1.key } }

    private static func digits(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}

extension KeptCrash {
    /// How crashes are shown to programs.
    static let form = RowForm<KeptCrash>(
        "crashes",
        "crash",
        fields: [
            .moment("occurred_at", \.occurredAt), .text("signature", \.signature),
            .text("exception_type", \.exceptionType), .text("reason", \.reason),
            .text("stack", \.stack), .text("app_version", \.appVersion),
            .text("platform", \.platform),
        ],
        columns: []
    )

    /// The crash for a person.
    fileprivate var lines: [String] {
        ["", reason, platform, ""] + stack.split(separator: "\n").map(String.init)
    }
}

extension CrashGroup {
    /// How groups of crashes are shown.
    static let form = RowForm<CrashGroup>(
        "crashes",
        "crash",
        none: "Nothing crashed.",
        fields: [
            .text("signature", \.signature), .text("exception_type", \.exceptionType),
            .number("count", \.count), .moment("first_seen", \.firstSeen),
            .moment("last_seen", \.lastSeen),
            RowField("app_versions") { .array($0.appVersions.map(JSON.string)) },
        ],
        columns: [
            .text("signature", fitting: .whole, \.signature),
            .number("count") { Int(clamping: $0.count) }, .moment("first", \.firstSeen),
            .moment("last", \.lastSeen), .text("type", \.exceptionType),
            .text("versions") { $0.appVersions.joined(separator: " ") },
        ]
    )

    /// The group and its sample, for a person.
    func text(with sample: KeptCrash?) -> String {
        let versions = appVersions.isEmpty ? "" : " of " + appVersions.joined(separator: ", ")
        let (first, last) = (firstSeen.map { Moment($0) }, lastSeen.map { Moment($0) })
        let times = count == 1 ? "once" : "\(count) times"
        let lines = [
            "\(exceptionType): \(times)\(versions)",
            "first \(first?.shortText ?? ""), last \(last?.shortText ?? "")",
        ]
        let shown = lines + (sample?.lines ?? ["", "None of them is kept any longer."])
        return shown.map { $0.terminalSafe + "\n" }.joined()
    }
}

/// How often an event happened on a day.
struct DailyCount {
    /// Days since the beginning of 1970.
    let day: UInt32
    let count: EventCount

    /// The day as a date.
    var date: String { MomentText.dateText(ofDay: Int64(day)) }

    /// How counts are shown.
    static let form = RowForm<DailyCount>(
        "counts",
        "count",
        none: "There are no events.",
        fields: [
            .text("day", \.date), .text("name", \.count.name), .number("count", \.count.count),
            .number("installation_count", \.count.installationCount),
        ],
        columns: [
            .text("day", \.date), .text("name", \.count.name),
            .number("count") { Int(clamping: $0.count.count) },
            .number("installations") { Int(clamping: $0.count.installationCount) },
        ]
    )
}
