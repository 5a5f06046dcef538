internal import Domain

/// A report in a dump.
struct DumpedReport: DumpedRecord {
    static let entity = DumpEntity.report

    private let number: UInt64
    private let record: ReportRecord
    private let reason: String
    private let route: OpaqueID?

    init(key: RawSpan, value: RawSpan) throws(DomainError) {
        try key.requireByteCount(8, of: .report)
        number = try key.number(at: 0, of: .report)
        let record = try ReportRecord(value)
        self.record = record
        guard let reason = Self.reasons.first(where: { $0.1 == record.reason }) else {
            throw ReportRecord.kind.damaged
        }
        self.reason = reason.0
        route = try record.senderRoute()
    }

    var owner: UserNumber? { UserNumber(record.receiver) }
    var moment: Instant? { Instant(milliseconds: record.reportedAt) }

    private var place: Place { Place(UserNumber(record.receiver), Sequence(record.sequence)) }
    private static let reasons: [(String, UInt32)] = ReportReason.allCases.map { reason in
        let words = "\(reason)".map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }
        return (words.joined(), UInt32(reason.rawValue))
    }

    func writeWhole(to line: inout JSONWriter, _ secrets: StoreSecrets) {
        line.write("number", number: number)
        line.write("receiver", place: place)
        writeShown(to: &line)
        line.write("sender", place: route.map(secrets.identifiers.openSenderRoute))
    }

    func writeWithoutSenders(to line: inout JSONWriter, _ secrets: StoreSecrets) -> Bool {
        line.write("number", number: number)
        line.write("receiver", id: secrets.identifiers.userID(of: place.user).opaque)
        line.write("note", id: secrets.identifiers.receivedID(place).opaque)
        writeShown(to: &line)
        return true
    }

    private func writeShown(to line: inout JSONWriter) {
        line.write("reason", reason)
        line.write("detail", written: record.detail)
        line.write("reported_at", moment: moment)
        line.write("content", written: record.content)
        guard let resolution = record.resolution else { return }
        line.write("resolution") { line in
            line.write("operator", resolution.operatorName)
            line.write("text", resolution.text)
            line.write("resolved_at", moment: Instant(milliseconds: resolution.resolvedAt))
        }
    }

    static func load(
        _ line: inout JSONReader,
        into store: LoadTarget
    ) throws(DumpProblem) {
        let number = try line.number("number")
        guard let place = try line.optionalPlace("receiver") else {
            throw DumpProblem("'receiver' is missing")
        }
        var record = ReportRecord(
            reason: try line.word("reason", reasons),
            detail: try line.text("detail"),
            reportedAt: try line.moment("reported_at").milliseconds,
            content: try line.text("content"),
            receiver: place.user.rawValue,
            sequence: place.sequence.rawValue,
            resolution: try line.optionalObject("resolution") { line throws(DumpProblem) in
                ReportRecord.Resolution(
                    operatorName: try line.text("operator"),
                    text: try line.text("text"),
                    resolvedAt: try line.moment("resolved_at").milliseconds
                )
            }
        )
        record.sealedSenderRoute = try line.optionalPlace("sender").map {
            store.secrets.identifiers.sealSenderRoute($0).bytes
        }
        try store.append(record.encoded(), for: .report(number), in: .reports)
    }
}
