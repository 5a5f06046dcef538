package import CommandLineInterface
package import NoteletAPI
import OperatorCommands
import TextForms

extension KeptEvent: ListedRecord {
    package static let kind = RowKind(
        listName: "events",
        recordName: "event",
        columns: [
            "occurred_at", "name", "properties", "app_version", "platform", "installation",
        ]
    )
    package static let nouns = (one: "event", several: "events")

    package static var table: TextTable {
        TextTable(columns: [
            .init("time"), .init("name"), .init("version"), .init("platform"), .init("properties"),
        ])
    }

    package var row: [String] {
        [
            occurredAt.map { Moment($0) }?.shortText ?? "", name, appVersion, platform,
            pairs.map { "\($0.key)=\($0.value)" }.joined(separator: " "),
        ]
    }

    package var listed: JSON {
        .object([
            ("occurred_at", occurredAt.map { Moment($0) }.json), ("name", .string(name)),
            ("properties", .object(pairs.map { ($0.key, .string($0.value)) })),
            ("app_version", .string(appVersion)), ("platform", .string(platform)),
            ("installation", .nonempty(installation.map(Self.digits).joined())),
        ])
    }

    private var pairs: [(key: String, value: String)] { properties.sorted { $0.key < $1.key } }

    private static func digits(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}

extension KeptCrash {
    /// What programs call crashes.
    static let kind = RowKind(
        listName: "crashes",
        recordName: "crash",
        columns: [
            "occurred_at", "signature", "exception_type", "reason", "stack", "app_version",
            "platform",
        ]
    )

    /// The crash for a person.
    fileprivate var lines: [String] {
        ["", reason, platform, ""] + stack.split(separator: "\n").map(String.init)
    }

    /// The crash for a program.
    var listed: JSON {
        .object([
            ("occurred_at", occurredAt.map { Moment($0) }.json), ("signature", .string(signature)),
            ("exception_type", .string(exceptionType)), ("reason", .string(reason)),
            ("stack", .string(stack)), ("app_version", .string(appVersion)),
            ("platform", .string(platform)),
        ])
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
    var date: String {
        String(MomentText.text(ofMilliseconds: Int64(day) * 86_400_000).prefix(10))
    }

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
