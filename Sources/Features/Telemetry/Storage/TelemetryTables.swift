internal import Domain
package import Records
internal import StorageEngine
package import TelemetryRules

// What applications told of their use and of crashes, and of nobody; it is stored as the rules have
// it.

extension KeptEvent: StoredRecord {
    /// What a damaged one is called.
    package static let kind = RecordKind("telemetry event")
}

extension Crash: StoredRecord {
    /// What a damaged one is called.
    package static let kind = RecordKind("crash")
}

extension CrashGroup: StoredRow {
    /// What a damaged one is called.
    package static let kind = RecordKind("crash group")

    /// The signature.
    package var key: UInt64 {
        get { signature.rawValue }
        set { signature = CrashSignature(rawValue: newValue) }
    }

    /// Whether there are crashes, in their order.
    package var isSound: Bool { count > 0 && firstSeen <= lastSeen }
}

extension CrashSignature: StoredNumber {
    /// Takes its bits.
    package init(stored number: UInt64) { self.init(rawValue: number) }
    /// Its bits.
    package var stored: UInt64 { rawValue }
}

extension LoggedEvent {
    /// The properties as a dump shows them, a line for each in the order of the keys: neither keys
    /// nor values have line breaks, and keys no equals sign.
    ///
    /// They are parted by their bytes: what a value begins with may be one character with what
    /// stands before it.
    var propertyLines: String {
        get {
            properties.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                .joined(separator: "\n")
        }
        set {
            properties = [:]
            for line in newValue.utf8.split(separator: UInt8(ascii: "\n")) {
                let key = line.prefix { $0 != UInt8(ascii: "=") }
                let value = line[key.endIndex...].dropFirst()
                properties[String(Substring(key))] = String(Substring(value))
            }
        }
    }
}

extension CrashGroup {
    /// The versions as a dump shows them, a line for each.
    var versionLines: String {
        get { appVersions.joined(separator: "\n") }
        set {
            appVersions = newValue.utf8.split(separator: UInt8(ascii: "\n"))
                .map { String(Substring($0)) }
        }
    }
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
    package static let ofTelemetry = StoredFeature([events, crashes, crashGroups])

    private static let reason = "it tells of nobody"

    static let events: SchemaTable<Keyed<TelemetryPlace, KeptEvent>> = SchemaTable(
        41,
        "telemetry_events",
        key: ["day", "number"],
        owner: .nobody,
        erasure: .stays(because: reason),
        archive: .kept(because: reason),
        flaw: { row, _ in
            row.record.isLegal && UInt64(row.record.event.occurredAt.dayNumber) == row.key.day
                ? nil : "a field is beyond its limits"
        },
        line: DumpLine(
            "telemetry_event",
            place: 27,
            fields: [
                .number("day", \.key.day),
                .number("number", \.key.number),
                .written("name", \.record.event.name),
                .moment("occurred_at", \.record.event.occurredAt),
                .written("properties", \.record.event.propertyLines),
                .written("app_version", \.record.appVersion),
                .written("platform", \.record.platform),
                .binary("installation", \.record.installation),
            ]
        )
    )

    static let crashes: SchemaTable<Keyed<TelemetryPlace, Crash>> = SchemaTable(
        42,
        "crashes",
        key: ["day", "number"],
        owner: .nobody,
        erasure: .stays(because: reason),
        archive: .kept(because: reason),
        flaw: { row, _ in
            row.record.isLegal && UInt64(row.record.occurredAt.dayNumber) == row.key.day
                ? nil : "a field is beyond its limits"
        },
        line: DumpLine(
            "crash",
            place: 28,
            fields: [
                .number("day", \.key.day),
                .number("number", \.key.number),
                .number("signature", \.record.signature),
                .written("exception_type", \.record.exceptionType),
                .written("reason", \.record.reason),
                .written("stack", \.record.stack),
                .written("app_version", \.record.appVersion),
                .written("platform", \.record.platform),
                .moment("occurred_at", \.record.occurredAt),
            ]
        )
    )

    static let crashGroups: SchemaTable<CrashGroup> = SchemaTable(
        43,
        "crash_groups",
        key: ["signature"],
        owner: .nobody,
        erasure: .stays(because: reason),
        archive: .kept(because: reason),
        // Its sample may be gone: days go, and with them what is kept of them.
        flaw: { row, _ in row.isLegal ? nil : "a field is beyond its limits" },
        line: DumpLine(
            "crash_group",
            place: 29,
            finish: { row, _ throws(DumpProblem) in
                guard row.isSound else { throw DumpProblem("a group has crashes, in their order") }
            },
            fields: [
                .number("signature", \.signature),
                .written("exception_type", \.exceptionType),
                .number("count", \.count),
                .moment("first_seen", \.firstSeen),
                .moment("last_seen", \.lastSeen),
                .written("app_versions", \.versionLines),
                .object(
                    "sample",
                    \.sample,
                    blank: TelemetryPlace(0, 0),
                    [.number("day", \.day), .number("number", \.number)]
                ),
            ]
        )
    )
}
