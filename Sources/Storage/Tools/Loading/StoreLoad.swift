package import Cryptography
internal import Domain

/// Makes a store of a dump.
///
/// Nothing is there before all lines were read, understood, counted and hashed.
package struct StoreLoad {
    private let secrets: StoreSecrets
    private let path: String

    /// Prepares to make a store at a path, where nothing or an empty folder is.
    package init(at path: String, masterKey: MasterKey) {
        self.path = path
        secrets = StoreSecrets(masterKey: masterKey)
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
        let target = LoadTarget(builder: builder, secrets: secrets)
        let record = header.record.encoded()
        _ = builder.append(record.span.bytes, for: .store, in: .meta)
        var check = DumpCheck()
        check.append(outside: first)
        var number = 1
        var trailer: ArraySlice<UInt8>?
        while let line = try lines.next() {
            number += 1
            if trailer != nil { throw .badLine(number, "it stands behind the end of the dump") }
            do throws(DumpProblem) {
                if try !load(line, into: target, &check) { trailer = line }
            } catch {
                throw .badLine(number, error.text)
            }
            try builder.flushIfFull()
            if number % 1024 == 0 { try progress(number) }
        }
        guard let trailer else {
            throw .notDump("its last line is missing, so it was cut short")
        }
        let summary = check.counts
        do throws(DumpProblem) {
            try check.finish(against: trailer)
        } catch {
            throw .badLine(number, error.text)
        }
        try builder.finish()
        return summary
    }

    /// Loads the record of a line; answers whether it is one, and not the last line.
    private func load(
        _ line: ArraySlice<UInt8>,
        into target: LoadTarget,
        _ check: inout DumpCheck
    ) throws(DumpProblem) -> Bool {
        guard line.last == UInt8(ascii: "\n") else { throw DumpProblem("it was cut short") }
        var object = try JSONObject(try JSONValue(line: line.dropLast()))
        guard let name = try object.optionalText("entity") else { return false }
        guard let entity = DumpEntity(rawValue: name) else {
            throw DumpProblem("'\(name)' is an unknown kind of record")
        }
        try check.append(line, of: entity)
        try entity.record.load(&object, into: target)
        try object.requireEmpty()
        return true
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
        let version: UInt64
        let schema: UInt64
        do throws(DumpProblem) {
            var object = try JSONObject(try JSONValue(line: line.prefix { $0 != 0x0A }))
            version = try object.number("notelet_dump")
            schema = try object.number("schema")
            createdAt = try object.moment("created_at")
            key = try object.binary("key")
            areSendersRevealed = try object.text("senders") == "revealed"
            isComplete = try object.flag("complete")
        } catch {
            throw .notDump("its first line is not that of a dump: \(error.text)")
        }
        guard version == StoreDump.formatVersion else {
            throw .notDump("it is of version \(version), and this program knows 1")
        }
        schemaVersion = UInt32(clamping: schema)
    }

    /// What the store is to say of itself.
    var record: MetaRecord {
        MetaRecord(
            schemaVersion: schemaVersion,
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

/// What the lines of a dump add up to.
private struct DumpCheck: ~Copyable {
    private var whole = DigestStream()
    private var section = DigestStream()
    private var present: DumpEntity?
    private var count = 0
    private var ended: [DumpEntity: (count: Int, digest: Digest)] = [:]

    mutating func append(outside line: ArraySlice<UInt8>) {
        line.withUnsafeBytes { whole.append($0.bytes) }
    }

    mutating func append(_ line: ArraySlice<UInt8>, of entity: DumpEntity) throws(DumpProblem) {
        if entity != present {
            if ended[entity] != nil {
                throw DumpProblem("lines of '\(entity.rawValue)' do not stand together")
            }
            endSection()
            present = entity
        }
        count += 1
        line.withUnsafeBytes { section.append($0.bytes) }
        append(outside: line)
    }

    /// Lines of each kind so far, those of the present one included.
    var counts: DumpSummary {
        var summary = DumpSummary()
        summary.counts = DumpEntity.allCases.map { entity in
            (entity, entity == present ? count : ended[entity]?.count ?? 0)
        }
        return summary
    }

    /// Compares with what the last line says.
    mutating func finish(against line: ArraySlice<UInt8>) throws(DumpProblem) {
        endSection()
        var finished = DigestStream()
        swap(&finished, &whole)
        let digest = finished.finish().hexadecimal
        var object = try JSONObject(try JSONValue(line: line.prefix { $0 != 0x0A }))
        guard try object.flag("end") else { throw DumpProblem("it is no record and not the end") }
        guard try object.text("digest") == digest else {
            throw DumpProblem("the dump is damaged: its lines are not those that were written")
        }
        let ended = ended
        _ = try object.optionalObject("entities") { object throws(DumpProblem) in
            for entity in DumpEntity.allCases {
                try object.optionalObject(entity.rawValue) { section throws(DumpProblem) in
                    let (count, digest) = ended[entity] ?? (0, DigestStream().finish())
                    guard try section.number("count") == UInt64(count),
                        try section.text("digest") == digest.hexadecimal
                    else { throw DumpProblem("lines of '\(entity.rawValue)' are missing") }
                }
            }
        }
    }

    private mutating func endSection() {
        var finished = DigestStream()
        swap(&finished, &section)
        let digest = finished.finish()
        if let present { ended[present] = (count, digest) }
        count = 0
    }
}
