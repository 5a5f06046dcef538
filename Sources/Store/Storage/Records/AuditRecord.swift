internal import Records

/// What an operator did, or was shown that others must not see, under a number that counts up.
struct AuditRecord: StoredRecord {
    /// Milliseconds since 1970.
    var recordedAt: Int64 = 0
    /// Who it was, as the system knows them.
    var operatorName = ""
    /// The command, with what it selected.
    var action = ""

    enum CodingKeys: Int, CodingKey {
        case recordedAt = 1
        case operatorName = 2
        case action = 3
    }

    static let kind = RecordKind.audit
}
