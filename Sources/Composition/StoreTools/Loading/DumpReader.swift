package import Cryptography
internal import Domain
internal import Records
internal import AccountStorage
internal import NoteStorage

/// Makes a store of a dump.
///
/// Nothing is there before all lines were read, understood, counted and hashed.
package struct StoreLoad {
    private let secrets: StoreSecrets
    private let path: String

    /// Prepares to make a store at a path, where nothing or an empty folder is.
    package init(at path: String, masterKey: MasterKey) {
        self.init(at: path, StoreSecrets(masterKey: masterKey))
    }

    /// Prepares it with secrets that are there already.
    init(at path: String, _ secrets: StoreSecrets) {
        self.path = path
        self.secrets = secrets
    }

    /// Loads a dump, and tells how many records were read so far from time to time.
    package func run(
        from input: any DumpInput,
        progress: @escaping StoreProgress
    ) throws(StoreToolError) -> DumpSummary {
        let place = try StorePlace(path: path)
        var lines = LineReader(input)
        guard let first = try lines.next() else { throw .notDump("it is empty") }
        let header = try DumpHeader(first)
        try header.check(secrets)
        let builder = try StoreBuilder(at: place)
        let target = LoadTarget(records: builder.waiting, secrets: secrets)
        let record = header.record.encoded()
        _ = builder.append(record.span.bytes, for: .store, in: .meta)
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
            try builder.flushIfFull()
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
        try builder.finish { folder throws(StoreToolError) in
            try StoreMigration.complete(
                folder,
                MigrationStep.steps(ofDumpFrom: header.schemaVersion),
                secrets
            )
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
