internal import Domain
package import Records
internal import StorageEngine
internal import TelemetryRules

// What applications told of their use and of crashes, and of nobody.

/// An event.
struct EventRecord: StoredRow {
    var key: TelemetryPlace = .blank
    var name = ""
    var occurredAt = Instant(milliseconds: 0)
    var properties: [String: String] = [:]
    var appVersion = ""
    var platform = ""
    /// A keyed hash of the installation and the day; empty where none was said.
    var installation: [UInt8] = []

    enum CodingKeys: Int, CodingKey {
        case name = 1
        case occurredAt = 2
        case properties = 3
        case appVersion = 4
        case platform = 5
        case installation = 6
    }

    static let kind = RecordKind("telemetry event")

    var event: LoggedEvent { LoggedEvent(stored: name, at: occurredAt, properties) }

    /// The properties as a dump shows them, a line for each in the order of the keys: neither keys
    /// nor values have line breaks, and keys no equals sign.
    var propertyLines: String {
        get {
            properties.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                .joined(separator: "\n")
        }
        set {
            properties = [:]
            for line in newValue.split(separator: "\n") {
                let parts = line.split(
                    separator: "=",
                    maxSplits: 1,
                    omittingEmptySubsequences: false
                )
                properties[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
            }
        }
    }
}

/// A crash.
struct CrashRecord: StoredRecord {
    /// 0 where it is the key.
    var signature: UInt64 = 0
    var exceptionType = ""
    var reason = ""
    var stack = ""
    var appVersion = ""
    var platform = ""
    var occurredAt = Instant(milliseconds: 0)

    enum CodingKeys: Int, CodingKey {
        case signature = 1
        case exceptionType = 2
        case reason = 3
        case stack = 4
        case appVersion = 5
        case platform = 6
        case occurredAt = 7
    }

    static let kind = RecordKind("crash")

    var crash: Crash {
        Crash(
            stored: exceptionType,
            reason: reason,
            stack: stack,
            appVersion: appVersion,
            platform: platform,
            occurredAt: occurredAt
        )
    }
}

/// Crashes of one signature.
struct CrashGroupRecord: StoredRow {
    /// The signature.
    var key: UInt64 = 0
    var exceptionType = ""
    var count: UInt64 = 0
    var firstSeen = Instant(milliseconds: 0)
    var lastSeen = Instant(milliseconds: 0)
    /// A line for each.
    var appVersions = ""

    enum CodingKeys: Int, CodingKey {
        case exceptionType = 1
        case count = 2
        case firstSeen = 3
        case lastSeen = 4
        case appVersions = 5
    }

    static let kind = RecordKind("crash group")

    var isSound: Bool { count > 0 && firstSeen <= lastSeen }
}

extension TelemetryPlace: TwoPartKey {
    package var pair: (UInt64, UInt64) { (day, number) }
}

extension KeyPurpose {
    /// Hashes of installations, each with its day.
    static let installation = KeyPurpose(rawValue: 25)
}

extension Schema {
    /// What is kept of telemetry.
    package static let ofTelemetry = StoredFeature([events, crashes, crashGroups, crashSamples])

    private static let reason = "it tells of nobody"

    static let events: SchemaTable<EventRecord> = SchemaTable(
        41,
        "telemetry_events",
        key: ["day", "number"],
        owner: .nobody,
        erasure: .stays(because: reason),
        archive: .kept(because: reason),
        flaw: { row, _ in
            row.event.isLegal && UInt64(row.occurredAt.dayNumber) == row.key.day
                ? nil : "a field is beyond its limits"
        },
        line: DumpLine(
            "telemetry_event",
            place: 27,
            fields: [
                .number("day", \.key.day),
                .number("number", \.key.number),
                .written("name", \.name),
                .moment("occurred_at", \.occurredAt),
                .written("properties", \.propertyLines),
                .written("app_version", \.appVersion),
                .written("platform", \.platform),
                .binary("installation", \.installation),
            ]
        )
    )

    static let crashes: SchemaTable<Keyed<TelemetryPlace, CrashRecord>> = SchemaTable(
        42,
        "crashes",
        key: ["day", "number"],
        owner: .nobody,
        erasure: .stays(because: reason),
        archive: .kept(because: reason),
        flaw: { row, _ in
            row.record.crash.isLegal && UInt64(row.record.occurredAt.dayNumber) == row.key.day
                ? nil : "a field is beyond its limits"
        },
        line: DumpLine(
            "crash",
            place: 28,
            fields: [.number("day", \.key.day), .number("number", \.key.number)]
                + ofCrashes(\.record, signature: .number("signature", \.record.signature))
        )
    )

    static let crashGroups: SchemaTable<CrashGroupRecord> = SchemaTable(
        43,
        "crash_groups",
        key: ["signature"],
        owner: .nobody,
        erasure: .stays(because: reason),
        archive: .kept(because: reason),
        flaw: { row, exists in
            exists(row.key.storedKey, crashSamples.id) ? nil : "its sample is not there"
        },
        line: DumpLine(
            "crash_group",
            place: 29,
            finish: { row, _ throws(DumpProblem) in
                guard row.isSound else { throw DumpProblem("a group has crashes, in their order") }
            },
            fields: [
                .number("signature", \.key),
                .written("exception_type", \.exceptionType),
                .number("count", \.count),
                .moment("first_seen", \.firstSeen),
                .moment("last_seen", \.lastSeen),
                .written("app_versions", \.appVersions),
            ]
        )
    )

    static let crashSamples: SchemaTable<Keyed<UInt64, CrashRecord>> = SchemaTable(
        44,
        "crash_samples",
        key: ["signature"],
        owner: .nobody,
        erasure: .stays(because: reason),
        archive: .kept(because: reason),
        flaw: { row, exists in
            guard exists(row.key.storedKey, crashGroups.id) else { return "its group is not there" }
            return row.record.crash.isLegal ? nil : "a field is beyond its limits"
        },
        line: DumpLine(
            "crash_sample",
            place: 30,
            fields: ofCrashes(\.record, signature: .number("signature", \.key))
        )
    )

    /// The members that lines have of a crash.
    private static func ofCrashes<Form: KeyValue>(
        _ path: FieldPath<Keyed<Form, CrashRecord>, CrashRecord>,
        signature: Field<Keyed<Form, CrashRecord>>
    ) -> [Field<Keyed<Form, CrashRecord>>] {
        [
            signature,
            .written("exception_type", \.record.exceptionType),
            .written("reason", \.record.reason),
            .written("stack", \.record.stack),
            .written("app_version", \.record.appVersion),
            .written("platform", \.record.platform),
            .moment("occurred_at", \.record.occurredAt),
        ]
    }
}
