internal import Domain
package import Records
package import Storage
internal import StorageEngine

/// Reads the records of a dump for a store that is to be made of it, on whatever engine.
package struct DumpReader {
    private let secrets: StoreSecrets
    private let first: ArraySlice<UInt8>
    private let header: DumpHeader
    private var lines: LineReader

    /// Reads the first line.
    ///
    /// - Throws: That it is not that of a dump which can be loaded with these secrets.
    package init(_ input: any DumpInput, _ secrets: StoreSecrets) throws(StoreToolError) {
        self.secrets = secrets
        lines = LineReader(input)
        guard let first = try lines.next() else { throw .notDump("it is empty") }
        self.first = first
        header = try DumpHeader(first)
        try header.check(secrets)
    }

    /// What the store is to say of itself.
    package var record: MetaRecord { header.record }

    /// What remains to be done to the store when all records are in it.
    package var steps: [MigrationStep] { MigrationStep.steps(ofDumpFrom: header.schemaVersion) }

    /// Reads all other lines.
    ///
    /// - Parameters:
    ///   - records: takes the records.
    ///   - progress: is told how many lines were read so far, from time to time.
    ///   - flush: is called behind each line, and writes what waits if that is much.
    /// - Returns: How much the dump shows.
    /// - Throws: What is wrong with it, or what `progress` and `flush` throw.
    package mutating func load(
        into records: WaitingRecords,
        progress: StoreProgress,
        flush: () throws(StoreToolError) -> Void
    ) throws(StoreToolError) -> DumpSummary {
        let target = LoadTarget(records: records, secrets: secrets)
        var check = DumpCheck()
        check.append(outside: first)
        var number = 1
        var end: DumpEnd?
        while let line = try lines.next() {
            number += 1
            if end != nil { throw .badLine(number, "it stands after the end of the dump") }
            do throws(DumpProblem) {
                end = try load(line, into: target, &check)
            } catch {
                throw .badLine(number, error.text)
            }
            try flush()
            if number % 1024 == 0 { try progress(number) }
        }
        guard let end else {
            throw .notDump("its last line is missing, so it was cut short")
        }
        let summary = check.counts
        do throws(DumpProblem) {
            try check.finish(against: end)
        } catch {
            throw .badLine(number, error.text)
        }
        return summary
    }

    /// Loads the record of a line; answers what it says if it is the last one instead.
    private func load(
        _ line: ArraySlice<UInt8>,
        into target: LoadTarget,
        _ check: inout DumpCheck
    ) throws(DumpProblem) -> DumpEnd? {
        guard line.last == UInt8(ascii: "\n") else { throw DumpProblem("it was cut short") }
        var record = try JSONReader(line.dropLast())
        guard let name = try record.optionalText("entity") else {
            return try DumpEnd(&record)
        }
        guard let entity = DumpEntity(rawValue: name), let table = Schema.table(entity.table)
        else { throw DumpProblem("it is an unknown kind of record") }
        try check.append(line, of: entity)
        try target.load(&record, into: table)
        try record.end()
        return nil
    }
}

/// The first line of a dump.
private struct DumpHeader {
    let schemaVersion: UInt32
    let createdAt: Instant
    private let key: [UInt8]
    private let areSendersRevealed: Bool
    private let isComplete: Bool

    init(_ line: ArraySlice<UInt8>) throws(StoreToolError) {
        let schema: UInt64
        do throws(DumpProblem) {
            var header = try JSONReader(line.prefix { $0 != UInt8(ascii: "\n") })
            let version = try header.number("notelet_dump")
            guard version == StoreDump.formatVersion else {
                throw DumpProblem("it is of version \(version), and this program knows 1")
            }
            schema = try header.number("schema")
            createdAt = try header.moment("created_at")
            key = try header.binary("key")
            areSendersRevealed = try header.text("senders") == "revealed"
            isComplete = try header.flag("complete")
            try header.end()
        } catch {
            throw .notDump("its first line is not that of a dump: \(error.text)")
        }
        schemaVersion = UInt32(clamping: schema)
    }

    /// What the store is to say of itself: what is loaded has the form of this version, whatever
    /// the version of the store that was dumped.
    var record: MetaRecord {
        MetaRecord(
            schemaVersion: StoreDescription.newestSchemaVersion,
            keyFingerprint: key,
            createdAt: createdAt.milliseconds
        )
    }

    func check(_ secrets: StoreSecrets) throws(StoreToolError) {
        guard schemaVersion <= StoreDescription.newestSchemaVersion else {
            throw .newerSchema(
                found: schemaVersion,
                supported: StoreDescription.newestSchemaVersion
            )
        }
        guard areSendersRevealed else {
            throw .notLoadable("it leaves out who sent anonymous notes, so it is for reading")
        }
        guard isComplete else {
            throw .notLoadable("it shows a part of a store, so it is for reading")
        }
        guard key == secrets.fingerprint else { throw .wrongMasterKey }
    }
}
