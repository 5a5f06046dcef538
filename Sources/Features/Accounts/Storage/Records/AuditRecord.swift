package import Records

/// What an operator did, or was shown that others must not see, under a number that counts up.
package struct AuditRecord: StoredRecord {
    /// Milliseconds since 1970.
    package var recordedAt: Int64 = 0
    /// Who it was, as the system knows them.
    package var operatorName = ""
    /// The command, with what it selected.
    package var action = ""

    enum CodingKeys: Int, CodingKey {
        case recordedAt = 1
        case operatorName = 2
        case action = 3
    }

    /// How the operator is told of a damaged one.
    package static let kind = RecordKind.audit

    /// One of which nothing is known.
    init() {}

    /// Gathers what is stored of an act.
    package init(recordedAt: Int64, operatorName: String, action: String) {
        self.recordedAt = recordedAt
        self.operatorName = operatorName
        self.action = action
    }
}
