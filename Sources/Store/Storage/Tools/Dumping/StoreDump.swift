internal import Domain

/// Writes the records of one state of a store as lines of JSON.
///
/// The first line says what the dump is, the last one how many lines of each kind there are, with
/// the BLAKE2b hash of exactly these lines. Tools.md has the form.
struct StoreDump {
    let view: any ReadView
    let secrets: StoreSecrets
    let selection: DumpSelection
    /// Is told how many records were looked at.
    let progress: StoreProgress

    /// The version of the form of dumps.
    static let formatVersion: UInt64 = 1

    /// Writes all lines.
    func write(to output: any DumpOutput) throws(StoreToolError) -> DumpSummary {
        let user = try selection.subject.map { subject throws(StoreToolError) in
            try number(of: subject)
        }
        let lines = DumpLines(output)
        try lines.appendOutside(header(try StoreDescription(view)))
        for entity in DumpEntity.allCases where selection.entities.contains(entity) {
            try write(entity.record, of: user, to: lines)
            lines.endSection(entity)
        }
        return try lines.finish()
    }

    /// Nothing in it is of this moment or this place: a store that was loaded gives the same.
    private func header(_ description: StoreDescription) -> JSONWriter {
        var line = JSONWriter()
        line.begin()
        line.write("notelet_dump", number: Self.formatVersion)
        line.write("schema", number: UInt64(description.schemaVersion))
        line.write("created_at", moment: Instant(milliseconds: description.createdAt))
        line.write("key", binary: description.keyFingerprint)
        line.write("senders", selection.senders == .revealed ? "revealed" : "left_out")
        if selection.contents == .leftOut { line.write("contents", "left_out") }
        line.write("complete", flag: selection.isComplete)
        line.end()
        return line
    }

    private func write<Record: DumpedRecord>(
        _ type: Record.Type,
        of user: UserNumber?,
        to lines: DumpLines
    ) throws(StoreToolError) {
        let table = type.entity.table
        let range = user.flatMap { type.entity.range(of: $0) } ?? .all
        var reordered: [Record] = []
        try view.forEach(of: table, in: range) { key, value throws(StoreToolError) in
            lines.visitedCount += 1
            if lines.visitedCount % Self.progressInterval == 0 { try progress(lines.visitedCount) }
            guard let record = try? Record(key: key, value: value) else {
                throw StoreToolError(.dataLoss(table))
            }
            guard selection.contains(record, of: user) else { return .next }
            guard selection.senders == .leftOut, record.order != nil else {
                try write(record, to: lines)
                return .next
            }
            if reordered.last?.owner != record.owner { try writeAll(&reordered, to: lines) }
            reordered.append(record)
            return .next
        }
        try writeAll(&reordered, to: lines)
    }

    /// How many records are looked at between two words about the progress.
    private static let progressInterval = 1024

    /// Writes the records of one owner in an order that does not tell what their keys do.
    private func writeAll<Record: DumpedRecord>(
        _ records: inout [Record],
        to lines: DumpLines
    ) throws(StoreToolError) {
        records.sort { ($0.order ?? 0) < ($1.order ?? 0) }
        for record in records { try write(record, to: lines) }
        records.removeAll(keepingCapacity: true)
    }

    private func write(_ record: some DumpedRecord, to lines: DumpLines) throws(StoreToolError) {
        var line = JSONWriter(leavingOutWrittenTexts: selection.contents == .leftOut)
        line.begin()
        line.write("entity", type(of: record).entity.rawValue)
        switch selection.senders {
        case .revealed: record.writeWhole(to: &line, secrets)
        case .leftOut: guard record.writeWithoutSenders(to: &line, secrets) else { return }
        }
        line.end()
        guard line.bytes.count <= DumpLines.lineByteCountMax else {
            throw StoreToolError(.dataLoss(type(of: record).entity.table))
        }
        try lines.append(line)
    }

    private func number(of subject: DumpSelection.Subject) throws(StoreToolError) -> UserNumber {
        switch subject {
        case .id(let id):
            guard let number = secrets.identifiers.userNumber(of: UserID(id)) else {
                throw .noSuchUser
            }
            return number
        case .username(let name):
            let key = Key.username(secrets.digests.username(Username(stored: name)))
            let bytes: [UInt8]?
            do throws(StorageError) {
                bytes = try view.get(key, in: .usernames)
            } catch {
                throw StoreToolError(error)
            }
            guard let bytes else { throw .noSuchUser }
            let number: UInt64? = try? bytes.span.bytes.number(at: 0, of: .uniqueEntry)
            guard let number else { throw StoreToolError(.dataLoss(.usernames)) }
            return UserNumber(number)
        }
    }
}
