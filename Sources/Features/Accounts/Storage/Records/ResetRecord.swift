internal import Domain
package import Records

/// A code for a new password that was handed over and not used yet, under the code's digest.
package struct ResetRecord: StoredRecord {
    /// Whose password it is for.
    package var user: UInt64 = 0
    /// Milliseconds since 1970.
    var expiresAt: Int64 = 0
    /// Who handed it over.
    var operatorName = ""

    enum CodingKeys: Int, CodingKey {
        case user = 1
        case expiresAt = 2
        case operatorName = 3
    }

    /// How the operator is told of a damaged one.
    package static let kind = RecordKind.resetCode
    /// The length of the digest.
    static let digestByteCount = 32
}
