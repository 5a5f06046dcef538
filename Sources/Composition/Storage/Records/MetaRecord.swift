internal import Records
internal import AccountStorage
internal import NoteStorage

/// What a store says of itself.
struct MetaRecord: StoredRecord {
    /// The version of the layout of all tables.
    var schemaVersion: UInt32 = 0
    /// A one-way form of the master key, by which a wrong one is noticed.
    var keyFingerprint: [UInt8] = []
    /// Milliseconds since 1970.
    var createdAt: Int64 = 0

    enum CodingKeys: Int, CodingKey {
        case schemaVersion = 1
        case keyFingerprint = 2
        case createdAt = 3
    }

    static let kind = RecordKind.meta
    /// The version that this code writes and reads; `StoreMigration` brings earlier ones to it.
    static let currentSchemaVersion: UInt32 = 2
}
