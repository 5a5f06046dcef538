internal import AccountStorage
internal import Cryptography
package import Domain
internal import NoteStorage
internal import Records
internal import Storage
package import StoreTools

/// What a backup says of itself, in a file beside its database.
///
/// It is two lines of JSON: the facts, and the digest of the line that they are on. There is one
/// way to write the same facts, and nothing else is read, so that no byte can change unnoticed.
package struct BackupManifest: Sendable, Equatable {
    /// What the store said of itself.
    package let store: StoreDescription
    /// The moment that the backup shows: whatever was acknowledged before it is there.
    package let takenAt: Instant
    /// The random number that all batches of the store's log bear.
    package let logIdentity: UInt64
    /// The last batch of that log that the backup holds, with all before it.
    package let lastBatch: UInt64
    /// Records of all tables.
    package let recordCount: Int
    /// Bytes of the database.
    package let byteCount: Int
    /// The BLAKE2b-256 digest of the database, in hexadecimal.
    package let digest: String

    /// The name of its file in the folder of the backup.
    static let fileName = "manifest.json"
    /// The version of its form.
    package static let formatVersion: UInt64 = 1
    /// Bytes of the file at most: all that is read of one that pretends to be one.
    static let byteCountMax = 64 << 10

    /// The two lines.
    var bytes: [UInt8] {
        var facts = JSONWriter()
        facts.begin()
        facts.write("notelet_backup", number: Self.formatVersion)
        facts.write("schema", number: UInt64(store.schemaVersion))
        facts.write("created_at", moment: Instant(milliseconds: store.createdAt))
        facts.write("key", binary: store.keyFingerprint)
        facts.write("taken_at", moment: takenAt)
        facts.write("log", Self.hexadecimal(logIdentity))
        facts.write("last_batch", number: lastBatch)
        facts.write("records", number: UInt64(recordCount))
        facts.write("bytes", number: UInt64(byteCount))
        facts.write("digest", digest)
        facts.end()
        var end = JSONWriter()
        end.begin()
        end.write("manifest_digest", Digest(of: facts.bytes.span.bytes).hexadecimal)
        end.end()
        return facts.bytes + end.bytes
    }

    /// The 16 digits of a log's identity.
    package static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension BackupManifest {
    /// Reads the file.
    ///
    /// - Throws: `.foreign`, `.newerFormat` or `.damaged`.
    init(_ bytes: [UInt8]) throws(BackupProblem) {
        guard bytes.starts(with: Self.beginning) else { throw .foreign }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let manifest: BackupManifest?
        let version: UInt64
        do throws(DumpProblem) {
            var facts = try JSONReader(line)
            version = try facts.number("notelet_backup")
            manifest = version == Self.formatVersion ? try BackupManifest(&facts) : nil
        } catch {
            throw Self.altered
        }
        if version > Self.formatVersion {
            throw .newerFormat(found: version, supported: Self.formatVersion)
        }
        guard let manifest, manifest.bytes == bytes else { throw Self.altered }
        self = manifest
    }

    /// How manifests of all versions begin.
    private static let beginning = Array("{\"notelet_backup\":".utf8)
    private static let altered = BackupProblem.damaged("its manifest is not as it was written")

    private init(_ facts: inout JSONReader) throws(DumpProblem) {
        let schemaVersion = try facts.number("schema", as: UInt32.self)
        let createdAt = try facts.moment("created_at").milliseconds
        store = StoreDescription(
            MetaRecord(
                schemaVersion: schemaVersion,
                keyFingerprint: try facts.binary("key"),
                createdAt: createdAt
            )
        )
        takenAt = try facts.moment("taken_at")
        guard let identity = UInt64(try facts.text("log"), radix: 16) else {
            throw DumpProblem("'log' is no number in hexadecimal")
        }
        logIdentity = identity
        lastBatch = try facts.number("last_batch")
        recordCount = try facts.number("records", as: Int.self)
        byteCount = try facts.number("bytes", as: Int.self)
        digest = try facts.text("digest")
        try facts.end()
    }
}

extension JSONReader {
    /// Reads a whole number that a type can hold.
    fileprivate mutating func number<Number: FixedWidthInteger>(
        _ name: StaticString,
        as type: Number.Type
    ) throws(DumpProblem) -> Number {
        guard let number = Number(exactly: try number(name)) else {
            throw DumpProblem("'\(name)' is too large")
        }
        return number
    }
}
