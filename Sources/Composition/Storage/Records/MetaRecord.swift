package import Records

/// What a store says of itself.
package struct MetaRecord: StoredRecord {
    /// The version of the layout of all tables.
    package var schemaVersion: UInt32 = 0
    /// A one-way form of the master key, by which a wrong one is noticed.
    package var keyFingerprint: [UInt8] = []
    /// Milliseconds since 1970.
    package var createdAt: Int64 = 0

    /// The fields by their numbers.
    package enum CodingKeys: Int, CodingKey {
        /// See `MetaRecord.schemaVersion`.
        case schemaVersion = 1
        /// See `MetaRecord.keyFingerprint`.
        case keyFingerprint = 2
        /// See `MetaRecord.createdAt`.
        case createdAt = 3
    }

    /// The kind of record.
    package static let kind = RecordKind.meta
    /// A blank record.
    package init() {}

    /// What a store says of itself that was made at a moment, in milliseconds since 1970.
    package init(schemaVersion: UInt32, keyFingerprint: [UInt8], createdAt: Int64) {
        self.schemaVersion = schemaVersion
        self.keyFingerprint = keyFingerprint
        self.createdAt = createdAt
    }

    /// The version that this code writes and reads; `StoreMigration` brings earlier ones to it.
    package static let currentSchemaVersion: UInt32 = 2
}
